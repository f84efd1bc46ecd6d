import type { Db, Transaction } from '../../database/db.ts';
import { againIn, minutesKeptMs, type Slice, slicesUntil } from '../../domain/statistics/traffic-slice.ts';
import type { Runtime } from '../../runtime.ts';
import { recordOutages } from '../../store/carrier/outages.ts';
import * as store from '../../store/statistics/traffic.ts';
import { Loop } from '../../work/loop.ts';

const pauseMs = 5_000;
/** Counting takes at most a tenth of the time, plus one slice; the rest waits for the next round. */
const roundMs = 500;
/** Time span that one statement counts; longer if it holds few messages. */
const pieceMs = 300_000;
const littleMessages = 20_000;
const growth = 4;
const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Maintains the hourly figures and the record of outages. One process counts at a time; due slices are in the database, so another continues after a crash. */
export function startStatistics({ db, log, config, metrics }: Runtime): Loop {
  const round = async () => {
    await countTraffic(db, config.retentionDays, roundMs);
    await recordOutages(db);
    return false;
  };
  return new Loop('statistics', pauseMs, log, round, { onDone: metrics.jobDone });
}

export async function countTraffic(db: Db, retentionDays: number, budgetMs: number): Promise<void> {
  const until = performance.now() + budgetMs;
  let isOurs = true;
  while (isOurs && performance.now() < until && (await store.isTrafficDue(db)))
    isOurs = await db.transaction((tx) => countNext(tx, retentionDays));
}

async function addSlices(tx: Transaction): Promise<void> {
  const { end, now } = await store.endOfSlices(tx);
  await store.insertSlices(tx, slicesUntil(now, end));
  const lastMerged = Math.floor((now.getTime() - minutesKeptMs) / hourMs) * hourMs;
  await store.mergeOldestHour(tx, new Date(lastMerged));
}

/** False if another process is counting. */
async function countNext(tx: Transaction, retentionDays: number): Promise<boolean> {
  if (!(await store.lockTraffic(tx))) return false;
  await addSlices(tx);
  const slice = await store.nextDueSlice(tx);
  if (slice === undefined) return true;
  const ageMs = slice.now.getTime() - slice.ends_at.getTime();
  // Messages of an old slice may have been dropped; counting again would lose them.
  const isKept = ageMs < retentionDays * dayMs - 2 * hourMs;
  const counted = isKept ? await count(tx, slice) : { messages: 0, open: 0 };
  await store.settleSlice(tx, slice, isKept ? againIn(ageMs / 1_000, counted) : undefined);
  return true;
}

async function count(tx: Transaction, slice: Slice): Promise<{ messages: number; open: number }> {
  await store.clearSlice(tx, slice);
  const total = { messages: 0, open: 0 };
  const end = slice.ends_at.getTime();
  let lengthMs = pieceMs;
  for (let at = slice.starts_at.getTime(); at < end; ) {
    const until = Math.min(end, at + lengthMs);
    const piece = await store.countInto(tx, slice, new Date(at), new Date(until));
    total.messages += piece.messages;
    total.open += piece.open;
    lengthMs = piece.messages < littleMessages ? lengthMs * growth : pieceMs;
    at = until;
  }
  return total;
}
