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
import { Page, Panel } from '../../parts/Page.tsx';
import { useAsked } from '../../shell/useSearch.ts';
import { useTexts } from '../../texts/language.tsx';
import { PriceListDialog } from './PriceListDialog.tsx';
import { Validity } from './Validity.tsx';

type List = Operator['PriceList'];

export default function PricesView() {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const [isOpen, dialog] = useDisclosure(false);
  useAsked('new', dialog.open, mayChange);
  const filters: Filter[] = [
    { name: 'name', label: t('prices.name'), kind: 'text' },
    { name: 'currency', label: t('prices.currency'), kind: 'text', placeholder: 'EUR' },
  ];
  const query = useFilters(filters);
  // Half a currency finds nothing, and is refused.
  const { currency, ...name } = query;
  const asked = { ...name, ...(currency?.length === 3 && { currency: currency.toUpperCase() }) };
  const pages = useInfiniteQuery(list('/admin/v1/price-lists', { params: { query: { limit: '100', ...asked } } }));
  const rows = pages.data?.pages.flatMap(({ priceLists }) => priceLists);
  const isFiltered = Object.keys(asked).length > 0;
  const create = mayChange && (
    <Button leftSection={<Icon name="plus" />} onClick={dialog.open}>
      {t('prices.new')}
    </Button>
  );
  return (
    <Page title={t('prices.title')} guide="prices" actions={create}>
      <Filters filters={filters} />
      <Panel flush>
        <DataTable
          caption={t('prices.lists')}
          columns={useColumns()}
          rows={rows}
          rowKey={({ priceListId }) => priceListId}
          to={({ priceListId }) => `/prices/${priceListId}`}
          error={pages.error}
          retry={() => void pages.refetch()}
          isStale={pages.isPlaceholderData}
          expected={4}
          empty={
            <EmptyState
              icon="prices"
              title={t(isFiltered ? 'prices.noneFound' : 'prices.none')}
              text={t(isFiltered ? 'prices.noneFoundHint' : 'prices.noneHint')}
            >
              {!isFiltered && create}
            </EmptyState>
          }
        />
        {rows && rows.length > 0 && <LoadMore pages={pages} count={rows.length} />}
      </Panel>
      <PriceListDialog opened={isOpen} onClose={dialog.close} />
    </Page>
  );
}

function useColumns(): Column<List>[] {
  const { t } = useTexts();
  return [
    { id: 'name', title: t('prices.name'), cell: ({ name }) => <strong>{name}</strong>, wide: true },
    { id: 'currency', title: t('prices.currency'), cell: ({ currency }) => currency },
    { id: 'state', title: t('prices.state'), narrow: 'line', cell: (row) => <Validity list={row} /> },
    {
      id: 'countries',
      title: t('prices.countries'),
      align: 'end',
      narrow: 'titled',
      cell: ({ countryCount }) => countryCount,
    },
    {
      id: 'accounts',
      title: t('prices.accounts'),
      align: 'end',
      narrow: 'titled',
      cell: ({ accountCount }) => accountCount,
    },
  ];
}
