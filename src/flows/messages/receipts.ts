import { newId } from '../../base/ids.ts';
import type { Db, Queryable, Transaction } from '../../database/db.ts';
import { type Event, refunds } from '../../domain/message/message.ts';
import {
  aggregate,
  bestFit,
  failureReason,
  type PartFate,
  receiptEvent,
  type Trust,
} from '../../domain/receipt/receipt.ts';
import { mayStillArrive } from '../../store/message/fallbacks.ts';
import { type Concerned, lockMessages } from '../../store/message/messages.ts';
import { type FoundPart, findParts, partsOf, type ReceiptKey, setPartOutcomes } from '../../store/message/parts.ts';
import { logReceipts, type Receipt } from '../../store/receipt/receipt-log.ts';
import {
  dropParked,
  endOfParked,
  lockMatching,
  lockParked,
  parkedFor,
  parkReceipts,
  trimUnread,
  type UnmatchedReceipt,
  unreadOutcome,
} from '../../store/receipt/receipts.ts';
import { delivering, type EventConsumer, type EventHandOff } from '../webhooks/event-hand-off.ts';
import { advance } from './advance.ts';

export type CarrierReceipt = {
  readonly carrierId: string;
  /** Carriers whose messages it may be for: all with the same account at the SMSC. */
  readonly carriers: readonly string[];
  readonly keys: readonly { readonly key: string; readonly certain: boolean }[];
  readonly outcome: PartFate | 'no change';
  readonly destination: string;
  /** Possible destinations of its message; empty if the receipt names no number. */
  readonly numbers: readonly string[];
  readonly error: string | undefined;
  readonly text: string;
};

/**
 * Applies many receipts in one transaction; those without a message are parked. A receipt and the response to its submit are often
 * stored concurrently, invisible to each other until both have committed. So both sides search once more after their commit, and the
 * later one finds the other. Returns the number of parked receipts.
 */
export async function receiveReceipts(
  db: Db,
  receipts: readonly CarrierReceipt[],
  consumer?: EventConsumer,
): Promise<number> {
  const telling = receipts.filter(({ outcome }) => outcome !== 'no change');
  if (telling.length === 0) return 0;
  const parked = await delivering(db, consumer, async (tx, handOff) => {
    const matched = await applyReceipts(tx, telling, 'certain keys', handOff);
    const unmatched = telling.filter((_, place) => !matched.has(place)).map(toParked);
    await parkReceipts(tx, unmatched);
    return unmatched;
  });
  const answered = await findMatches(db, parked.map(fromParked), 'certain keys');
  await applyParked(
    db,
    answered.map(({ place }) => parked[place]!.id),
    consumer,
  );
  return parked.length;
}

/** A carrier callback that could not be parsed, with the reason. */
export type UnreadReceipt = { readonly carrierId: string; readonly reason: string; readonly text: string };

/** Stored with the receipts that match no message, for the operator. */
export function keepUnread(db: Db, unread: readonly UnreadReceipt[]): Promise<void> {
  return db.transaction(async (tx) => {
    const rest = { carriers: [], keys: [], numbers: [], outcome: unreadOutcome, destination: '' };
    await parkReceipts(
      tx,
      unread.map(({ carrierId, reason, text }) => ({ id: newId(), carrierId, ...rest, error: reason, text })),
    );
    await trimUnread(tx, [...new Set(unread.map(({ carrierId }) => carrierId))]);
  });
}

/** A text that may be a receipt, and how far its id is trusted. */
export type Doubtful = { readonly receipt: CarrierReceipt; readonly trust: Trust };

/** Applies the texts that match a message, and returns which do. The others are ordinary inbound messages and are not stored here. */
export async function applyDoubtful(db: Db, looks: readonly Doubtful[], consumer?: EventConsumer): Promise<boolean[]> {
  const fitting = await delivering(db, consumer, async (tx, handOff) => {
    const fitting = new Set<Doubtful>();
    for (const [trust, of] of Map.groupBy(looks, (look) => look.trust)) {
      const receipts = of.map(({ receipt }) => receipt);
      for (const place of await applyReceipts(tx, receipts, trust, handOff)) fitting.add(of[place]!);
    }
    return fitting;
  });
  return looks.map((look) => fitting.has(look));
}

/** After submits were stored: applies receipts that arrived before them from these carriers. Returns their number. */
export async function matchReferences(
  db: Db,
  carrierIds: readonly string[],
  references: readonly string[],
  consumer?: EventConsumer,
): Promise<number> {
  const parked = await parkedFor(db, carrierIds, references);
  await applyParked(db, parked, consumer);
  return parked.length;
}

async function applyParked(db: Db, ids: readonly string[], consumer: EventConsumer | undefined): Promise<void> {
  if (ids.length === 0) return;
  await delivering(db, consumer, async (tx, handOff) =>
    reapply(tx, await lockParked(tx, ids), 'certain keys', handOff),
  );
}

/**
 * Called periodically, for recent receipts that were missed because a process ended between its commit and its second search, and
 * for those that match only by an uncertain key. Matched earlier, such a key could mean another message, while the response to the
 * right submit was still pending.
 */
export async function matchParked(db: Db, limit: number): Promise<number> {
  return db.transaction(async (tx) => reapply(tx, await lockMatching(tx, limit, Date.now()), 'any key'));
}

/**
 * Like `matchParked`, for older receipts, one set per call after the given time: a carrier account shared with other users may
 * leave millions that match nothing. Returns where the next call continues; undefined: from the beginning.
 */
