import type { Db, Transaction } from '../db.ts';
import { retryDelayMs } from '../domain/backoff.ts';
import type { Event } from '../domain/message.ts';
import type { Route } from '../domain/route.ts';
import { firstUuid } from '../domain/uuid.ts';
import type { Concerned, MessageRef } from '../store/messages.ts';
import { insertParts, type NewPart } from '../store/parts.ts';
import {
  type Claimed,
  claim,
  claimMatching,
  type Line,
  linesPerClaim,
  linesWithWork,
  putBack,
  undecidedLane,
} from '../store/queue.ts';
import { findUnsendable, lockDue, lockExpired, lockSilent, lockUnroutable } from '../store/sweeps.ts';
import { advance } from './advance.ts';
import { type Courier, type Desk, delivering } from './courier.ts';

/** Bulk sends get this share of the room even while single messages keep coming. */
const bulkShare = 0.2;

/**
 * Where the next claim goes on in each lane, so that every account has its turn. `owed` is what bulk sends have of their
 * share and did not use: a busy carrier has room for one message at a time, of which no share can be taken.
 */
export type Turn = {
  readonly single: Map<number, string>;
  readonly bulk: Map<number, string>;
  round: number;
  owed: number;
};
export const firstTurn = (): Turn => ({ single: new Map(), bulk: new Map(), round: 0, owed: 0 });

/** Where to look, and for what: without routes, for anything. */
export type Search = { readonly lanes: readonly number[]; readonly routes?: readonly Route[] };

/** Takes up to `room` messages: single ones first, bulk with what is left and at least its share. */
export async function claimFairly(db: Db, lease: string, search: Search, room: number, turn: Turn): Promise<Claimed[]> {
  if (search.lanes.length === 0) return [];
  turn.owed = Math.min(room, turn.owed + room * bulkShare);
  const kept = Math.floor(turn.owed);
  const singles = await claimKind(db, lease, search, false, room - kept, turn);
  const bulk = await claimKind(db, lease, search, true, room - singles.length, turn);
  turn.owed = bulk.length < kept ? 0 : Math.max(0, turn.owed - bulk.length);
  const taken = [...singles, ...bulk];
  // All the room was kept for bulk, and there is none.
  return taken.length > 0 || kept < room ? taken : claimKind(db, lease, search, false, room, turn);
}

async function claimKind(
  db: Db,
  lease: string,
  { lanes, routes }: Search,
  bulk: boolean,
  room: number,
  turn: Turn,
): Promise<Claimed[]> {
  if (room <= 0) return [];
  const lines = await nextLines(db, bulk, lanes, room, turn);
  if (lines.length === 0) return [];
  const perLine = Math.max(1, Math.floor(room / lines.length));
  return routes === undefined
    ? claim(db, lease, bulk, lines, perLine)
    : claimMatching(db, lease, bulk, lines, perLine, routes);
}

/** The lanes take turns in being first: with room for one message, the others would never be looked at. */
async function nextLines(db: Db, bulk: boolean, lanes: readonly number[], room: number, turn: Turn): Promise<Line[]> {
  const cursors = turn[bulk ? 'bulk' : 'single'];
  const first = turn.round++ % lanes.length;
  const order = [...lanes.slice(first), ...lanes.slice(0, first)];
  const after = order.map((lane) => ({ lane, accountId: cursors.get(lane) ?? firstUuid }));
  let lines = await linesWithWork(db, bulk, after, room);
  if (lines.length === 0 && after.some(({ accountId }) => accountId !== firstUuid)) {
    lines = await linesWithWork(
      db,
      bulk,
      order.map((lane) => ({ lane, accountId: firstUuid })),
      room,
    );
  }
  const isEnd = lines.length < Math.min(room, linesPerClaim);
  // Looked through to the end, all lanes begin anew; otherwise one that was not reached goes on where it was.
  if (isEnd) for (const lane of lanes) cursors.delete(lane);
  else for (const { lane, accountId } of lines) cursors.set(lane, accountId);
  return lines;
}

