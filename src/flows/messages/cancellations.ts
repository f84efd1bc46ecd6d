import type { Db, Transaction } from '../../database/db.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { formatMoney, type Money } from '../../domain/money/money.ts';
import { insertAudit } from '../../store/account/audit.ts';
import { listCarriers } from '../../store/carrier/carriers.ts';
import type { MessageRef, Moved } from '../../store/message/messages.ts';
import {
  findWaiting,
  lockWaiting,
  mostSummed,
  sumWaiting,
  type WaitingFilter,
  type WaitingSum,
} from '../../store/message/waiting.ts';
import { advance } from './advance.ts';

/** Which waiting messages an operator wants to cancel. */
export type CancelFilter = Omit<WaitingFilter, 'queue'> & { readonly carrierId?: string | undefined };

/** Messages of one transaction, which locks the rows of their accounts: their sends wait for it. */
const mostInSet = 500;
/** Messages found by one search, so that a selective filter is not searched for again with every set. */
const mostPerSearch = 10_000;
/** Time of one call; the caller repeats it for the rest. */
const budgetMs = 5_000;

/** Reads on separate connections, so that a search through waiting messages does not delay a send. */
export type Look = <T>(read: (db: Db) => Promise<T>) => Promise<T>;

export const cancelledByOperator = 'cancelled by the operator';

export type Waiting = {
  readonly messages: number;
  readonly accounts: readonly WaitingSum[];
  /** The count stopped at its limit; there may be more. */
  readonly isBounded: boolean;
};

/** The messages to cancel, summed by account. Undefined if the carrier does not exist. */
export async function waitingSums(db: Db, wanted: CancelFilter): Promise<Waiting | undefined> {
  const filter = await filterOf(db, wanted);
  if (filter === undefined) return undefined;
  const accounts = await sumWaiting(db, filter);
  const messages = accounts.reduce((sum, each) => sum + each.messages, 0);
  return { messages, accounts, isBounded: messages >= mostSummed };
}

export type Cancellation = {
  readonly messages: number;
  /** By account. */
  readonly refunds: ReadonlyMap<string, { readonly messages: number; readonly amount: Money }>;
  /** The search found no further messages. */
  readonly isDone: boolean;
};

/**
 * Each set is one transaction with its refunds, reports and audit entry, so the work may end after any set; another call continues
 * with the rest.
 */
export async function cancelWaiting(
  db: Db,
  look: Look,
  actor: Actor,
  wanted: CancelFilter,
): Promise<Cancellation | undefined> {
  const filter = await filterOf(db, wanted);
  if (filter === undefined) return undefined;
  const until = performance.now() + budgetMs;
  const found = await look((reads) => findWaiting(reads, filter, mostPerSearch));
  const refunds: Refunds = new Map();
  let looked = 0;
  for (; looked < found.length && performance.now() < until; looked += mostInSet) {
    const set = found.slice(looked, looked + mostInSet);
    add(refunds, await db.transaction((tx) => cancelSet(tx, actor, wanted, filter, set)));
  }
  const messages = [...refunds.values()].reduce((sum, each) => sum + each.messages, 0);
  return { messages, refunds, isDone: found.length < mostPerSearch && looked >= found.length };
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
  const moved = await advance(
    tx,
    free.map((ref) => ({ ...ref, reason: cancelledByOperator })),
    'withdrawn',
  );
  const details = { ...wanted, messages: moved.length, refunds: detailsOf(moved) };
  await insertAudit(tx, actor, { action: 'messages cancel', accountId: wanted.accountId, details });
  return moved;
}

type Refunds = Map<string, { messages: number; amount: Money }>;

function add(refunds: Refunds, moved: readonly Moved[]): Refunds {
  for (const { accountId, report } of moved) {
    const { messages = 0, amount = 0n } = refunds.get(accountId) ?? {};
    refunds.set(accountId, { messages: messages + 1, amount: amount + report.price });
  }
  return refunds;
}

const detailsOf = (moved: readonly Moved[]) =>
  [...add(new Map(), moved)].map(([accountId, { messages, amount }]) => ({
    accountId,
    messages,
    amount: formatMoney(amount),
  }));

async function filterOf(db: Db, { carrierId, ...rest }: CancelFilter): Promise<WaitingFilter | undefined> {
  if (carrierId === undefined) return rest;
  const carrier = (await listCarriers(db)).find(({ id }) => id === carrierId.toLowerCase());
  return carrier && { ...rest, queue: carrier.queue };
}
