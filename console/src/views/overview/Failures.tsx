import { DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Panel } from '../../parts/Page.tsx';
import { reasonIn } from '../../parts/reason.ts';
import { useTexts } from '../../texts/language.tsx';
import styles from './overview.module.css';
import type { Overview } from './overview.ts';

export function Failures({ failures }: { failures: Overview['failures'] | undefined }) {
  const texts = useTexts();
  const { t, locale } = texts;
  const numbers = new Intl.NumberFormat(locale);
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
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
                {reasonText ? reasonIn(reasonText, texts) : reason || t('overview.noReason')}
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
