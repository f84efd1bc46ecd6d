import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Operator } from '../../api/client.ts';
import { list } from '../../api/queries.ts';
import { useMayChange } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { type Filter, Filters, useFilters } from '../../parts/Filters.tsx';
import { LoadMore } from '../../parts/LoadMore.tsx';
import { Money } from '../../parts/Money.tsx';
import { Page, Panel } from '../../parts/Page.tsx';
import { Status } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { useAsked } from '../../shell/useSearch.ts';
import { useTexts } from '../../texts/language.tsx';
import { NewAccount } from './NewAccount.tsx';

type Account = Operator['AccountDetails'];

export function AccountList() {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const [isOpen, dialog] = useDisclosure(false);
  useAsked('new', dialog.open, mayChange);
  const filters = useAccountFilters();
  const query = useFilters(filters);
  const pages = useInfiniteQuery(list('/admin/v1/accounts', { params: { query: { limit: '100', ...query } } }));
  const rows = pages.data?.pages.flatMap(({ accounts }) => accounts);
  const isFiltered = Object.keys(query).length > 0;
  const create = mayChange && (
    <Button leftSection={<Icon name="plus" />} onClick={dialog.open}>
      {t('accounts.new')}
    </Button>
  );
  return (
    <Page title={t('accounts.title')} guide="operator" actions={create}>
      <Filters filters={filters} />
      <Panel flush>
        <DataTable
          name="accounts"
          caption={t('accounts.list')}
          isPart={pages.hasNextPage}
          columns={useColumns()}
          rows={rows}
          rowKey={({ accountId }) => accountId}
          to={({ accountId }) => `/accounts/${accountId}`}
          error={pages.error}
          retry={() => void pages.refetch()}
          isStale={pages.isPlaceholderData}
          empty={
            <EmptyState
              icon="accounts"
              title={t(isFiltered ? 'accounts.noneFound' : 'accounts.none')}
              text={t(isFiltered ? 'accounts.noneFoundHint' : 'accounts.noneHint')}
            >
              {!isFiltered && create}
            </EmptyState>
          }
        />
        {rows && rows.length > 0 && <LoadMore pages={pages} count={rows.length} />}
      </Panel>
      <NewAccount opened={isOpen} onClose={dialog.close} />
    </Page>
  );
}

function useAccountFilters(): Filter[] {
  const { t } = useTexts();
  return [
    { name: 'name', label: t('accounts.name'), kind: 'text' },
    {
      name: 'status',
      label: t('accounts.status'),
      kind: 'choice',
      choices: (['active', 'suspended'] as const).map((value) => ({ value, label: t(`status.${value}`) })),
    },
  ];
}

function useColumns(): Column<Account>[] {
  const { t } = useTexts();
  return [
    {
      id: 'name',
      title: t('accounts.name'),
      wide: true,
      sort: ({ name }) => name,
      cell: ({ name }) => <strong>{name}</strong>,
    },
    {
      id: 'status',
      title: t('accounts.status'),
      sort: ({ status, paused }) => `${status} ${paused}`,
      cell: (account) => <States account={account} />,
    },
    {
      id: 'balance',
      title: t('accounts.balance'),
      align: 'end',
      sort: ({ balance }) => Number(balance),
      cell: ({ balance, currency }) => <Money amount={balance} currency={currency} />,
    },
    {
      id: 'creditLimit',
      title: t('accounts.creditLimit'),
      align: 'end',
      sort: ({ creditLimit }) => Number(creditLimit),
      narrow: 'titled',
      cell: ({ creditLimit, currency }) => <Money amount={creditLimit} currency={currency} />,
    },
    {
      id: 'contact',
      title: t('accounts.contactEmail'),
      narrow: 'line',
      sort: ({ contactEmail }) => contactEmail ?? undefined,
      cell: ({ contactEmail }) => contactEmail,
    },
    {
      id: 'createdAt',
      title: t('accounts.createdAt'),
      narrow: 'hide',
      sort: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
  ];
}

function States({ account: { status, paused } }: { account: Account }) {
  return (
    <>
      <Status status={status} /> {paused && <Status status="paused" />}
    </>
  );
}
