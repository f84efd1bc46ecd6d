import { changeText } from '../../parts/change.ts';
import { Facts } from '../../parts/Facts.tsx';
import { Money } from '../../parts/Money.tsx';
import { countText } from '../../parts/number-text.ts';
import { Panel } from '../../parts/Page.tsx';
import { TargetLink } from '../../parts/Target.tsx';
import { useTexts } from '../../texts/language.tsx';
import { totalsOf } from './figures.ts';
import type { Asked, Rows } from './reading.ts';
import { useShareText } from './share-text.ts';
import { targetOfAll } from './targets.ts';

type Props = { rows: Rows | undefined; earlier: Rows | undefined; asked: Asked };

/** All of the range together; each number leads to its messages. */
export function Sums({ rows, earlier, asked }: Props) {
  const { t, locale } = useTexts();
  const share = useShareText();
  const totals = rows && totalsOf(rows);
  const past = earlier && totalsOf(earlier);
  const change = totals && changeText(totals.accepted, past?.accepted, locale);
  const count = (value: number | undefined, status?: string) =>
    value ? <TargetLink target={targetOfAll(asked, status)}>{countText(value, locale)}</TargetLink> : (value ?? '…');
  return (
    <Panel>
      <Facts
        facts={[
          [
            t('statistics.accepted'),
            <span key="accepted">
              <strong>{count(totals?.accepted)}</strong> {change && `(${t('overview.change', { change })})`}
            </span>,
          ],
          [
            t('statistics.delivered'),
            <span key="delivered">
              <strong>{count(totals?.delivered, 'delivered')}</strong> {totals && `(${share(totals.deliveredShare)})`}
            </span>,
          ],
          [t('statistics.failed'), count(totals?.failed, 'failed')],
          [t('statistics.rejected'), count(totals?.rejected, 'rejected')],
          [t('statistics.unknown'), count(totals?.unknown, 'unknown')],
          [
            t('statistics.spend'),
            totals ? (
              <span key="spend">
                {totals.spend.map(({ currency, amount }) => (
                  <div key={currency}>
                    <Money amount={amount} currency={currency} />
                  </div>
                ))}
              </span>
            ) : (
              '…'
            ),
          ],
        ]}
      />
    </Panel>
  );
}
