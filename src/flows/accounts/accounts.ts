import { newId } from '../../base/ids.ts';
import type { Db, Queryable } from '../../database/db.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { parseMoney } from '../../domain/money/money.ts';
import {
  type AccountChange,
  type AccountDetails,
  findAccountDetails,
  insertAccount,
  type NewAccount,
  updateAccount,
} from '../../store/account/account-details.ts';
import { insertAudit } from '../../store/account/audit.ts';
import { addToBalance, findEntry, insertEntry, type LedgerRow } from '../../store/account/ledger-entries.ts';
import { breaks, isOutOfRange } from '../../store/schema/constraint.ts';

export async function createAccount(db: Db, actor: Actor, request: NewAccount) {
  const id = newId();
  return db.transaction(async (tx) => {
    await insertAccount(tx, { id, ...request });
    await insertAudit(tx, actor, { action: 'account create', subjectId: id, accountId: id, details: request });
    return (await findAccountDetails(tx, id))!;
  });
}

/** The database refuses a credit limit below what is already owed. */
export async function changeAccount(
  db: Db,
  actor: Actor,
  accountId: string,
  change: AccountChange,
): Promise<AccountDetails | 'no account' | 'owes more'> {
  const changed = db.transaction(async (tx) => {
    if (!(await updateAccount(tx, accountId, change))) return 'no account';
    await insertAudit(tx, actor, { action: 'account change', subjectId: accountId, accountId, details: change });
    return (await findAccountDetails(tx, accountId))!;
  });
  return changed.catch((error: unknown) => {
    if (breaks(error, 'coveredBalance')) return 'owes more';
    throw error;
  });
}

export type Booking = {
  readonly kind: 'top-up' | 'correction';
  readonly amount: string;
  readonly note?: string | undefined;
  readonly reference?: string | undefined;
  readonly id?: string | undefined;
};

type Booked =
  | { readonly isNew: boolean; readonly entry: LedgerRow; readonly balance: string }
  | 'no account'
  | 'other entry'
  /** The balance would fall below the credit limit, or grow beyond what can be stored. */
  | 'not covered'
  | 'too large';

/** Adds or removes money, whatever the account's status; idempotent if an id is given. The database enforces the credit limit. */
export async function book(db: Db, actor: Actor, accountId: string, booking: Booking): Promise<Booked> {
  return db
    .transaction((tx) => write(tx, actor, accountId, booking))
    .catch((error: unknown) => {
      if (breaks(error, 'coveredBalance')) return 'not covered';
      if (isOutOfRange(error)) return 'too large';
      throw error;
    });
}

async function write(tx: Queryable, actor: Actor, accountId: string, booking: Booking): Promise<Booked> {
  const { kind, amount, note, reference, id: requestId } = booking;
  if ((await findAccountDetails(tx, accountId)) === undefined) return 'no account';
  const entry = await insertEntry(tx, { id: newId(), accountId, kind, amount, note, reference, requestId });
  if (entry === undefined) return repeat(tx, accountId, booking);
  const action = kind === 'top-up' ? 'balance top up' : 'balance correct';
  await insertAudit(tx, actor, { action, subjectId: entry.id, accountId, details: { amount, note, reference } });
  // Last, since the lock on the account's row delays all its requests.
  return { isNew: true, entry, balance: await addToBalance(tx, accountId, amount) };
}

/** A repetition may have another note, but not another amount. */
async function repeat(tx: Queryable, accountId: string, { kind, amount, id }: Booking): Promise<Booked> {
  const entry = (await findEntry(tx, accountId, id!))!;
  if (entry.kind !== kind || parseMoney(entry.amount) !== parseMoney(amount)) return 'other entry';
  return { isNew: false, entry, balance: (await findAccountDetails(tx, accountId))!.balance };
}
