import { type Db, type Queryable, readWithout } from '../../database/db.ts';
import { scanNewest } from '../erasure/scan.ts';
import type { Walked } from '../walk.ts';

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
  /** What the caller calls it: there is one entry of this name. */
  readonly requestId: string | undefined;
};

/** Undefined if there is an entry of this name already; one that is just being written is waited for. */
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

/** The balance as it is then. */
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

export type LedgerFilter = {
  readonly accountId: string;
  readonly before: string;
  readonly from: string;
  readonly since: Date | undefined;
  readonly until: Date | undefined;
  readonly limit: number;
  readonly kind?: EntryKind | undefined;
};

/** Newest first. */
export function listLedger(db: Db, filter: LedgerFilter): Promise<Walked<LedgerRow>> {
  const { accountId, kind, since, until, before, from, limit } = filter;
  return readWithout(db, 'bitmapscan', (tx) =>
    scanNewest(tx, {
      table: 'ledger',
      columns: shown,
      key: [['account_id = ?', accountId]],
      partial: kind !== undefined && kind !== 'charge' ? `kind <> 'charge'` : undefined,
      fits: [
        ['kind = ?', kind],
        ['created_at >= ?', since],
        ['created_at < ?', until],
      ],
      before,
      from,
      limit,
    }),
  );
}
