import { Link } from '@tanstack/react-router';
import type { Operator } from '../api/client.ts';
import { DataTable } from '../parts/DataTable.tsx';
import { EmptyState } from '../parts/EmptyState.tsx';
import { countText } from '../parts/number-text.ts';
import { Panel } from '../parts/Page.tsx';
import { Time } from '../parts/Time.tsx';
import { useTexts } from '../texts/language.tsx';
import styles from './incident.module.css';

type LastHour = Operator['CarrierIncident']['lastHour'];
const hourMs = 3_600_000;

/** Why messages of the last hour failed, and a way to these messages. `search`: the condition that selects them. */
export function Reasons({ lastHour, search }: { lastHour: LastHour | undefined; search: string }) {
  const { t, rich, locale } = useTexts();
  const isPart = lastHour !== undefined && Date.now() - Date.parse(lastHour.reasonsSince) < hourMs - 120_000;
  return (
    <Panel
      title={
        isPart ? rich('incident.reasonsFrom', { time: <Time at={lastHour.reasonsSince} /> }) : t('incident.reasons')
      }
      flush
    >
      <DataTable
        caption={t('incident.reasons')}
        rows={lastHour?.reasons}
        expected={2}
        slim
        rowKey={({ reason }) => reason}
        columns={[
          { id: 'reason', title: t('incident.reason'), cell: ({ reason }) => reason, wide: true },
          { id: 'count', title: t('incident.count'), align: 'end', cell: ({ count }) => countText(count, locale) },
        ]}
        empty={<EmptyState icon="check" title={t('incident.reasonsNone')} />}
      />
      {lastHour && lastHour.reasons.length > 0 && (
        <p className={styles.hint}>
          <Link to="/messages" search={{ q: `${search} status:failed after:1h` } as never}>
            {t('incident.failedMessages')}
          </Link>
        </p>
      )}
    </Panel>
  );
}
