import { DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { messagesWith, reasonConditions } from '../../parts/message-search.ts';
import { Panel } from '../../parts/Page.tsx';
import { reasonIn } from '../../parts/reason.ts';
import { TargetLink } from '../../parts/Target.tsx';
import { useTexts } from '../../texts/language.tsx';
import styles from './overview.module.css';
import { type Overview, spanOf } from './overview.ts';

const ends = ['failed', 'rejected', 'unknown'] as const;

/** Each reason leads to its messages, or, if it cannot be searched for, to those of the most frequent outcome. */
export function Failures({ overview }: { overview: Overview | undefined }) {
  const texts = useTexts();
  const { t, locale } = texts;
  const numbers = new Intl.NumberFormat(locale);
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const { failures, totals } = overview ?? {};
  const most = ends.toSorted((one, other) => (totals?.[other] ?? 0) - (totals?.[one] ?? 0))[0]!;
  const targetOf = (reason: string) =>
    messagesWith({ ...reasonConditions(reason, most), ...(overview && spanOf(overview)) });
  const all = (failures ?? []).reduce((sum, { count }) => sum + count, 0);
  return (
    <Panel title={t('overview.failures')} flush>
      <DataTable
        caption={t('overview.failures')}
        rows={failures}
        expected={3}
        slim
        rowKey={({ reason }) => reason}
        columns={[
          {
            id: 'reason',
            title: t('overview.reason'),
            cell: ({ reason, reasonText }) => (
              <>
                <TargetLink target={targetOf(reason)} className={styles.plain}>
                  {reasonText ? reasonIn(reasonText, texts) : reason || t('overview.noReason')}
                </TargetLink>
                {reasonText && <span className={styles.code}>{reason}</span>}
              </>
            ),
            wide: true,
          },
          { id: 'count', title: t('overview.count'), align: 'end', cell: ({ count }) => numbers.format(count) },
          { id: 'share', title: t('overview.share'), align: 'end', cell: ({ count }) => share.format(count / all) },
        ]}
        empty={<EmptyState icon="check" title={t('overview.failuresNone')} text={t('overview.failuresNoneHint')} />}
      />
    </Panel>
  );
}
