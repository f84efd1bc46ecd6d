import type { Db, Transaction } from '../../database/db.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { formatMoney } from '../../domain/money/money.ts';
import { insertAudit } from '../../store/account/audit.ts';
import { listCarriers } from '../../store/carrier/carriers.ts';
import type { MessageRef, MessageRow, Moved } from '../../store/message/messages.ts';
import { findMessages } from '../../store/message/selection.ts';
import { findWaiting, lockWaiting, mostSummed, sumWaiting, type WaitingFilter } from '../../store/message/waiting.ts';
import { advance } from './advance.ts';

/**
 * Cancels those of the messages that are scheduled; the others keep their status. If one of them does not exist, nothing changes.
 * Returns all of them as they are then, in the order given. Idempotent.
 */
export function cancelMessages(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<MessageRow[] | `no message ${string}`> {
  const refs = ids.map((id) => ({ accountId, id }));
  return db.transaction(async (tx) => {
    const known = new Set((await findMessages(tx, refs)).map(({ id }) => id));
    const unknown = ids.find((id) => !known.has(id));
    if (unknown !== undefined) return `no message ${unknown}` as const;
    await advance(tx, refs, 'cancelled');
    return findMessages(tx, refs);
  });
}

type Cancelled =
  | { readonly kind: 'cancelled' | 'too late'; readonly message: MessageRow }
  | { readonly kind: 'unknown' };

export async function cancelMessage(db: Db, { accountId, id }: MessageRef): Promise<Cancelled> {
  const found = await cancelMessages(db, accountId, [id.toLowerCase()]);
  if (typeof found === 'string') return { kind: 'unknown' };
  const message = found[0]!;
  return { kind: message.state === 'CANCELLED' ? 'cancelled' : 'too late', message };
}

export type CancelFilter = Omit<WaitingFilter, 'queue'> & { readonly carrierId?: string | undefined };

/** Messages of one transaction, which locks the rows of their accounts: their sends wait for it. */
const mostInSet = 500;
/** Messages found by one search, so that a selective filter is not searched for again with every set. */
const mostPerSearch = 10_000;
/** Time of one call; the caller repeats it for the rest. */
const budgetMs = 5_000;

/** The messages to cancel, summed by account. Undefined if the carrier does not exist. */
export async function waitingSums(db: Db, wanted: CancelFilter) {
  const filter = await filterOf(db, wanted);
  if (filter === undefined) return undefined;
  const accounts = await sumWaiting(db, filter);
  const messages = accounts.reduce((sum, each) => sum + each.messages, 0);
  // The count stopped at its limit; there may be more.
  return { messages, accounts, bounded: messages >= mostSummed };
}

/**
 * Each set is one transaction with its refunds, reports and audit entry, so the work may end after any set; another call continues
 * with the rest. `read` runs on separate connections, so that a search through waiting messages does not delay a send.
 */
export async function cancelWaiting(
  db: Db,
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
  actor: Actor,
  wanted: CancelFilter,
) {
  const filter = await filterOf(db, wanted);
  if (filter === undefined) return undefined;
  const until = performance.now() + budgetMs;
  const found = await read((reads) => findWaiting(reads, filter, mostPerSearch));
  const moved: Moved[] = [];
  let looked = 0;
  for (; looked < found.length && performance.now() < until; looked += mostInSet) {
    const set = found.slice(looked, looked + mostInSet);
    moved.push(...(await db.transaction((tx) => cancelSet(tx, actor, wanted, filter, set))));
  }
  const isDone = found.length < mostPerSearch && looked >= found.length;
  return { messages: moved.length, refunds: refundsOf(moved), isDone };
}

async function cancelSet(
  tx: Transaction,
  actor: Actor,
  wanted: CancelFilter,
  filter: WaitingFilter,
  refs: readonly MessageRef[],
): Promise<Moved[]> {
  const free = await lockWaiting(tx, filter, refs);
  if (free.length === 0) return [];
  const concerned = free.map((ref) => ({ ...ref, reason: 'cancelled by the operator' }));
  const moved = await advance(tx, concerned, 'withdrawn');
  const cancelled = wanted.messageIds && { messageIds: moved.map(({ id }) => id) };
  const details = { ...wanted, ...cancelled, messages: moved.length, refunds: refundsOf(moved) };
  await insertAudit(tx, actor, { action: 'messages cancel', accountId: wanted.accountId, details });
  return moved;
}

const refundsOf = (moved: readonly Moved[]) =>
  [...Map.groupBy(moved, ({ accountId }) => accountId)].map(([accountId, messages]) => ({
    accountId,
    messages: messages.length,
    amount: formatMoney(messages.reduce((sum, { report }) => sum + report.price, 0n)),
  }));

async function filterOf(db: Db, { carrierId, ...rest }: CancelFilter): Promise<WaitingFilter | undefined> {
  if (carrierId === undefined) return rest;
  const carrier = (await listCarriers(db)).find(({ id }) => id === carrierId);
  return carrier && { ...rest, queue: carrier.queue };
}
