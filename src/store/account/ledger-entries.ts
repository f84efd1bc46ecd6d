import type { Db, Queryable } from '../../database/db.ts';
import { listNewest, type TimedPage, within } from '../scan/newest.ts';
import type { Walked } from '../scan/walk.ts';

export const entryKinds = ['top-up', 'charge', 'refund', 'correction'] as const;
export type EntryKind = (typeof entryKinds)[number];

export type LedgerRow = {
  readonly id: string;
  readonly kind: EntryKind;
  readonly amount: string;
  readonly message_id: string | null;
  readonly request_id: string | null;
  readonly note: string | null;
  readonly created_at: Date;
};

const shown = 'id, kind, trim_scale(amount)::text AS amount, message_id, request_id, note, created_at';

export type NewEntry = {
  readonly id: string;
  readonly accountId: string;
  readonly kind: 'top-up' | 'correction';
  readonly amount: string;
  readonly note: string | undefined;
  /** An id of the caller's choice: there is at most one entry with it. */
  readonly requestId: string | undefined;
};

/** Undefined if there is an entry with this request id; waits for a transaction that is inserting one. */
export async function insertEntry(tx: Queryable, entry: NewEntry): Promise<LedgerRow | undefined> {
  const { rows } = await tx.query<LedgerRow>(
    `INSERT INTO ledger (account_id, id, kind, amount, note, request_id) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (account_id, request_id) WHERE request_id IS NOT NULL DO NOTHING RETURNING ${shown}`,
    [entry.accountId, entry.id, entry.kind, entry.amount, entry.note ?? null, entry.requestId ?? null],
  );
  return rows[0];
}

export async function findEntry(tx: Queryable, accountId: string, requestId: string): Promise<LedgerRow | undefined> {
  const { rows } = await tx.query<LedgerRow>(`SELECT ${shown} FROM ledger WHERE account_id = $1 AND request_id = $2`, [
    accountId,
    requestId,
  ]);
  return rows[0];
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
export async function insertTopUp(
  tx: Queryable,
  { accountId, amount, ...entry }: Pick<NewEntry, 'id' | 'accountId' | 'amount' | 'note'>,
): Promise<void> {
  await insertEntry(tx, { ...entry, accountId, amount, kind: 'top-up', requestId: undefined });
  await addToBalance(tx, accountId, amount);
}

export type LedgerFilter = TimedPage & { readonly accountId: string; readonly kind?: EntryKind | undefined };

/** Newest first. */
export function listLedger(db: Db, filter: LedgerFilter): Promise<Walked<LedgerRow>> {
  const { accountId, kind } = filter;
  return listNewest(db, {
    table: 'ledger',
    columns: shown,
    key: [['account_id = ?', accountId]],
    partial: kind !== undefined && kind !== 'charge' ? `kind <> 'charge'` : undefined,
    fits: [['kind = ?', kind], ...within('created_at', filter)],
    page: filter,
  });
}
