import type { Db, Transaction } from '../db.ts';
import { retryDelayMs } from '../domain/backoff.ts';
import type { Event } from '../domain/message.ts';
import type { Concerned } from '../store/messages.ts';
import { insertParts, type NewPart } from '../store/parts.ts';
import {
  accountsWithWork,
  type Claimed,
  claim,
  findUnsendable,
  lockDue,
  lockExpired,
  lockSilent,
  putBack,
} from '../store/queue.ts';
import { advance } from './advance.ts';

const firstAccount = '00000000-0000-0000-0000-000000000000';
/** Bulk sends get this share of the room even while single messages keep coming. */
const bulkShare = 0.2;

/**
 * Where the next claim goes on, so that every account has its turn. `owed` is what bulk sends have of their share and did
 * not use: a busy carrier has room for one message at a time, of which no share can be taken.
 */
export type Turn = { single: string; bulk: string; owed: number };
export const firstTurn = (): Turn => ({ single: firstAccount, bulk: firstAccount, owed: 0 });

/** Takes up to `room` messages: single ones first, bulk with what is left and at least its share. */
export async function claimFairly(db: Db, lease: string, room: number, turn: Turn): Promise<Claimed[]> {
  turn.owed = Math.min(room, turn.owed + room * bulkShare);
  const kept = Math.floor(turn.owed);
  const singles = await claimLane(db, lease, false, room - kept, turn);
  const bulk = await claimLane(db, lease, true, room - singles.length, turn);
  turn.owed = bulk.length < kept ? 0 : Math.max(0, turn.owed - bulk.length);
  const taken = [...singles, ...bulk];
  // All the room was kept for bulk, and there is none.
  return taken.length > 0 || kept < room ? taken : claimLane(db, lease, false, room, turn);
}

async function claimLane(db: Db, lease: string, bulk: boolean, room: number, turn: Turn): Promise<Claimed[]> {
  if (room <= 0) return [];
  const lane = bulk ? 'bulk' : 'single';
  let accounts = await accountsWithWork(db, bulk, turn[lane], room);
  if (accounts.length === 0 && turn[lane] !== firstAccount) {
    accounts = await accountsWithWork(db, bulk, firstAccount, room);
  }
  turn[lane] = accounts.at(-1) ?? firstAccount;
  if (accounts.length === 0) return [];
  return claim(db, lease, bulk, accounts, Math.max(1, Math.floor(room / accounts.length)));
}

/** What came of a message that this process had taken. */
export type Settlement = { readonly message: Claimed } & (
  | { readonly kind: 'submitted'; readonly carrierId: string; readonly references: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unanswered'; readonly reason: string } // and it must not be sent twice
  | { readonly kind: 'later'; readonly reason: string } // tried in vain
  | { readonly kind: 'not yet' } // not tried: no carrier had room
);

const notYetMs = 250;

/** Writes many results in one transaction. What another process has taken over in the meantime is left alone. */
export async function settle(
  db: Db,
  lease: string,
  settlements: readonly Settlement[],
  validitySeconds: number,
): Promise<void> {
  const now = Date.now();
  const isExpired = ({ message }: Settlement) => now - message.since.getTime() > validitySeconds * 1_000;
  const back = settlements.filter(({ kind }) => kind === 'later' || kind === 'not yet');
  await db.transaction(async (tx) => {
    await settleSubmitted(tx, lease, settlements);
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

async function settleSubmitted(tx: Transaction, lease: string, settlements: readonly Settlement[]): Promise<void> {
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
    settlements.map(({ message, kind }) => {
      const tried = kind === 'later';
      const delayMs = tried ? retryDelayMs(message.attempts + 1, Math.random()) : notYetMs;
      return { accountId: message.accountId, id: message.id, tried, delayMs };
    }),
  );
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
    const expired = await lockExpired(tx, validitySeconds, limit);
    if (expired.length > 0) await advance(tx, expired, 'expired');
    return expired.length;
  });
}

/** Sent long ago and never heard of again: UNKNOWN, until a late receipt says better. */
export function sweepSilent(db: Db, silentSeconds: number, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    const silent = await lockSilent(tx, silentSeconds, limit);
    if (silent.length > 0) await advance(tx, silent, 'silence');
    return silent.length;
  });
}
