import { Button, Select, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/queries.ts';
import { useScope } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { useCountryChoices } from '../../parts/country.ts';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { type Filter, Filters } from '../../parts/Filters.tsx';
import { notifyFault } from '../../parts/notify.ts';
import { Page, Panel } from '../../parts/Page.tsx';
import { useSearchParams } from '../../shell/useSearch.ts';
import { useTexts } from '../../texts/language.tsx';
import { Breakdown } from './Breakdown.tsx';
import { Outcomes, Parts } from './Course.tsx';
import { before, download, type Group, groups, isByOrigin, rangeOf, ranges, useAsked, useRows } from './reading.ts';
import { Sums } from './Sums.tsx';

/** How much was sent, how much of it arrived, and what it cost: over time, by country, by carrier, by account. */
export default function StatisticsView() {
  const { t } = useTexts();
  const { kind } = useScope();
  const [search, setSearch] = useSearchParams();
  const asked = useAsked();
  const { group } = asked;
  const { rows, error, refetch } = useRows(asked);
  const { rows: earlier } = useRows(before(asked));
  const offered = groups.filter((name) => kind === 'operator' || (name !== 'carrier' && name !== 'account'));
  return (
    <Page
      title={t('statistics.title')}
      actions={
        <>
          <Select
            size="xs"
            aria-label={t('statistics.range')}
            data={Object.keys(ranges).map((value) => ({ value, label: t(`statistics.range_${value as '7d'}`) }))}
            value={rangeOf(search['range'])}
            onChange={(to) => setSearch({ range: to ?? undefined })}
            allowDeselect={false}
          />
          <Button
            variant="default"
            leftSection={<Icon name="download" />}
            onClick={() => void download(kind, asked).catch(notifyFault)}
          >
            {t('shell.export')}
          </Button>
        </>
      }
    >
      <Filters filters={useStatisticsFilters(group)} />
      <Tabs value={group} onChange={(to) => setSearch({ group: to ?? undefined })} keepMounted={false}>
        <Tabs.List aria-label={t('statistics.by')} mb="sm">
          {offered.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`statistics.by_${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={group}>
          {error && !rows ? (
            <Panel>
              <ErrorState error={error} retry={() => void refetch()} />
            </Panel>
          ) : rows?.length === 0 ? (
            <Panel>
              <EmptyState icon="statistics" title={t('statistics.none')} text={t('statistics.noneHint')} />
            </Panel>
          ) : (
            <>
              <Sums rows={rows} earlier={earlier} asked={asked} />
              {group === 'day' || group === 'hour' ? (
                <Outcomes rows={rows} earlier={earlier} asked={asked} />
              ) : (
                <Parts asked={asked} />
              )}
              <Breakdown rows={rows} earlier={earlier} asked={asked} />
            </>
          )}
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function useStatisticsFilters(group: Group): Filter[] {
  const { t } = useTexts();
  const { kind } = useScope();
  const countries = useCountryChoices();
  const { data } = useQuery({
    ...read('/admin/v1/accounts', { params: { query: { limit: '1000' } } }),
    enabled: kind === 'operator',
    staleTime: 60_000,
  });
  const accounts = (data?.accounts ?? []).map(({ accountId, name }) => ({ value: accountId, label: name }));
  return [
    ...(isByOrigin(group)
      ? []
      : [{ name: 'country', label: t('statistics.by_country'), kind: 'choice', choices: countries } as const]),
    ...(kind === 'operator'
      ? [{ name: 'accountId', label: t('statistics.by_account'), kind: 'choice', choices: accounts } as const]
      : []),
  ];
}
