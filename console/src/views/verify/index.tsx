import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Operator } from '../../api/client.ts';
import { read } from '../../api/queries.ts';
import { useScope } from '../../api/session.tsx';
import { AccountLink, useAccountFilter } from '../../parts/Account.tsx';
import { useCountryChoices, useCountryName } from '../../parts/country.ts';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { type Filter, Filters, useFilters } from '../../parts/Filters.tsx';
import { percentText } from '../../parts/number-text.ts';
import { Page, Panel } from '../../parts/Page.tsx';
import { Badge } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { useSearchParams } from '../../shell/useSearch.ts';
import { useTexts } from '../../texts/language.tsx';
import { Blocks } from './Blocks.tsx';
import { shareOf } from './share.ts';
import { Texts } from './Texts.tsx';

type Conversion = Operator['VerifyConversion'];
const everyMs = 30_000;

/** For operators how many codes are confirmed; for customers the texts of their codes. */
export default function VerifyView() {
  const { t } = useTexts();
  if (useScope().kind === 'operator') return <Conversions />;
  return (
    <Page title={t('verify.title')} guide="verify" lead={t('verify.textsLead')}>
      <Texts />
    </Page>
  );
}

/** How many verification codes are confirmed, and where none are sent because hardly any was. */
function Conversions() {
  const { t } = useTexts();
  const [search, setSearch] = useSearchParams();
  const by = search['by'] === 'prefix' ? 'prefix' : 'country';
  const filters = useVerifyFilters();
  const query = { by, ...useFilters(filters) } as const;
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...read('/admin/v1/verify/conversions', { params: { query } }),
    refetchInterval: everyMs,
  });
  return (
    <Page
      title={t('verify.title')}
      guide="verify"
      lead={t('verify.lead')}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('verify.by')}
          data={[
            { value: 'country', label: t('verify.byCountry') },
            { value: 'prefix', label: t('verify.byPrefix') },
          ]}
          value={by}
          onChange={(to) => setSearch({ by: to === 'prefix' ? to : undefined })}
        />
      }
    >
      <Blocks />
      <Filters filters={filters} />
      <Panel title={t('verify.conversions')} flush>
        <DataTable
          name="conversions"
          caption={t('verify.conversions')}
          columns={useColumns(by)}
          rows={data?.conversions}
          rowKey={({ accountId, country, prefix }) => `${accountId} ${prefix ?? country}`}
          error={error}
          retry={() => void refetch()}
          isStale={isPlaceholderData}
          empty={<EmptyState icon="key" title={t('verify.none')} text={t('verify.noneHint')} />}
        />
      </Panel>
    </Page>
  );
}

function useVerifyFilters(): Filter[] {
  const { t } = useTexts();
  const accounts = useAccountFilter();
  const countries = useCountryChoices();
  const hours = [
    { value: '1', label: t('verify.lastHour') },
    { value: '24', label: t('verify.lastDay') },
    { value: '168', label: t('verify.lastWeek') },
  ];
  return [
    ...accounts,
    { name: 'country', label: t('verify.country'), kind: 'choice', choices: countries },
    { name: 'hours', label: t('verify.range'), kind: 'choice', choices: hours, placeholder: t('verify.lastDay') },
  ];
}

function useColumns(by: 'country' | 'prefix'): Column<Conversion>[] {
  const { t, locale } = useTexts();
  const nameOf = useCountryName();
  const ranges: Column<Conversion>[] = [
    { id: 'prefix', title: t('verify.prefix'), cell: ({ prefix }) => <code>{prefix}…</code> },
  ];
  return [
    { id: 'country', title: t('verify.country'), wide: true, cell: ({ country }) => nameOf(country) },
    ...(by === 'prefix' ? ranges : []),
    { id: 'account', title: t('shell.account'), cell: ({ accountId }) => <AccountLink accountId={accountId} /> },
    { id: 'started', title: t('verify.started'), align: 'end', narrow: 'titled', cell: ({ started }) => started },
    { id: 'confirmed', title: t('verify.confirmed'), align: 'end', narrow: 'titled', cell: (row) => row.confirmed },
    {
      id: 'share',
      title: t('verify.share'),
      align: 'end',
      narrow: 'titled',
      cell: (row) => percentText(shareOf(row) / 100, locale),
    },
    {
      id: 'state',
      title: t('verify.state'),
      cell: ({ blockedUntil, fresh }) =>
        blockedUntil ? (
          <>
            <Badge tone="bad" icon="forbidden" text={t('verify.blocked')} /> <Time at={blockedUntil} />
          </>
        ) : (
          fresh && <Badge tone="warn" icon="question" text={t('verify.fresh')} />
        ),
    },
  ];
}