/** What came of a message that this process had taken. */
export type Settlement = { readonly message: Claimed } & (
  | { readonly kind: 'submitted'; readonly carrierId: string; readonly references: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unanswered'; readonly reason: string } // and it must not be sent twice
  | { readonly kind: 'later'; readonly reason: string } // tried in vain
  | { readonly kind: 'moved'; readonly lane: number } // not tried: it is to wait in this lane
  | { readonly kind: 'not yet' } // not tried, and nobody knows where it belongs
);

const notYetMs = 250;

/** Writes many results in one transaction. What another process has taken over in the meantime is left alone. */
export async function settle(
  db: Db,
  lease: string,
  settlements: readonly Settlement[],
  validitySeconds: number,
  desk?: Desk,
): Promise<void> {
  const now = Date.now();
  const isExpired = ({ message }: Settlement) => now - message.since.getTime() > validitySeconds * 1_000;
  const back = settlements.filter(({ kind }) => kind === 'later' || kind === 'moved' || kind === 'not yet');
  await delivering(db, desk, async (tx, courier) => {
    await settleSubmitted(tx, lease, settlements, courier);
    await move(
      tx,
      lease,
      settlements.filter(({ kind }) => kind === 'refused'),
      'refused',
    );
    await move(
      tx,
      lease,
      settlements.filter(({ kind }) => kind === 'unanswered'),
      'unanswered',
    );
    await move(tx, lease, back.filter(isExpired), 'expired');
    await release(
      tx,
      lease,
      back.filter((settlement) => !isExpired(settlement)),
    );
  });
}

async function settleSubmitted(
  tx: Transaction,
  lease: string,
  settlements: readonly Settlement[],
  courier: Courier | undefined,
): Promise<void> {
  const submitted = settlements.filter((settlement) => settlement.kind === 'submitted');
  if (submitted.length === 0) return;
  // The parts are kept even if the message is no longer ours: the carrier has taken it, and its receipt will come.
  await insertParts(
    tx,
    submitted.flatMap(({ message, carrierId, references }) => toParts(message, carrierId, references)),
  );
  await advance(
    tx,
    submitted.map(({ message }) => message),
    'submitted',
    lease,
    courier,
  );
}

function toParts({ accountId, id }: Claimed, carrierId: string, references: readonly string[]): NewPart[] {
  const total = references.length;
  return references.map((reference, index) => ({ accountId, id, carrierId, reference, part: index + 1, total }));
}

async function move(tx: Transaction, lease: string, settlements: readonly Settlement[], event: Event): Promise<void> {
  if (settlements.length === 0) return;
  await advance(tx, settlements.map(toConcerned), event, lease);
}

function toConcerned(settlement: Settlement): Concerned {
  const { accountId, id } = settlement.message;
  return { accountId, id, reason: 'reason' in settlement ? settlement.reason : undefined };
}

async function release(tx: Transaction, lease: string, settlements: readonly Settlement[]): Promise<void> {
  if (settlements.length === 0) return;
  await putBack(
    tx,
    lease,
    settlements.map((settlement) => {
      const { accountId, id } = settlement.message;
      const lane = settlement.kind === 'moved' ? settlement.lane : undecidedLane;
      return { accountId, id, lane, tried: settlement.kind === 'later', delayMs: delayOf(settlement) };
    }),
  );
}

function delayOf({ kind, message }: Settlement): number {
  if (kind === 'moved') return 0;
  return kind === 'later' ? retryDelayMs(message.attempts + 1, Math.random()) : notYetMs;
}

/**
 * Scheduled messages whose time has come join the queue, with the report that the contract asks for then. What could not be
 * sent any more if it were asked for today is refused, and given back.
 */
export function releaseDue(db: Db, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    const due = await lockDue(tx, limit);
    if (due.length === 0) return 0;
    await advance(tx, due, 'due');
    const unsendable = await findUnsendable(tx, due);
    if (unsendable.length > 0) await advance(tx, unsendable, 'refused');
    return due.length;
  });
}

/** While no carrier has room nobody takes a message, and so nobody would notice that its validity is over. */
export function sweepExpired(db: Db, validitySeconds: number, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    const over = await lockExpired(tx, validitySeconds, limit);
    const { true: gone = [], false: expired = [] } = Object.groupBy(over, ({ mayHaveGone }) => `${mayHaveGone}`);
    if (expired.length > 0) await advance(tx, expired, 'expired');
    if (gone.length > 0) await advance(tx, gone.map(toUnanswered), 'unanswered');
    return over.length;
  });
}

export const vanished = 'a process vanished while it handed the message over';
const toUnanswered = ({ accountId, id }: MessageRef): Concerned => ({ accountId, id, reason: vanished });

/** Carriers and routes have changed, or all carriers are down: what nobody takes and nobody will take is given back. */
export function refuseUnroutable(db: Db, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    const lost = await lockUnroutable(tx, limit);
    const refused = lost.map(({ country, ...ref }) => ({ ...ref, reason: noRoute(country) }));
    if (refused.length > 0) await advance(tx, refused, 'refused');
    return refused.length;
  });
}

export const noRoute = (country: string): string => `no carrier takes messages to ${country}`;

/** Sent long ago and never heard of again: UNKNOWN, until a late receipt says better. */
export function sweepSilent(db: Db, silentSeconds: number, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    const silent = await lockSilent(tx, silentSeconds, limit);
    if (silent.length > 0) await advance(tx, silent, 'silence');
    return silent.length;
  });
}