export async function matchOlder(db: Db, after: string | undefined, most: number): Promise<string | undefined> {
  const from = after ?? '-infinity';
  const until = await endOfParked(db, from, most);
  await db.transaction(async (tx) =>
    reapply(tx, await lockMatching(tx, most, Date.now(), { after: from, until }), 'any key'),
  );
  return until;
}

/** Returns the number of matched receipts; the others stay parked. */
async function reapply(
  tx: Transaction,
  parked: readonly UnmatchedReceipt[],
  trust: Trust,
  handOff?: EventHandOff,
): Promise<number> {
  if (parked.length === 0) return 0;
  const matched = await applyReceipts(tx, parked.map(fromParked), trust, handOff);
  await dropParked(
    tx,
    [...matched].map((place) => parked[place]!.id),
  );
  return matched.size;
}

/** Returns the indexes of the receipts that match a message. */
async function applyReceipts(
  tx: Transaction,
  receipts: readonly CarrierReceipt[],
  trust: Trust,
  handOff?: EventHandOff,
): Promise<Set<number>> {
  const matches = await findMatches(tx, receipts, trust);
  const fates = matches.flatMap((part) => toFate(part, receipts[part.place]!));
  const long = fates.filter(({ total }) => total > 1);
  await logReceipts(
    tx,
    long.map((fate) => ({ ...fate, ...receiptOf(receipts[fate.place]!) })),
  );
  const ended = [...fates.filter(({ total }) => total === 1), ...(await longMessages(tx, long))];
  const carrierOf = new Map(fates.map(({ id, place }) => [id, receipts[place]!.carrierId]));
  await moveAll(tx, await withoutHasty(tx, ended, carrierOf), handOff);
  return new Set(matches.map(({ place }) => place));
}

/** While another carrier may still deliver a message, a failure reported by one of them counts as unknown. */
async function withoutHasty(
  tx: Transaction,
  fates: readonly Fate[],
  carrierOf: ReadonlyMap<string, string>,
): Promise<readonly Fate[]> {
  const bad = fates.filter(({ outcome }) => outcome === 'failed' || outcome === 'rejected');
  if (bad.length === 0) return fates;
  const open = await mayStillArrive(
    tx,
    bad.map(({ accountId, id }) => ({ accountId, id, carrierId: carrierOf.get(id)! })),
  );
  if (open.size === 0) return fates;
  return fates.map((fate) => (bad.includes(fate) && open.has(fate.id) ? { ...fate, outcome: 'unknown' } : fate));
}

/** The message part that each receipt refers to; receipts without one are left out. */
async function findMatches(db: Queryable, receipts: readonly CarrierReceipt[], trust: Trust): Promise<FoundPart[]> {
  const found = await findParts(db, receipts.flatMap(toReceiptKeys), trust, Date.now());
  const byReceipt = Map.groupBy(found, ({ place }) => place);
  return [...byReceipt].flatMap(([place, parts]) => bestFit(receipts[place]!.numbers, parts, trust) ?? []);
}

type Fate = Concerned & { outcome: PartFate };

function toFate(part: FoundPart, receipt: CarrierReceipt): (FoundPart & Fate)[] {
  const { outcome, error, text } = receipt;
  if (outcome === 'no change') return [];
  const reason = failureReason(outcome, error, text);
  return [{ ...part, outcome, reason, receipt: part.total === 1 ? receiptOf(receipt) : undefined }];
}

const receiptOf = ({ carrierId, text }: CarrierReceipt): Receipt => ({ carrierId, text });

/** The messages of several parts whose outcome is now final. */
async function longMessages(tx: Transaction, long: readonly (FoundPart & Fate)[]): Promise<Fate[]> {
  if (long.length === 0) return [];
  // Receipts for two parts of one message may arrive in two processes: the second has to see what the first wrote.
  await lockMessages(tx, long);
  await setPartOutcomes(tx, long);
  const messages = await partsOf(tx, long);
  const reasons = new Map(long.flatMap(({ id, reason }) => (reason === undefined ? [] : [[id, reason]])));
  return messages.flatMap(({ accountId, id, outcomes }) => {
    const outcome = aggregate(outcomes as (PartFate | null)[]);
    return outcome === undefined ? [] : [{ accountId, id, outcome, reason: reasons.get(id) }];
  });
}

async function moveAll(tx: Transaction, fates: readonly Fate[], handOff: EventHandOff | undefined): Promise<void> {
  const byEvent = Map.groupBy(fates, ({ outcome }): Event => receiptEvent(outcome));
  // Refunds last: they lock accounts, which are always locked after messages.
  const inOrder = [...byEvent].sort(([a], [b]) => Number(refunds(a)) - Number(refunds(b)));
  for (const [event, messages] of inOrder) await advance(tx, messages, event, undefined, handOff);
}

function toReceiptKeys({ carriers, keys }: CarrierReceipt, place: number): ReceiptKey[] {
  return keys.flatMap((key) => carriers.map((carrierId) => ({ place, carrierId, ...key })));
}

function toParked({ keys, ...rest }: CarrierReceipt): UnmatchedReceipt {
  return { ...rest, id: newId(), keys: keys.map(({ key }) => key) };
}

function fromParked({ keys, outcome, ...rest }: UnmatchedReceipt): CarrierReceipt {
  const all = keys.map((key, index) => ({ key, certain: index === 0 }));
  return { ...rest, keys: all, outcome: outcome as PartFate };
}
