import { Link } from '@tanstack/react-router';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { type Filter, Filters } from '../../parts/Filters.tsx';
import { LoadMore } from '../../parts/LoadMore.tsx';
import { Money } from '../../parts/Money.tsx';
import { Badge, type Tone } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { useTexts } from '../../texts/language.tsx';

/** As either of the two prefixes of the API has it. */
export type LedgerEntry = {
  entryId: string;
  kind: 'top-up' | 'charge' | 'refund' | 'correction';
  amount: string | number;
  messageId?: string;
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

/** What was booked, newest first. */
export function Ledger({ entries, pages }: { entries: LedgerEntry[] | undefined; pages: Pages }) {
  const { t } = useTexts();
  return (
    <>
      <div style={{ padding: 'var(--space-3) var(--space-3) 0' }}>
        <Filters filters={useLedgerFilters()} />
      </div>
      <DataTable
        caption={t('accounts.ledger')}
        columns={useColumns()}
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

function useColumns(): Column<LedgerEntry>[] {
  const { t } = useTexts();
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
      cell: ({ amount }) => <Money amount={amount} sign />,
    },
    {
      id: 'about',
      title: t('accounts.about'),
      wide: true,
      cell: ({ messageId, note }) => (
        <>
          {messageId && (
            <Link to={`/messages/${messageId}`}>
              {t('accounts.message')} …{messageId.slice(-8)}
            </Link>
          )}
          {messageId && note && ' · '}
          {note}
        </>
      ),
    },
  ];
}
