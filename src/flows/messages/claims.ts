import type { Db } from '../../database/db.ts';
import type { Route } from '../../domain/carrier/route.ts';
import { firstUuid } from '../../domain/uuid.ts';
import { type ClaimedMessage, claim, linesPerClaim, linesWithWork, type QueueLine } from '../../store/message/queue.ts';

/** Bulk sends get at least this share of the room. */
const bulkShare = 0.2;

/**
 * The position of the next claim in each queue, so that accounts take turns. `owed`: the unused share of bulk sends, in messages;
 * it accumulates because a busy carrier has room for one message at a time.
 */
export type Turn = {
  readonly single: Map<number, string>;
  readonly bulk: Map<number, string>;
  round: number;
  owed: number;
};
export const firstTurn = (): Turn => ({ single: new Map(), bulk: new Map(), round: 0, owed: 0 });

/** Queues to search. With `routes`, only for messages that these can carry; `without`: accounts to skip. */
export type QueueSearch = {
  readonly queues: readonly number[];
  readonly routes?: readonly Route[];
  readonly without?: readonly string[];
};

/** Claims up to `room` messages: single ones first, then bulk, which gets the rest and at least its share. */
export async function claimFairly(
  db: Db,
  lease: string,
  search: QueueSearch,
  room: number,
  turn: Turn,
  mostBulk = Number.POSITIVE_INFINITY,
): Promise<ClaimedMessage[]> {
  if (search.queues.length === 0) return [];
  turn.owed = Math.min(room, mostBulk, turn.owed + room * bulkShare);
  const kept = Math.floor(turn.owed);
  const singles = await claimKind(db, lease, search, false, room - kept, turn);
  const bulk = await claimKind(db, lease, search, true, Math.min(room - singles.length, mostBulk), turn);
  turn.owed = bulk.length < kept ? 0 : Math.max(0, turn.owed - bulk.length);
  const taken = [...singles, ...bulk];
  // All room was kept for bulk messages, and none were waiting.
  return taken.length > 0 || kept < room ? taken : claimKind(db, lease, search, false, room, turn);
}

async function claimKind(
  db: Db,
  lease: string,
  search: QueueSearch,
  bulk: boolean,
  room: number,
  turn: Turn,
): Promise<ClaimedMessage[]> {
  if (room <= 0) return [];
  const { routes } = search;
  const lines = await nextLines(db, bulk, search, room, turn);
  if (lines.length === 0) return [];
  const perLine = Math.max(1, Math.floor(room / lines.length));
  return claim(db, lease, bulk, lines, perLine, routes);
}

/** Queues take turns in being first: with room for one message, the others would never be searched. */
async function nextLines(
  db: Db,
  bulk: boolean,
  { queues, without }: QueueSearch,
  room: number,
  turn: Turn,
): Promise<QueueLine[]> {
  const cursors = turn[bulk ? 'bulk' : 'single'];
  const first = turn.round++ % queues.length;
  const order = [...queues.slice(first), ...queues.slice(0, first)];
  const after = order.map((queue) => ({ queue, accountId: cursors.get(queue) ?? firstUuid }));
  let lines = await linesWithWork(db, bulk, after, room, without);
  if (lines.length === 0 && after.some(({ accountId }) => accountId !== firstUuid)) {
    lines = await linesWithWork(
      db,
      bulk,
      order.map((queue) => ({ queue, accountId: firstUuid })),
      room,
      without,
    );
  }
  const isEnd = lines.length < Math.min(room, linesPerClaim);
  // After a complete search all queues start from the beginning; otherwise a queue that was not reached keeps its position.
  if (isEnd) for (const queue of queues) cursors.delete(queue);
  else for (const { queue, accountId } of lines) cursors.set(queue, accountId);
  return lines;
}
