import { newId } from '../../base/ids.ts';
import type { Db, Queryable } from '../../database/db.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { parseMoney } from '../../domain/money/money.ts';
import { findAccountDetails } from '../../store/account/account-details.ts';
import { insertAudit } from '../../store/account/audit.ts';
import { addToBalance, findEntry, insertEntry, type LedgerRow } from '../../store/account/ledger-entries.ts';
import { breaks, isOutOfRange } from '../../store/schema/constraint.ts';

export type Booking = {
  readonly kind: 'top-up' | 'correction';
  readonly amount: string;
  readonly note?: string | undefined;
  readonly id?: string | undefined;
};

export type Booked =
  | { readonly kind: 'booked' | 'repeated'; readonly entry: LedgerRow; readonly balance: string }
  | { readonly kind: 'no account' }
  | { readonly kind: 'other entry' }
  /** The balance would fall below the credit limit, or grow beyond what can be stored. */
  | { readonly kind: 'not covered' | 'too large' };

/**
 * Adds money to an account or removes it, whatever the account's status. A booking with a given id is idempotent. The database refuses
 * a balance below the credit limit.
 */
export async function book(db: Db, actor: Actor, accountId: string, booking: Booking): Promise<Booked> {
  return db.transaction((tx) => write(tx, actor, accountId, booking)).catch(refuse);
}

async function write(tx: Queryable, actor: Actor, accountId: string, booking: Booking): Promise<Booked> {
  const { kind, amount, note, id: requestId } = booking;
  if ((await findAccountDetails(tx, accountId)) === undefined) return { kind: 'no account' };
  const entry = await insertEntry(tx, { id: newId(), accountId, kind, amount, note, requestId });
  if (entry === undefined) return repeat(tx, accountId, requestId!, booking);
  await insertAudit(tx, actor, {
    action: kind === 'top-up' ? 'balance top up' : 'balance correct',
    subjectId: entry.id,
    accountId,
    details: { amount, note },
  });
  // Last, since the lock on the account's row delays all its requests.
  return { kind: 'booked', entry, balance: await addToBalance(tx, accountId, amount) };
}

function refuse(error: unknown): Booked {
  if (breaks(error, 'coveredBalance')) return { kind: 'not covered' };
  if (isOutOfRange(error)) return { kind: 'too large' };
  throw error;
}

async function repeat(tx: Queryable, accountId: string, requestId: string, booking: Booking): Promise<Booked> {
  const entry = (await findEntry(tx, accountId, requestId))!;
  if (!isSame(entry, booking)) return { kind: 'other entry' };
  const { balance } = (await findAccountDetails(tx, accountId))!;
  return { kind: 'repeated', entry, balance };
}

/** A repetition may have another note, but not another amount. */
function isSame(entry: LedgerRow, { kind, amount }: Booking): boolean {
  return entry.kind === kind && parseMoney(entry.amount) === parseMoney(amount);
}
