import type { Db, Queryable } from '../../database/db.ts';
import { formatMoney, type Money } from '../../domain/money/money.ts';
import { insertRow } from '../row.ts';
import { rowSet } from '../row-set.ts';
import { listNewest, type TimedPage, within } from '../scan/newest.ts';
import type { Walked } from '../scan/walk.ts';

export const entryKinds = ['top-up', 'charge', 'refund', 'correction'] as const;
type EntryKind = (typeof entryKinds)[number];

export type LedgerRow = {
  readonly id: string;
  readonly kind: EntryKind;
  readonly amount: string;
  /** The refunded message, or the only one of a charge. */
  readonly message_id: string | null;
  /** The messages that a charge paid for. */
  readonly messages: number | null;
  readonly request_id: string | null;
  /** For operators. */
  readonly note: string | null;
  /** For operators and the customer. */
  readonly reference: string | null;
  readonly created_at: Date;
};

/** A transaction with the request that it belongs to, as far as that is still stored. */
export type TracedRow = LedgerRow & {
  readonly submission_id: string | null;
  readonly sender: string | null;
  readonly destination: string | null;
};

const shown =
  'id, kind, trim_scale(amount)::text AS amount, message_id, messages, request_id, note, reference, created_at';

type NewEntry = {
  readonly id: string;
  readonly accountId: string;
  readonly kind: 'top-up' | 'correction';
  readonly amount: string;
  readonly note?: string | undefined;
  readonly reference?: string | undefined;
  /** Chosen by the caller; there is at most one entry with it. */
  readonly requestId?: string | undefined;
};

/** Undefined if there is an entry with this request id; waits for a transaction that is inserting one. */
export async function insertEntry(tx: Queryable, entry: NewEntry): Promise<LedgerRow | undefined> {
  const conflict = 'ON CONFLICT (account_id, request_id) WHERE request_id IS NOT NULL DO NOTHING';
  return (await insertRow<LedgerRow>(tx, 'ledger', entry, `${conflict} RETURNING ${shown}`)).rows[0];
}

export async function findEntry(tx: Queryable, accountId: string, requestId: string): Promise<LedgerRow | undefined> {
  const sql = `SELECT ${shown} FROM ledger WHERE account_id = $1 AND request_id = $2`;
  return (await tx.query<LedgerRow>(sql, [accountId, requestId])).rows[0];
}

/** Returns the new balance. */
export async function addToBalance(tx: Queryable, accountId: string, amount: string): Promise<string> {
  const { rows } = await tx.query<{ balance: string }>(
    'UPDATE accounts SET balance = balance + $2 WHERE id = $1 RETURNING trim_scale(balance)::text AS balance',
    [accountId, amount],
  );
  return rows[0]!.balance;
}

/** Entry first, balance last: the account's row is locked for the shortest time. */
export async function insertTopUp(tx: Queryable, entry: Omit<NewEntry, 'kind'>): Promise<void> {
  await insertEntry(tx, { ...entry, kind: 'top-up' });
  await addToBalance(tx, entry.accountId, entry.amount);
}

type LedgerFilter = TimedPage & { readonly accountId: string; readonly kind?: EntryKind | undefined };

export async function listLedger(db: Db, filter: LedgerFilter): Promise<Walked<TracedRow>> {
  const { accountId, kind } = filter;
  const page = await listNewest<LedgerRow>(db, {
    table: 'ledger',
    columns: shown,
    key: [['account_id = ?', accountId]],
    partial: kind !== undefined && kind !== 'charge' ? `kind <> 'charge'` : undefined,
    fits: [['kind = ?', kind], ...within('created_at', filter)],
    page: filter,
  });
  return { ...page, rows: await traced(db, accountId, page.rows) };
}

type Trace = Pick<TracedRow, 'submission_id' | 'sender' | 'destination'>;

const tracedRows = rowSet<LedgerRow>(
  { id: 'uuid' },
  {
    submission_id: ['uuid', ({ kind, id }) => (kind === 'charge' ? id : undefined)],
    message_id: ['uuid', ({ message_id }) => message_id],
  },
);

/** A charge has the id of its request. Two index searches for each row of a page. */
async function traced(db: Queryable, accountId: string, rows: readonly LedgerRow[]): Promise<TracedRow[]> {
  const { rows: traces } = await db.query<Trace & { readonly id: string }>({
    name: 'requests of transactions',
    text: `SELECT w.id, coalesce(w.submission_id, m.submission_id) AS submission_id, s.sender, m.destination
      FROM ${tracedRows.from('w', 2)}
      LEFT JOIN LATERAL (
        SELECT submission_id, destination FROM messages WHERE account_id = $1 AND id = w.message_id OFFSET 0) m ON true
      LEFT JOIN LATERAL (
        SELECT sender FROM submissions
        WHERE account_id = $1 AND id = coalesce(w.submission_id, m.submission_id) OFFSET 0) s ON true`,
    values: [accountId, ...tracedRows.values(rows)],
  });
  const byId = new Map(traces.map(({ id, ...trace }) => [id, trace]));
  return rows.map((row) => ({ ...row, ...byId.get(row.id)! }));
}

export type Refund = {
  readonly id: string;
  readonly accountId: string;
  readonly messageId: string;
  readonly amount: Money;
};

const refundRows = rowSet<Refund>(
  { accountId: 'uuid', id: 'uuid', messageId: 'uuid' },
  { amount: ['numeric', ({ amount }) => formatMoney(amount)] },
);

/** Entries first, balances last and in the order of the accounts' ids, as everywhere that locks several accounts. */
export async function insertRefunds(tx: Queryable, refunds: readonly Refund[]): Promise<void> {
  if (refunds.length === 0) return;
  const values = refundRows.values(refunds);
  await tx.query(
    `INSERT INTO ledger (${refundRows.names}, kind) SELECT w.*, 'refund' FROM ${refundRows.from('w')}`,
    values,
  );
  await tx.query(
    `WITH due AS (SELECT account_id, sum(amount) AS amount FROM ${refundRows.from('w')} GROUP BY 1),
     locked AS (SELECT id FROM accounts WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE)
     UPDATE accounts a SET balance = a.balance + d.amount FROM due d JOIN locked l ON l.id = d.account_id WHERE a.id = d.account_id`,
    values,
  );
}
