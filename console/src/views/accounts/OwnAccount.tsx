import { Tabs, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { list, read } from '../../api/queries.ts';
import { actingFor } from '../../api/scope.ts';
import { AccountMoney } from '../../parts/AccountMoney.tsx';
import { useCountryName } from '../../parts/country.ts';
import { DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { useFilters } from '../../parts/Filters.tsx';
import { decimalsOf, Money } from '../../parts/Money.tsx';
import { Page, Panel } from '../../parts/Page.tsx';
import { Time } from '../../parts/Time.tsx';
import { useSearchParams } from '../../shell/useSearch.ts';
import { useTexts } from '../../texts/language.tsx';
import { Keys } from '../account/Keys.tsx';
import { ownKeys } from '../account/key-api.ts';
import { Ledger, LedgerFile, useLedgerFilters } from '../account/Ledger.tsx';

const tabs = { ledger: 'accounts.ledger', keys: 'accounts.tabKeys', prices: 'accounts.tabPrices' } as const;
type Tab = keyof typeof tabs;
/** Further ahead, the rate of one week says little. */
const mostDaysShown = 365;

/** What a customer has, what was booked, and what it pays. */
export function OwnAccount() {
  const { t } = useTexts();
  const [search, setSearch] = useSearchParams();
  const account = useQuery(read('/v1/account'));
  const tab: Tab = search['tab'] === 'keys' || search['tab'] === 'prices' ? search['tab'] : 'ledger';
  const { data } = account;
  const money = (amount: number | undefined) =>
    amount === undefined ? '…' : <Money amount={amount} currency={data?.currency} />;
  const lasting = (days: number | undefined) => {
    if (days === undefined) return '–';
    const whole = Math.floor(days);
    if (whole > mostDaysShown) return t('accounts.lastsLong');
    return whole === 0 ? t('accounts.lastsToday') : t('accounts.lastsDays', { count: whole });
  };
  return (
    <Page title={t('accounts.own')} aside={data?.name}>
      <Panel>
        <Facts
          facts={[
            [t('accounts.balance'), <strong key="balance">{money(data?.balance)}</strong>],
            [t('accounts.creditLimit'), money(data?.creditLimit)],
            [t('accounts.spentLast7Days'), money(data?.spentLast7Days)],
            [t('accounts.lasts'), data ? lasting(data.daysLeft) : '…'],
          ]}
        />
      </Panel>
      {data && data.smppWarnings.length > 0 && (
        <Panel title={t('accounts.smppWarnings')}>
          {data.smppWarnings.map(({ systemId, texts, lastAt }) => (
            <Text key={systemId} size="sm">
              <code>{systemId}</code> {t('accounts.latin1Warning', { count: texts })} <Time at={lastAt} />
            </Text>
          ))}
          <Text size="sm" c="dimmed">
            {t('accounts.latin1WarningHint')}
          </Text>
        </Panel>
      )}
      <Tabs value={tab} onChange={(to) => setSearch({ tab: to ?? undefined })} keepMounted={false}>
        <Tabs.List aria-label={t('accounts.tabs')} mb="sm" style={{ flexWrap: 'nowrap', overflowX: 'auto' }}>
          {(Object.keys(tabs) as Tab[]).map((name) => (
            <Tabs.Tab key={name} value={name} px={{ base: 'xs', sm: 'md' }}>
              {t(tabs[name])}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="ledger">
          <Transactions />
        </Tabs.Panel>
        <Tabs.Panel value="keys">
          <Keys keys={ownKeys} />
        </Tabs.Panel>
        <Tabs.Panel value="prices">
          <Prices prices={data?.prices} error={account.error} retry={() => void account.refetch()} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function Transactions() {
  const { t } = useTexts();
  const filters = useFilters(useLedgerFilters());
  const pages = useInfiniteQuery(list('/v1/ledger', { params: { query: { limit: '50', ...filters } } }));
  return (
    <Panel title={t('accounts.ledger')} flush actions={<LedgerFile path={fileOf(actingFor)} filters={filters} />}>
      <Ledger entries={pages.data?.pages.flatMap(({ entries }) => entries)} pages={pages} />
    </Panel>
  );
}

/** A link does not say which account one acts for. */
const fileOf = (accountId: string | undefined) =>
  accountId === undefined ? '/v1/ledger.csv' : `/admin/v1/accounts/${accountId}/ledger.csv`;

type Price = { country: string; unitPrice: number; priceList: string };

function Prices({ prices, error, retry }: { prices: Price[] | undefined; error: unknown; retry: () => void }) {
  const { t, locale } = useTexts();
  const nameOf = useCountryName();
  const [search, setSearch] = useState('');
  const countryOf = ({ country }: Price) => nameOf(country);
  const decimals = decimalsOf(prices?.map(({ unitPrice }) => unitPrice) ?? []);
  const wanted = search.trim().toLocaleLowerCase(locale);
  const rows = prices
    ?.filter(({ country }) => `${country} ${nameOf(country)}`.toLocaleLowerCase(locale).includes(wanted))
    .sort((one, other) => nameOf(one.country).localeCompare(nameOf(other.country), locale));
  return (
    <Panel
      title={t('accounts.prices')}
      flush
      actions={
        <TextInput
          size="xs"
          type="search"
          aria-label={t('accounts.findCountry')}
          placeholder={t('accounts.findCountry')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      }
    >
      <DataTable
        caption={t('accounts.prices')}
        columns={[
          { id: 'country', title: t('accounts.country'), cell: countryOf, sort: countryOf, wide: true },
          { id: 'code', title: 'ISO', sort: ({ country }) => country, cell: ({ country }) => <code>{country}</code> },
          {
            id: 'unitPrice',
            title: t('accounts.unitPrice'),
            align: 'end',
            sort: ({ unitPrice }) => unitPrice,
            cell: ({ unitPrice }) => <AccountMoney accountId={undefined} amount={unitPrice} decimals={decimals} />,
          },
          {
            id: 'list',
            title: t('accounts.priceList'),
            narrow: 'hide',
            sort: ({ priceList }) => priceList,
            cell: ({ priceList }) => priceList,
          },
        ]}
        rows={rows}
        rowKey={({ country }) => country}
        error={error}
        retry={retry}
        empty={
          <EmptyState
            icon="prices"
            title={t(wanted ? 'prices.noneFound' : 'accounts.pricesNone')}
            text={wanted ? undefined : t('accounts.pricesNoneHint')}
          />
        }
      />
    </Panel>
  );
}
