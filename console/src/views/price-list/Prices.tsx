import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Operator } from '../../api/client.ts';
import { useMayChange } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { Confirm } from '../../parts/Confirm.tsx';
import { useCountryName } from '../../parts/country.ts';
import { DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { decimalsOf, Money } from '../../parts/Money.tsx';
import { notify } from '../../parts/notify.ts';
import { Panel } from '../../parts/Page.tsx';
import { RowMenu } from '../../parts/RowMenu.tsx';
import { useRowDialog } from '../../parts/useRowDialog.ts';
import { useTexts } from '../../texts/language.tsx';
import { changePrices, type Price } from './change-prices.ts';
import { PriceDialog } from './PriceDialog.tsx';

export function Prices({ list }: { list: Operator['PriceListDetails'] | undefined }) {
  const { t, locale } = useTexts();
  const mayChange = useMayChange();
  const nameOf = useCountryName();
  const [search, setSearch] = useState('');
  const dialog = useRowDialog<'set' | 'remove', Price | undefined>();
  const wanted = search.trim().toLocaleLowerCase(locale);
  const rows = list?.prices
    .filter(({ country }) => `${country} ${nameOf(country)}`.toLocaleLowerCase(locale).includes(wanted))
    .sort((one, other) => nameOf(one.country).localeCompare(nameOf(other.country), locale));
  const decimals = decimalsOf(list?.prices.map(({ unitPrice }) => unitPrice) ?? []);
  const country = dialog.row ? nameOf(dialog.row.country) : '';
  const countryOf = (row: Price) => nameOf(row.country);
  const actions = (row: Price) => (
    <RowMenu
      label={t('prices.rowActions', { country: nameOf(row.country) })}
      actions={[
        { text: t('prices.changePrice'), icon: 'settings', onClick: () => dialog.open('set', row) },
        { text: t('prices.remove'), icon: 'trash', danger: true, onClick: () => dialog.open('remove', row) },
      ]}
    />
  );
  return (
    <Panel
      title={t('prices.prices')}
      flush
      actions={
        <>
          <TextInput
            size="xs"
            type="search"
            aria-label={t('prices.find')}
            placeholder={t('prices.find')}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          {mayChange && (
            <Button
              variant="default"
              leftSection={<Icon name="plus" />}
              disabled={!list}
              onClick={() => dialog.open('set', undefined)}
            >
              {t('prices.add')}
            </Button>
          )}
        </>
      }
    >
      <DataTable
        caption={t('prices.prices')}
        columns={[
          { id: 'country', title: t('prices.country'), cell: countryOf, sort: countryOf, wide: true },
          { id: 'code', title: 'ISO', sort: (row) => row.country, cell: (row) => <code>{row.country}</code> },
          {
            id: 'unitPrice',
            title: t('prices.unitPrice'),
            align: 'end',
            sort: ({ unitPrice }) => Number(unitPrice),
            cell: ({ unitPrice }) => <Money amount={unitPrice} currency={list?.currency} decimals={decimals} />,
          },
          ...(mayChange
            ? [{ id: 'actions', title: t('accounts.actions'), quiet: true, align: 'end' as const, cell: actions }]
            : []),
        ]}
        rows={rows}
        rowKey={(row) => row.country}
        empty={
          <EmptyState
            icon="prices"
            title={t(wanted ? 'prices.noneFound' : 'prices.pricesNone')}
            text={wanted ? undefined : t('prices.pricesNoneHint')}
          />
        }
      />
      {list && <PriceDialog list={list} price={dialog.row} opened={dialog.is('set')} onClose={dialog.close} />}
      <Confirm
        opened={dialog.is('remove')}
        onClose={dialog.close}
        title={t('prices.removeTitle', { country })}
        action={t('prices.remove')}
        danger
        onConfirm={async () => {
          const gone = dialog.row?.country;
          await changePrices(list?.priceListId ?? '', (prices) => prices.filter((price) => price.country !== gone));
          notify(t('prices.removed'));
        }}
      >
        <p>{t('prices.removeText')}</p>
      </Confirm>
    </Panel>
  );
}
