import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Operator } from '../../api/client.ts';
import { read } from '../../api/queries.ts';
import { useCountryName } from '../../parts/country.ts';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { decimalsOf, Money } from '../../parts/Money.tsx';
import { Panel } from '../../parts/Page.tsx';
import { useTexts } from '../../texts/language.tsx';

type Margin = Operator['Margins']['margins'][number];

const weekMs = 7 * 86_400_000;

/** What messages brought in and cost, by country and carrier. */
export function Margins() {
  const { t } = useTexts();
  // The same for as long as the page is open, or every look would be another question.
  const [from] = useState(() => new Date(Date.now() - weekMs).toISOString());
  const { data, error, refetch } = useQuery(read('/admin/v1/margins', { params: { query: { from } } }));
  return (
    <Panel title={t('routing.margins')} flush>
      <DataTable
        caption={t('routing.margins')}
        columns={useColumns(data?.margins ?? [])}
        rows={data?.margins}
        rowKey={({ country, carrierId, currency }) => `${country} ${carrierId} ${currency}`}
        error={error}
        retry={() => void refetch()}
        expected={2}
        empty={<EmptyState icon="prices" title={t('routing.marginsNone')} />}
      />
      <Text size="sm" c="dimmed" p="sm">
        {t('routing.marginsHint')}
      </Text>
    </Panel>
  );
}

function useColumns(rows: readonly Margin[]): Column<Margin>[] {
  const { t } = useTexts();
  const nameOf = useCountryName();
  const decimals = decimalsOf(rows.flatMap(({ revenue, cost, margin }) => [revenue, cost ?? '', margin ?? '']));
  const number = (id: 'messages' | 'segments'): Column<Margin> => ({
    id,
    title: t(`routing.${id}`),
    align: 'end',
    narrow: 'titled',
    cell: (row) => row[id],
  });
  return [
    { id: 'country', title: t('routing.country'), wide: true, cell: ({ country }) => nameOf(country) },
    {
      id: 'carrier',
      title: t('routing.carrier'),
      cell: ({ carrier }) => carrier ?? <em>{t('routing.deletedCarrier')}</em>,
    },
    number('messages'),
    number('segments'),
    {
      id: 'revenue',
      title: t('routing.revenue'),
      align: 'end',
      narrow: 'titled',
      cell: ({ revenue, currency }) => <Money amount={revenue} currency={currency} decimals={decimals} />,
    },
    {
      id: 'cost',
      title: t('routing.cost'),
      align: 'end',
      narrow: 'titled',
      cell: ({ cost, costCurrency }) =>
        cost === undefined ? '–' : <Money amount={cost} currency={costCurrency} decimals={decimals} />,
    },
    {
      id: 'margin',
      title: t('routing.margin'),
      align: 'end',
      narrow: 'titled',
      cell: ({ margin, currency }) =>
        margin === undefined ? (
          '–'
        ) : (
          <span style={margin.startsWith('-') ? { color: 'var(--bad)' } : undefined}>
            <Money amount={margin} currency={currency} decimals={decimals} sign />
          </span>
        ),
    },
  ];
}
