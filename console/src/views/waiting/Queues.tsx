import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/queries.ts';
import { DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { countText } from '../../parts/number-text.ts';
import { Panel } from '../../parts/Page.tsx';
import { Status } from '../../parts/Status.tsx';
import { useTexts } from '../../texts/language.tsx';

const everyMs = 10_000;
/** Counts of the service stop here. */
const mostCounted = 10_000;

/** Which carriers messages wait for. */
export function Queues() {
  const { t, locale } = useTexts();
  const { data, error, refetch } = useQuery({ ...read('/admin/v1/carriers'), refetchInterval: everyMs });
  const rows = data?.carriers
    .filter(({ waiting }) => waiting > 0)
    .toSorted((one, other) => other.waiting - one.waiting);
  return (
    <Panel title={t('waiting.byCarrier')} flush>
      <DataTable
        caption={t('waiting.byCarrier')}
        rows={rows}
        expected={2}
        slim
        rowKey={({ carrierId }) => carrierId}
        to={({ carrierId }) => `/carriers/${carrierId}`}
        error={error}
        retry={() => void refetch()}
        columns={[
          { id: 'name', title: t('waiting.carrier'), cell: ({ name }) => name, wide: true },
          {
            id: 'state',
            title: t('waiting.state'),
            cell: ({ enabled, linksUp, paused }) => (
              <Status status={!enabled ? 'disabled' : paused ? 'paused' : linksUp > 0 ? 'up' : 'down'} />
            ),
          },
          {
            id: 'waiting',
            title: t('waiting.messages'),
            align: 'end',
            cell: ({ waiting }) => `${waiting >= mostCounted ? '≥ ' : ''}${countText(waiting, locale)}`,
          },
        ]}
        empty={<EmptyState icon="check" title={t('waiting.byCarrierNone')} />}
      />
    </Panel>
  );
}
