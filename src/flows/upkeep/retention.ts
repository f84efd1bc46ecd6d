import type { Db, Queryable } from '../../database/db.ts';
import { uuidTime } from '../../domain/uuid.ts';
import { findRights } from '../../store/health/rights.ts';
import { alone } from '../../store/locks/alone.ts';
import { weekMs } from '../../store/schema/partitions.ts';
import {
  type AgedPartition,
  agedPartitions,
  detach,
  detachedPartitions,
  dropDetached,
  isNeeded,
  noteThinned,
  type RetentionLimit,
  retentionLimit,
  thin,
  wasThinned,
} from '../../store/schema/retention.ts';
import type { Log } from '../../telemetry/log.ts';

type Retained = {
  readonly dropped: string[];
  /** Old partitions that stay because they hold unfinished messages. */
  readonly waiting: string[];
  /** Finished rows deleted from those. */
  readonly thinned: number;
};

/**
 * Drops the partitions of weeks older than `days`. Every step can be repeated and finishes an interrupted one. One process at a time;
 * undefined if another is running. Does nothing for a role that does not own the tables: their owner runs
 * `hermod migrate --drop-old` instead.
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

/** A partition whose lock was not available in time does not stop the others. */
function tryLater(log: Log, name: string): (err: unknown) => false {
  return (err) => {
    log.warn({ err, partition: name }, 'an old partition could not be dropped; it is retried within the hour');
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
 * One message scheduled for next year keeps the partition of its whole week. A week later, its finished rows are deleted one by one:
 * otherwise one customer could keep the messages of all customers for any time.
 */
async function thinOut(
  connection: Queryable,
  waiting: readonly AgedPartition[],
  limit: RetentionLimit,
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
