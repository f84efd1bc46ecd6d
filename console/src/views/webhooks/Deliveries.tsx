import { AccountLink, useAccountFilter, useAccounts } from '../../parts/Account.tsx';
import { Countdown } from '../../parts/Countdown.tsx';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { type Filter, Filters, useFilters } from '../../parts/Filters.tsx';
import { LoadMore } from '../../parts/LoadMore.tsx';
import { Panel } from '../../parts/Page.tsx';
import { Status } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { duration } from '../../parts/time-text.ts';
import { useTexts } from '../../texts/language.tsx';
import { useKindWords } from './kind-words.ts';
import { type Delivery, kinds, states, useDeliveries } from './reading.ts';
import styles from './webhooks.module.css';

/** Every event that was, is or will be sent to an endpoint; the filters are in the address. */
export function Deliveries() {
  const { t } = useTexts();
  const filters = useDeliveryFilters();
  const query = useFilters(filters);
  const { pages, rows } = useDeliveries(query);
  const columns = useColumns();
  const isFiltered = Object.keys(query).length > 0;
  return (
    <section aria-label={t('webhooks.deliveries')}>
      <Filters filters={filters} />
      <Panel title={t('webhooks.deliveries')} flush>
        <DataTable
          name="deliveries"
          caption={t('webhooks.deliveries')}
          columns={columns}
          rows={rows}
          rowKey={({ deliveryId }) => deliveryId}
          to={({ deliveryId }) => `/webhooks/${deliveryId}`}
          empty={
            isFiltered ? (
              <EmptyState icon="search" title={t('webhooks.noneFound')} text={t('webhooks.noneFoundHint')} />
            ) : (
              <EmptyState icon="webhooks" title={t('webhooks.noDeliveries')} text={t('webhooks.noDeliveriesHint')} />
            )
          }
          error={pages.error}
          retry={() => void pages.refetch()}
          isStale={pages.isPlaceholderData}
        />
        {rows && (rows.length > 0 || pages.hasNextPage) && <LoadMore pages={pages} count={rows.length} />}
      </Panel>
    </section>
  );
}

function useDeliveryFilters(): Filter[] {
  const { t } = useTexts();
  const words = useKindWords();
  const accounts = useAccountFilter();
  return [
    ...accounts,
    {
      name: 'state',
      label: t('webhooks.state'),
      kind: 'choice',
      choices: states.map((value) => ({ value, label: t(`status.${value}`) })),
    },
    {
      name: 'kind',
      label: t('webhooks.kind'),
      kind: 'choice',
      choices: kinds.map((value) => ({ value, label: words[value] })),
    },
    { name: 'from', label: t('shell.from'), kind: 'time' },
    { name: 'to', label: t('shell.to'), kind: 'time' },
    { name: 'messageId', label: t('webhooks.messageId'), kind: 'text', placeholder: t('webhooks.uuid') },
  ];
}

function useColumns(): Column<Delivery>[] {
  const { t } = useTexts();
  const { isOperator } = useAccounts();
  const words = useKindWords();
  return [
    { id: 'at', title: t('webhooks.happened'), cell: ({ createdAt }) => <Time at={createdAt} /> },
    { id: 'state', title: t('webhooks.state'), cell: ({ state }) => <Status status={state} /> },
    { id: 'kind', title: t('webhooks.kind'), cell: ({ kind }) => words[kind] },
    ...(isOperator
      ? [
          {
            id: 'account',
            title: t('shell.account'),
            cell: ({ accountId }: Delivery) => accountId && <AccountLink accountId={accountId} />,
          },
        ]
      : []),
    {
      id: 'url',
      title: t('webhooks.url'),
      wide: true,
      cell: ({ url }) => <span className={styles.address}>{url}</span>,
    },
    { id: 'answer', title: t('webhooks.last'), cell: (delivery) => <LastAnswer delivery={delivery} /> },
    {
      id: 'attempts',
      title: t('webhooks.attempts'),
      align: 'end',
      narrow: 'hide',
      cell: ({ attemptCount }) => attemptCount,
    },
    {
      id: 'next',
      title: t('webhooks.nextRetry'),
      align: 'end',
      cell: ({ state, nextAttemptAt }) => state === 'retrying' && nextAttemptAt && <Countdown at={nextAttemptAt} />,
    },
  ];
}

function LastAnswer({ delivery: { lastAttempt } }: { delivery: Delivery }) {
  if (!lastAttempt) return null;
  const { status, error, durationMs } = lastAttempt;
  return (
    <span className={styles.answer} title={error}>
      {status ?? error} <span className={styles.dim}>{duration(durationMs / 1_000)}</span>
    </span>
  );
}
