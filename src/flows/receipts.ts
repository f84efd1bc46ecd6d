import type { Db, Transaction } from '../db.ts';
import { type Event, refunds } from '../domain/message.ts';
import { aggregate, type PartFate, receiptEvent } from '../domain/receipt.ts';
import { newId } from '../ids.ts';
import { lockMessages, type MessageRef } from '../store/messages.ts';
import { type FoundPart, findParts, partsOf, setPartOutcomes, type Trust, type Wanted } from '../store/parts.ts';
import {
  endOfParked,
  parkedFor,
  parkReceipts,
  takeParked,
  type UnmatchedReceipt,
  unparkReceipts,
} from '../store/receipts.ts';
import { advance } from './advance.ts';
import { type Courier, type Desk, delivering } from './courier.ts';

/** A receipt as the carrier gave it, with who gave it. */
export type CarrierReceipt = {
  readonly carrierId: string;
  readonly keys: readonly { readonly key: string; readonly certain: boolean }[];
  readonly outcome: PartFate | 'no change';
  readonly destination: string;
  readonly error: string | undefined;
  readonly text: string;
  readonly receivedAt?: Date;
};

/**
 * Applies many receipts in one transaction; what matches nothing is parked. A receipt and the answer to its submit are
 * often stored at the same time, each unseen by the other until both have committed. So both sides look again after their
 * commit, and whichever is the later finds the other.
 */
export async function receiveReceipts(db: Db, receipts: readonly CarrierReceipt[], desk?: Desk): Promise<void> {
  const telling = receipts.filter(({ outcome }) => outcome !== 'no change');
  if (telling.length === 0) return;
  const parked = await delivering(db, desk, async (tx, courier) => {
    const unmatched = (await applyReceipts(tx, telling, 'certain keys', courier)).map(toParked);
    await parkReceipts(tx, unmatched);
    return unmatched;
  });
  const answered = await findParts(db, parked.map(fromParked).flatMap(toWanted), 'certain keys', Date.now());
  await applyParked(
    db,
    answered.map(({ place }) => parked[place]!.id),
    desk,
  );
}

/** Right after submits were stored: receipts that came before them. */
export async function matchReferences(
  db: Db,
  carrierIds: readonly string[],
  references: readonly string[],
  desk?: Desk,
): Promise<void> {
  await applyParked(db, await parkedFor(db, carrierIds, references), desk);
}

async function applyParked(db: Db, ids: readonly string[], desk: Desk | undefined): Promise<void> {
  if (ids.length === 0) return;
  await delivering(db, desk, async (tx, courier) =>
    reapply(tx, await unparkReceipts(tx, ids), 'certain keys', courier),
  );
}

/**
 * Now and then: whatever slipped through lately, since a process vanished between its commit and its second look; and those that
 * fit a message only by an uncertain key. Before, that could be another message, while the answer to the right one's submit was
 * still on its way.
 */
export async function matchParked(db: Db, limit: number): Promise<number> {
  return db.transaction(async (tx) => reapply(tx, await takeParked(tx, limit, Date.now()), 'any key'));
}

/**
 * The same for older ones, a set at a time from behind the given time on: a carrier that somebody else uses too may leave us
 * millions that belong to nobody. Returns where to go on; undefined from the beginning.
 */
export async function matchOlder(db: Db, after: string | undefined, most: number): Promise<string | undefined> {
  const from = after ?? '-infinity';
  const until = await endOfParked(db, from, most);
  await db.transaction(async (tx) =>
    reapply(tx, await takeParked(tx, most, Date.now(), { after: from, until }), 'any key'),
  );
  return until;
}

/** Returns how many have found their match; the others are parked again. */
async function reapply(
  tx: Transaction,
  parked: readonly UnmatchedReceipt[],
  trust: Trust,
  courier?: Courier,
): Promise<number> {
  if (parked.length === 0) return 0;
  const unmatched = await applyReceipts(tx, parked.map(fromParked), trust, courier);
  await parkReceipts(tx, unmatched.map(toParked));
  return parked.length - unmatched.length;
}

/** Returns the receipts that match no part. */
async function applyReceipts(
  tx: Transaction,
  receipts: readonly CarrierReceipt[],
  trust: Trust,
  courier?: Courier,
): Promise<CarrierReceipt[]> {
  const found = await findParts(tx, receipts.flatMap(toWanted), trust, Date.now());
  const matched = new Map(found.map((part) => [part.place, part]));
  const fates = found.map((part) => ({ ...part, outcome: receipts[part.place]!.outcome as PartFate }));
  await moveAll(tx, [...fates.filter(({ total }) => total === 1), ...(await longMessages(tx, fates))], courier);
  return receipts.filter((_, place) => !matched.has(place));
}

type Fate = MessageRef & { outcome: PartFate };

/** Of messages in several parts, those whose fate is decided now. */
async function longMessages(tx: Transaction, fates: readonly (FoundPart & Fate)[]): Promise<Fate[]> {
  const long = fates.filter(({ total }) => total > 1);
  if (long.length === 0) return [];
  // Two parts of one message may be told of at the same time on two processes: the second has to see what the first wrote.
  await lockMessages(tx, long);
  await setPartOutcomes(tx, long);
  const messages = await partsOf(tx, long);
  return messages.flatMap(({ accountId, id, outcomes }) => {
    const outcome = aggregate(outcomes as (PartFate | null)[]);
    return outcome === undefined ? [] : [{ accountId, id, outcome }];
  });
}

async function moveAll(tx: Transaction, fates: readonly Fate[], courier: Courier | undefined): Promise<void> {
  const byEvent = Map.groupBy(fates, ({ outcome }): Event => receiptEvent(outcome));
  // Those that give money back are last: that locks accounts, and messages are locked before those.
  const inOrder = [...byEvent].sort(([a], [b]) => Number(refunds(a)) - Number(refunds(b)));
  for (const [event, messages] of inOrder) await advance(tx, messages, event, undefined, courier);
}

function toWanted({ carrierId, keys, destination }: CarrierReceipt, place: number): Wanted[] {
  const guard = isNumber(destination) ? destination : null;
  return keys.map(({ key, certain }) => ({ place, carrierId, key, certain, destination, guard }));
}

/** National numbers, and none at all, say nothing. */
const isNumber = (address: string): boolean => /^\+\d+$/.test(address);

function toParked({ keys, ...rest }: CarrierReceipt): UnmatchedReceipt {
  return { ...rest, id: newId(), keys: keys.map(({ key }) => key) };
}

function fromParked({ keys, outcome, ...rest }: UnmatchedReceipt): CarrierReceipt {
  const all = keys.map((key, index) => ({ key, certain: index === 0 }));
  return { ...rest, keys: all, outcome: outcome as PartFate };
}
