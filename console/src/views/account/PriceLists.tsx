import { Button, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, ask, type Operator } from '../../api/client.ts';
import { read, refresh } from '../../api/queries.ts';
import { useMayChange } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { Confirm } from '../../parts/Confirm.tsx';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { FormDialog } from '../../parts/FormDialog.tsx';
import { notify } from '../../parts/notify.ts';
import { Panel } from '../../parts/Page.tsx';
import { RowMenu } from '../../parts/RowMenu.tsx';
import { useRowDialog } from '../../parts/useRowDialog.ts';
import { useTexts } from '../../texts/language.tsx';
import { Validity } from '../prices/Validity.tsx';

type List = Operator['PriceList'];
const path = '/admin/v1/accounts/{accountId}/price-lists';

async function changed(): Promise<void> {
  await refresh(path, '/admin/v1/price-lists');
}

/** The price lists that hold for an account. */
export function PriceLists({ accountId, currency }: { accountId: string; currency: string }) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const dialog = useRowDialog<'assign' | 'unassign', List | undefined>();
  const { data, error, refetch } = useQuery(read(path, { params: { path: { accountId }, query: { limit: '1000' } } }));
  const assign = mayChange && (
    <Button leftSection={<Icon name="plus" />} onClick={() => dialog.open('assign', undefined)}>
      {t('accounts.assign')}
    </Button>
  );
  return (
    <Panel title={t('accounts.priceLists')} flush actions={assign}>
      <DataTable
        caption={t('accounts.priceLists')}
        columns={useColumns(mayChange ? (row) => dialog.open('unassign', row) : undefined)}
        rows={data?.priceLists}
        rowKey={({ priceListId }) => priceListId}
        to={({ priceListId }) => `/prices/${priceListId}`}
        error={error}
        retry={() => void refetch()}
        expected={2}
        empty={
          <EmptyState icon="prices" title={t('accounts.priceListsNone')} text={t('accounts.priceListsNoneHint')}>
            {assign}
          </EmptyState>
        }
      />
      <Text size="sm" c="dimmed" p="sm">
        {t('accounts.priceListsHint')}
      </Text>
      <AssignDialog
        accountId={accountId}
        currency={currency}
        given={data?.priceLists ?? []}
        opened={dialog.is('assign')}
        onClose={dialog.close}
      />
      <Confirm
        opened={dialog.is('unassign')}
        onClose={dialog.close}
        title={t('accounts.unassignTitle', { name: dialog.row?.name ?? '' })}
        action={t('accounts.unassign')}
        danger
        onConfirm={async () => {
          const priceListId = dialog.row?.priceListId ?? '';
          await ask(api.DELETE(`${path}/{priceListId}`, { params: { path: { accountId, priceListId } } }));
          notify(t('accounts.unassigned'));
          void changed();
        }}
      >
        <p>{t('accounts.unassignText')}</p>
      </Confirm>
    </Panel>
  );
}

function useColumns(remove: ((row: List) => void) | undefined): Column<List>[] {
  const { t } = useTexts();
  const columns: Column<List>[] = [
    { id: 'name', title: t('accounts.priceList'), cell: ({ name }) => name, wide: true },
    { id: 'validity', title: t('prices.state'), cell: (row) => <Validity list={row} /> },
    {
      id: 'countries',
      title: t('accounts.countries'),
      align: 'end',
      narrow: 'titled',
      cell: ({ countryCount }) => countryCount,
    },
  ];
  if (!remove) return columns;
  const actions = (row: List) => (
    <RowMenu
      label={t('accounts.priceListActions', { name: row.name })}
      actions={[{ text: t('accounts.unassign'), icon: 'trash', danger: true, onClick: () => remove(row) }]}
    />
  );
  return [...columns, { id: 'actions', title: t('accounts.actions'), quiet: true, align: 'end', cell: actions }];
}

type AssignProps = { accountId: string; currency: string; given: List[]; opened: boolean; onClose: () => void };

function AssignDialog({ accountId, currency, given, opened, onClose }: AssignProps) {
  const { t } = useTexts();
  const { data } = useQuery({
    ...read('/admin/v1/price-lists', { params: { query: { limit: '1000', currency } } }),
    enabled: opened && currency !== '',
  });
  const others = (data?.priceLists ?? []).filter((list) =>
    given.every(({ priceListId }) => priceListId !== list.priceListId),
  );
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('accounts.assignTitle')}
      action={t('accounts.assign')}
      fields={['priceListId']}
      submit={async (value) => {
        const params = { path: { accountId, priceListId: value('priceListId') } };
        await ask(api.PUT(`${path}/{priceListId}`, { params }));
        notify(t('accounts.assigned'));
        void changed();
      }}
    >
      {(fault) =>
        data && others.length === 0 ? (
          <Text size="sm">{t('accounts.assignNone', { currency })}</Text>
        ) : (
          <Select
            name="priceListId"
            label={t('accounts.priceList')}
            data={others.map(({ priceListId, name }) => ({ value: priceListId, label: name }))}
            searchable
            required
            error={fault('priceListId')}
            data-autofocus
          />
        )
      }
    </FormDialog>
  );
}
