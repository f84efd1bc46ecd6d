import { Button, Group } from '@mantine/core';
import { api, ask, type Operator } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useMayChange } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { Confirm } from '../../parts/Confirm.tsx';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { notify } from '../../parts/notify.ts';
import { Panel } from '../../parts/Page.tsx';
import { RowMenu } from '../../parts/RowMenu.tsx';
import { useRowDialog } from '../../parts/useRowDialog.ts';
import { useTexts } from '../../texts/language.tsx';
import { PolicyDialog } from './PolicyDialog.tsx';
import { RouteDialog } from './RouteDialog.tsx';
import { useTarget } from './target.ts';

type Route = Operator['RouteDetails'];
type Carrier = Operator['CarrierDetails'];
type What = 'add' | 'change' | 'delete' | 'policy';
type Props = { routes: Route[] | undefined; carriers: Carrier[]; error: unknown; retry: () => void };

/** Which carrier takes what, best first. */
export function Routes({ routes, carriers, error, retry }: Props) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const targetOf = useTarget();
  const dialog = useRowDialog<What, Route | undefined>();
  const nameOf = (id: string) => carriers.find(({ carrierId }) => carrierId === id)?.name ?? `…${id.slice(-8)}`;
  const { row } = dialog;
  const rows = routes?.toSorted(
    (one, other) => one.priority - other.priority || (other.prefix?.length ?? 0) - (one.prefix?.length ?? 0),
  );
  const add = mayChange && (
    <Button
      leftSection={<Icon name="plus" />}
      variant="default"
      disabled={carriers.length === 0}
      onClick={() => dialog.open('add', undefined)}
    >
      {t('carriers.routeAdd')}
    </Button>
  );
  return (
    <Panel
      title={t('carriers.routes')}
      flush
      actions={
        mayChange && (
          <Group gap="xs">
            <Button variant="default" onClick={() => dialog.open('policy', undefined)}>
              {t('routing.policy')}
            </Button>
            {add}
          </Group>
        )
      }
    >
      <DataTable
        caption={t('carriers.routes')}
        columns={useColumns(nameOf, mayChange ? dialog.open : undefined)}
        rows={rows}
        rowKey={({ routeId }) => routeId}
        error={error}
        retry={retry}
        expected={2}
        empty={
          <EmptyState icon="carriers" title={t('carriers.routesNone')} text={t('carriers.routesNoneHint')}>
            {add}
          </EmptyState>
        }
      />
      <PolicyDialog opened={dialog.is('policy')} onClose={dialog.close} />
      <RouteDialog
        route={row}
        carriers={carriers}
        opened={dialog.is('add') || dialog.is('change')}
        onClose={dialog.close}
      />
      <Confirm
        opened={dialog.is('delete')}
        onClose={dialog.close}
        title={t('carriers.routeDeleteTitle')}
        action={t('carriers.delete')}
        danger
        onConfirm={async () => {
          if (!row) return;
          await ask(api.DELETE('/admin/v1/routes/{routeId}', { params: { path: { routeId: row.routeId } } }));
          notify(t('carriers.routeDeleted'));
          void refresh('/admin/v1/routes');
        }}
      >
        <p>{row && t('carriers.routeDeleteText', { target: targetOf(row), carrier: nameOf(row.carrierId) })}</p>
      </Confirm>
    </Panel>
  );
}

function useColumns(
  nameOf: (carrierId: string) => string,
  open: ((what: What, row: Route) => void) | undefined,
): Column<Route>[] {
  const { t } = useTexts();
  const targetOf = useTarget();
  /** The first of a pool, and how many more there are. */
  const shown = ({ senders: [first, ...more], rewrites }: Route): string => {
    if (first === undefined) return '–';
    const pool = more.length === 0 ? first : t('routing.andMore', { first, count: more.length });
    return rewrites === 'names' ? t('routing.forNames', { pool }) : pool;
  };
  const columns: Column<Route>[] = [
    { id: 'target', title: t('carriers.target'), cell: targetOf, wide: true },
    { id: 'carrier', title: t('carriers.carrier'), cell: ({ carrierId }) => nameOf(carrierId) },
    { id: 'priority', title: t('carriers.priority'), align: 'end', narrow: 'titled', cell: ({ priority }) => priority },
    { id: 'weight', title: t('carriers.weight'), align: 'end', narrow: 'titled', cell: ({ weight }) => weight },
    { id: 'senders', title: t('routing.senders'), narrow: 'titled', cell: shown },
  ];
  if (!open) return columns;
  const actions = (route: Route) => (
    <RowMenu
      label={t('carriers.routeActions', { target: targetOf(route), carrier: nameOf(route.carrierId) })}
      actions={[
        { text: t('carriers.change'), icon: 'settings', onClick: () => open('change', route) },
        { text: t('carriers.delete'), icon: 'trash', danger: true, onClick: () => open('delete', route) },
      ]}
    />
  );
  return [...columns, { id: 'actions', title: t('accounts.actions'), quiet: true, align: 'end', cell: actions }];
}
