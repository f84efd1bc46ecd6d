import type { Db, Queryable } from '../database/db.ts';
import { uuidTime } from '../domain/uuid.ts';
import { findRights } from '../store/health/rights.ts';
import { alone } from '../store/locks/alone.ts';
import { weekMs } from '../store/schema/partitions.ts';
import {
  type AgedPartition,
  agedPartitions,
  detach,
  detachedPartitions,
  dropDetached,
  isNeeded,
  type Limit,
  noteThinned,
  retentionLimit,
  thin,
  wasThinned,
} from '../store/schema/retention.ts';
import type { Log } from '../telemetry/log.ts';

export type Retained = {
  /** Partitions that are gone. */
  readonly dropped: string[];
  /** Old ones that stay, because something in them is still under way. */
  readonly waiting: string[];
  /** Rows that nobody waits for, deleted from those. */
  readonly thinned: number;
};

/**
 * Lets weeks go that are older than `days`. Every step is safe to repeat and finds what a step before it has left. One
 * process at a time; undefined if another is at it. A role that does not own the tables may not: whoever does runs
 * `hermod migrate --drop-old` for it.
 */
export function dropAged(db: Db, log: Log, days: number, signal?: AbortSignal): Promise<Retained | undefined> {
  return alone(db, 'hermod retention', async (connection) => {
    if (!(await findRights(connection)).ownsTables) return { dropped: [], waiting: [], thinned: 0 };
    const limit = await retentionLimit(connection, days);
    const aged = await agedPartitions(connection, limit);
    const waiting: AgedPartition[] = [];
    for (const partition of aged) {
      if (signal?.aborted) break;
      if (!partition.pending && (await isNeeded(connection, partition, limit))) waiting.push(partition);
      else await detach(connection, partition).catch(tryLater(log, partition.name));
    }
    const dropped = await dropAll(connection, log);
    const thinned = await thinOut(connection, waiting, limit, signal);
    return { dropped, waiting: waiting.map(({ name }) => name), thinned };
  });
}

/** A lock that was not to be had in time is no reason to leave the others. */
function tryLater(log: Log, name: string): (err: unknown) => false {
  return (err) => {
    log.warn({ err, partition: name }, 'an old partition could not be dropped; it is tried again within the hour');
    return false;
  };
}

async function dropAll(connection: Queryable, log: Log): Promise<string[]> {
  const dropped: string[] = [];
  for (const partition of await detachedPartitions(connection)) {
    if (await dropDetached(connection, partition).catch(tryLater(log, partition.name))) dropped.push(partition.name);
  }
  return dropped;
}

/**
 * One message scheduled for next year keeps its whole week. After another week of waiting, what is over and old in it goes
 * row by row: otherwise a single customer could keep everybody's messages for as long as they like.
 */
async function thinOut(
  connection: Queryable,
  waiting: readonly AgedPartition[],
  limit: Limit,
  signal: AbortSignal | undefined,
): Promise<number> {
  let deleted = 0;
  for (const messages of waiting) {
    const isLate = uuidTime(messages.to) <= limit.time.getTime() - weekMs;
    if (messages.table !== 'messages' || !isLate || wasThinned(messages, limit)) continue;
    const week = waiting.filter(({ from }) => from === messages.from);
    for await (const rows of thin(connection, week, limit)) {
      deleted += rows;
      if (signal?.aborted) return deleted;
    }
    await noteThinned(connection, messages, limit);
  }
  return deleted;
}
