import type { CarrierNow } from '../../live/events.ts';
import { DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Panel } from '../../parts/Page.tsx';
import { Badge, Status } from '../../parts/Status.tsx';
import { useTexts } from '../../texts/language.tsx';

export function Carriers({ carriers }: { carriers: readonly CarrierNow[] | undefined }) {
  const { t, locale } = useTexts();
  const numbers = new Intl.NumberFormat(locale);
  return (
    <Panel title={t('overview.carriers')} flush>
      <DataTable
        caption={t('overview.carriers')}
        rows={carriers}
        expected={3}
        slim
        rowKey={({ carrierId }) => carrierId}
        to={({ carrierId }) => `/carriers/${carrierId}`}
        columns={[
          { id: 'name', title: t('overview.carrier'), cell: ({ name }) => name, wide: true },
          {
            id: 'state',
            title: t('overview.state'),
            cell: (carrier) => (
              <>
                <Status status={stateOf(carrier)} />{' '}
                {carrier.throttled && <Badge tone="warn" icon="clock" text={t('overview.throttled')} />}
              </>
            ),
          },
          {
            id: 'links',
            title: t('overview.links'),
            align: 'end',
            narrow: 'titled',
            cell: ({ linksUp }) => numbers.format(linksUp),
          },
          {
            id: 'waiting',
            title: t('overview.carrierWaiting'),
            align: 'end',
            narrow: 'titled',
            cell: ({ waiting }) => numbers.format(waiting),
          },
        ]}
        empty={<EmptyState icon="carriers" title={t('overview.carriersNone')} text={t('overview.carriersNoneHint')} />}
      />
    </Panel>
  );
}

function stateOf({ enabled, linksUp }: CarrierNow): string {
  if (!enabled) return 'disabled';
  return linksUp > 0 ? 'up' : 'down';
}
