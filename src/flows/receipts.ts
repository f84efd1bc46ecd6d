import { newId } from '../base/ids.ts';
import type { Db, Queryable, Transaction } from '../database/db.ts';
import { type Event, refunds } from '../domain/message/message.ts';
import { bestFit, type Trust } from '../domain/receipt/match.ts';
import { aggregate, failureReason, type PartFate, receiptEvent } from '../domain/receipt/receipt.ts';
import { mayStillArrive } from '../store/message/fallbacks.ts';
import { type Concerned, lockMessages } from '../store/message/messages.ts';
import { type FoundPart, findParts, partsOf, type ReceiptKey, setPartOutcomes } from '../store/message/parts.ts';
import { logReceipts, type Receipt } from '../store/receipt/logged-receipts.ts';
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
} from '../store/receipt/receipts.ts';
import { advance } from './advance.ts';
import { delivering, type EventConsumer, type EventHandOff } from './event-hand-off.ts';

/** A receipt as the carrier gave it, with who gave it. */
export type CarrierReceipt = {
  readonly carrierId: string;
  /** Whose messages it may be about: those of all carriers with the same account at the SMSC. */
  readonly carriers: readonly string[];
  readonly keys: readonly { readonly key: string; readonly certain: boolean }[];
  readonly outcome: PartFate | 'no change';
  readonly destination: string;
  /** What its message must have gone to, one of them; none if it names no number. */
  readonly numbers: readonly string[];
  readonly error: string | undefined;
  readonly text: string;
};

/**
 * Applies many receipts in one transaction; what matches nothing is parked. A receipt and the answer to its submit are
 * often stored at the same time, each unseen by the other until both have committed. So both sides look again after their
 * commit, and whichever is the later finds the other. Returns how many were parked.
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

/** A callback of a carrier that was not understood: why, and as it came. */
export type UnreadReceipt = { readonly carrierId: string; readonly reason: string; readonly text: string };

/** Among the receipts that match no message, where operators look. */
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

/** A text that may be a receipt, and how much of its id is to be believed. */
export type Doubtful = { readonly receipt: CarrierReceipt; readonly trust: Trust };

/** Applies those that fit a message, and says which do. The others leave no trace: they are what somebody wrote. */
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

/** Right after submits were stored: receipts that came before them, over these carriers. Returns how many there were. */
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
 * Now and then: whatever slipped through lately, since a process vanished between its commit and its second look; and those that
 * fit a message only by an uncertain key. Before, that could be another message, while the answer to the right one's submit was
 * still on its way.
 */
export async function matchParked(db: Db, limit: number): Promise<number> {
  return db.transaction(async (tx) => reapply(tx, await lockMatching(tx, limit, Date.now()), 'any key'));
}

/**
 * The same for older ones, a set at a time from behind the given time on: a carrier that somebody else uses too may leave us
 * millions that belong to nobody. Returns where to go on; undefined from the beginning.
 */
export async function matchOlder(db: Db, after: string | undefined, most: number): Promise<string | undefined> {
  const from = after ?? '-infinity';
  const until = await endOfParked(db, from, most);
  await db.transaction(async (tx) =>
    reapply(tx, await lockMatching(tx, most, Date.now(), { after: from, until }), 'any key'),
  );
  return until;
}

/** Returns how many have found their match; the others stay parked. */
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

/** Returns the places of those that match a message. */
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

/** While another carrier may still deliver a message, one that says it has failed has not the last word: it is unknown until then. */
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

/** The part that each receipt means, for those that mean one. */
async function findMatches(db: Queryable, receipts: readonly CarrierReceipt[], trust: Trust): Promise<FoundPart[]> {
  const found = await findParts(db, receipts.flatMap(toReceiptKeys), trust, Date.now());
  const byReceipt = Map.groupBy(found, ({ place }) => place);
  return [...byReceipt].flatMap(([place, parts]) => bestFit(receipts[place]!.numbers, parts, trust) ?? []);
}

type Fate = Concerned & { outcome: PartFate };

function toFate(part: FoundPart, receipt: CarrierReceipt): (FoundPart & Fate)[] {
  const { outcome, error } = receipt;
  if (outcome === 'no change') return [];
  const reason = failureReason(outcome, error);
  return [{ ...part, outcome, reason, receipt: part.total === 1 ? receiptOf(receipt) : undefined }];
}

const receiptOf = ({ carrierId, text }: CarrierReceipt): Receipt => ({ carrierId, text });

/** Of messages in several parts, those whose fate is decided now. */
async function longMessages(tx: Transaction, long: readonly (FoundPart & Fate)[]): Promise<Fate[]> {
  if (long.length === 0) return [];
  // Two parts of one message may be told of at the same time on two processes: the second has to see what the first wrote.
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
  // Those that give money back are last: that locks accounts, and messages are locked before those.
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
