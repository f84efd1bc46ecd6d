import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { Icon } from '../../design/icons.tsx';
import { AccountMoney } from '../../parts/AccountMoney.tsx';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { type Filter, Filters } from '../../parts/Filters.tsx';
import { LoadMore } from '../../parts/LoadMore.tsx';
import { decimalsOf } from '../../parts/Money.tsx';
import { Badge, type Tone } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { useTexts } from '../../texts/language.tsx';

/** As either of the two prefixes of the API has it. */
export type LedgerEntry = {
  entryId: string;
  kind: 'top-up' | 'charge' | 'refund' | 'correction';
  amount: string | number;
  messageId?: string;
  messageCount?: number;
  submissionId?: string;
  sender?: string;
  destination?: string;
  reference?: string;
  note?: string;
  at: string;
};

type Pages = {
  error: unknown;
  refetch: () => Promise<unknown>;
  isPlaceholderData: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
};

const kinds = {
  'top-up': ['accounts.kindTopUp', 'ok'],
  charge: ['accounts.kindCharge', 'none'],
  refund: ['accounts.kindRefund', 'info'],
  correction: ['accounts.kindCorrection', 'warn'],
} as const satisfies Record<LedgerEntry['kind'], readonly [string, Tone]>;

export function useLedgerFilters(): Filter[] {
  const { t } = useTexts();
  const choices = Object.entries(kinds).map(([value, [text]]) => ({ value, label: t(text) }));
  return [
    { name: 'kind', label: t('accounts.kind'), kind: 'choice', choices },
    { name: 'from', label: t('shell.from'), kind: 'time' },
    { name: 'to', label: t('shell.to'), kind: 'time' },
  ];
}

/** The transactions that the filters select, as a file: a link, so that the browser writes it while it comes. */
export function LedgerFile({ path, filters }: { path: string; filters: Record<string, string> }) {
  const { t } = useTexts();
  const href = `${path}?${new URLSearchParams(filters)}`;
  return (
    <Button component="a" href={href} download variant="default" leftSection={<Icon name="download" />}>
      {t('shell.export')}
    </Button>
  );
}

type Listed = { entries: LedgerEntry[] | undefined; pages: Pages; accountId?: string };

/** What was booked, newest first. */
export function Ledger({ entries, pages, accountId }: Listed) {
  const { t } = useTexts();
  return (
    <>
      <div style={{ padding: 'var(--space-3) var(--space-3) 0' }}>
        <Filters filters={useLedgerFilters()} />
      </div>
      <DataTable
        caption={t('accounts.ledger')}
        columns={useColumns(entries, accountId)}
        rows={entries}
        rowKey={({ entryId }) => entryId}
        error={pages.error}
        retry={() => void pages.refetch()}
        isStale={pages.isPlaceholderData}
        empty={<EmptyState icon="prices" title={t('accounts.ledgerNone')} text={t('accounts.ledgerNoneHint')} />}
      />
      {entries && entries.length > 0 && <LoadMore pages={pages} count={entries.length} />}
    </>
  );
}

function useColumns(entries: LedgerEntry[] | undefined, accountId: string | undefined): Column<LedgerEntry>[] {
  const { t } = useTexts();
  const decimals = decimalsOf(entries?.map(({ amount }) => amount) ?? []);
  return [
    { id: 'at', title: t('accounts.at'), cell: ({ at }) => <Time at={at} /> },
    {
      id: 'kind',
      title: t('accounts.kind'),
      cell: ({ kind }) => <Badge tone={kinds[kind][1]} text={t(kinds[kind][0])} />,
    },
    {
      id: 'amount',
      title: t('accounts.sum'),
      align: 'end',
      cell: ({ amount }) => <AccountMoney accountId={accountId} amount={amount} decimals={decimals} sign />,
    },
    {
      id: 'about',
      title: t('accounts.about'),
      wide: true,
      cell: (entry) => <Purpose entry={entry} />,
    },
  ];
}

/** The messages that were paid for or refunded, or the reference of a top-up. There is no link to what is no longer stored. */
function Purpose({ entry }: { entry: LedgerEntry }) {
  const { t } = useTexts();
  const { messageId, messageCount, submissionId, sender, destination, reference, note } = entry;
  const name = destination
    ? t('accounts.chargedTo', { number: destination })
    : messageCount && messageCount > 1
      ? t('accounts.chargedMany', { count: messageCount })
      : submissionId
        ? t('accounts.chargedRequest', { id: `…${submissionId.slice(-8)}` })
        : messageId && `${t('accounts.message')} …${messageId.slice(-8)}`;
  const to = destination ? `/messages/${messageId}` : sender && `/messages?q=request:${submissionId}`;
  const parts = [
    name && (to ? <Link to={to}>{name}</Link> : name),
    sender && t('accounts.chargedFrom', { sender }),
    reference,
    note,
  ].filter((part) => part !== undefined && part !== '');
  if (parts.length === 0) return '–';
  return parts.map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one row keep their order.
    <Fragment key={place}>
      {place > 0 && ' · '}
      {part}
    </Fragment>
  ));
}
