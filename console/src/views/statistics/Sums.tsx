import { changeText } from '../../parts/change.ts';
import { Facts } from '../../parts/Facts.tsx';
import { Money } from '../../parts/Money.tsx';
import { countText } from '../../parts/number-text.ts';
import { Panel } from '../../parts/Page.tsx';
import { useTexts } from '../../texts/language.tsx';
import { totalsOf } from './figures.ts';
import type { Rows } from './reading.ts';
import { useShareText } from './share-text.ts';

/** All of the range together. */
export function Sums({ rows, earlier }: { rows: Rows | undefined; earlier: Rows | undefined }) {
  const { t, locale } = useTexts();
  const share = useShareText();
  const totals = rows && totalsOf(rows);
  const past = earlier && totalsOf(earlier);
  const change = totals && changeText(totals.accepted, past?.accepted, locale);
  const count = (value: number | undefined) => (value === undefined ? '…' : countText(value, locale));
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
              <strong>{count(totals?.delivered)}</strong> {totals && `(${share(totals.deliveredShare)})`}
            </span>,
          ],
          [t('statistics.failed'), count(totals?.failed)],
          [t('statistics.rejected'), count(totals?.rejected)],
          [t('statistics.unknown'), count(totals?.unknown)],
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
