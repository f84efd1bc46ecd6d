import type { Operator } from '../../api/client.ts';
import { useRate } from '../../incident/Figures.tsx';
import styles from '../../incident/incident.module.css';
import { DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Panel } from '../../parts/Page.tsx';
import { useTexts } from '../../texts/language.tsx';

/** Who took over: what others send to the same countries, now and before. */
export function OtherCarriers({ carriers }: { carriers: Operator['CarrierIncident']['otherCarriers'] | undefined }) {
  const { t } = useTexts();
  const rate = useRate();
  return (
    <Panel title={t('incident.others')} flush>
      <DataTable
        caption={t('incident.others')}
        rows={carriers}
        expected={2}
        slim
        rowKey={({ carrierId }) => carrierId}
        to={({ carrierId }) => `/carriers/${carrierId}`}
        columns={[
          {
            id: 'carrier',
            title: t('incident.carrier'),
            cell: ({ name }) => name ?? t('incident.deleted'),
            wide: true,
          },
          { id: 'rate', title: `${t('incident.now')} / ${t('incident.before')}`, align: 'end', cell: rate },
        ]}
        empty={<EmptyState icon="carriers" title={t('incident.othersNone')} />}
      />
      {carriers && carriers.length > 0 && <p className={styles.hint}>{t('incident.othersHint')}</p>}
    </Panel>
  );
}
