import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Operator } from '../../api/client.ts';
import { read } from '../../api/queries.ts';
import { useMayChange } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { amountsText } from '../../incident/amounts.ts';
import { CancelWaiting, type WaitingFilter } from '../../incident/CancelWaiting.tsx';
import styles from '../../incident/incident.module.css';
import { useRefreshOn } from '../../live/useLive.tsx';
import { useAccountFilter } from '../../parts/Account.tsx';
import { useCountryChoices } from '../../parts/country.ts';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { type Filter, Filters, useFilters } from '../../parts/Filters.tsx';
import { decimalsOf, Money } from '../../parts/Money.tsx';
import { countText } from '../../parts/number-text.ts';
import { Page, Panel } from '../../parts/Page.tsx';
import { useRowDialog } from '../../parts/useRowDialog.ts';
import { useTexts } from '../../texts/language.tsx';
import { Queues } from './Queues.tsx';

type Sums = Operator['WaitingMessages'];
type Row = Sums['accounts'][number];
const path = '/admin/v1/messages/waiting';
const everyMs = 10_000;

/** Everything that waits, by account and by carrier, with its price; what the filters select can be cancelled. */
export default function WaitingView() {
  const { t, locale } = useTexts();
  const mayChange = useMayChange();
  const filters = useWaitingFilters();
  const filter = useFilters(filters) as WaitingFilter;
  const isFiltered = Object.keys(filter).length > 0;
  useRefreshOn('carriers', path);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...read(path, { params: { query: filter } }),
    refetchInterval: everyMs,
  });
  const dialog = useRowDialog<'cancel', WaitingFilter>();
  const count = data?.messages ?? 0;
  return (
    <Page
      title={t('waiting.title')}
      guide="queue"
      lead={t('waiting.lead')}
      actions={
        mayChange &&
        isFiltered && (
          <Button
            color="red"
            variant="light"
            leftSection={<Icon name="close" />}
            disabled={count === 0}
            onClick={() => dialog.open('cancel', filter)}
          >
            {t('incident.cancel')}
          </Button>
        )
      }
    >
      <Filters filters={filters} />
      <Panel title={t('waiting.byAccount')} flush>
        <DataTable
          caption={t('waiting.byAccount')}
          columns={useColumns(
            data,
            mayChange ? ({ accountId }) => dialog.open('cancel', { ...filter, accountId }) : undefined,
          )}
          rows={data?.accounts}
          expected={3}
          rowKey={({ accountId }) => accountId}
          to={({ accountId }) => `/accounts/${accountId}?tab=status`}
          error={error}
          retry={() => void refetch()}
          isStale={isPlaceholderData}
          empty={
            isFiltered ? (
              <EmptyState icon="search" title={t('waiting.noneFound')} />
            ) : (
              <EmptyState icon="check" title={t('waiting.none')} text={t('waiting.noneHint')} />
            )
          }
        />
        {count > 0 && (
          <p className={styles.hint}>
            {t('waiting.sum', { count, amounts: amountsText(data?.accounts ?? [], locale) })}{' '}
            {data?.bounded && t('incident.atLeast')} {mayChange && !isFiltered && t('waiting.chooseFilter')}
          </p>
        )}
      </Panel>
      <Queues />
      {dialog.row && <CancelWaiting filter={dialog.row} opened={dialog.is('cancel')} onClose={dialog.close} />}
    </Page>
  );
}

function useWaitingFilters(): Filter[] {
  const { t } = useTexts();
  const accounts = useAccountFilter();
  const countries = useCountryChoices();
  const { data } = useQuery({ ...read('/admin/v1/carriers'), staleTime: 60_000 });
  const carriers = (data?.carriers ?? []).map(({ carrierId, name }) => ({ value: carrierId, label: name }));
  const kinds = [
    { value: 'ACCEPTED', label: t('waiting.unscheduled') },
    { value: 'SCHEDULED', label: t('waiting.scheduled') },
  ];
  return [
    ...accounts,
    { name: 'carrierId', label: t('waiting.carrier'), kind: 'choice', choices: carriers },
    { name: 'country', label: t('waiting.country'), kind: 'choice', choices: countries },
    { name: 'status', label: t('waiting.kind'), kind: 'choice', choices: kinds },
    { name: 'before', label: t('waiting.before'), kind: 'time' },
  ];
}

function useColumns(sums: Sums | undefined, cancel: ((row: Row) => void) | undefined): Column<Row>[] {
  const { t, locale } = useTexts();
  const decimals = decimalsOf((sums?.accounts ?? []).map(({ amount }) => amount));
  const columns: Column<Row>[] = [
    { id: 'name', title: t('shell.account'), cell: ({ name }) => name, sort: ({ name }) => name, wide: true },
    {
      id: 'messages',
      title: t('waiting.messages'),
      align: 'end',
      sort: ({ messages }) => messages,
      narrow: 'titled',
      cell: ({ messages }) => countText(messages, locale),
    },
    {
      id: 'price',
      title: t('waiting.price'),
      align: 'end',
      sort: ({ amount }) => Number(amount),
      narrow: 'titled',
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} decimals={decimals} />,
    },
  ];
  if (!cancel) return columns;
  const action = (row: Row) => (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={t('waiting.cancelOf', { name: row.name })}
      onClick={() => cancel(row)}
    >
      {t('waiting.cancelShort')}
    </Button>
  );
  return [...columns, { id: 'actions', title: t('accounts.actions'), quiet: true, align: 'end', cell: action }];
}
