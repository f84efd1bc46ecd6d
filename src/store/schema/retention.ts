import pg from 'pg';
import type { Queryable } from '../../database/db.ts';
import { uuidAt } from '../../domain/uuid.ts';
import { readClock } from '../clock.ts';
import { blockRanges } from '../scan/sets.ts';
import { oldestWeek, ownSchema, type Partition } from './partitions.ts';

/** A weekly partition that is older than the retention time. */
export type AgedPartition = Partition & {
  /** A process was stopped while it detached the partition. */
  readonly pending: boolean;
  readonly note: string | null;
};

const { escapeIdentifier: name, escapeLiteral: text } = pg;

/** Ids and times before which rows may be deleted. Never within the current and the previous week. */
export type RetentionLimit = { readonly id: string; readonly time: Date; readonly today: string };

export async function retentionLimit(db: Queryable, days: number): Promise<RetentionLimit> {
  const now = await readClock(db);
  const time = Math.min(now.getTime() - days * 86_400_000, oldestWeek(now.getTime()));
  return { id: uuidAt(time), time: new Date(time), today: now.toISOString().slice(0, 10) };
}

/** Oldest first. A partition is as old as the newest row it can hold. */
export async function agedPartitions(db: Queryable, limit: RetentionLimit): Promise<AgedPartition[]> {
  const { rows } = await db.query<AgedPartition>(
    `SELECT * FROM (
       SELECT p.relname AS table, c.relname AS name, i.inhdetachpending AS pending, obj_description(c.oid, 'pg_class') AS note,
         substring(pg_get_expr(c.relpartbound, c.oid) FROM $$FROM \\('([0-9a-f-]+)'$$) AS from,
         substring(pg_get_expr(c.relpartbound, c.oid) FROM $$TO \\('([0-9a-f-]+)'$$) AS to
       FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
       JOIN pg_partitioned_table t ON t.partrelid = p.oid
       WHERE p.relnamespace = ${ownSchema}) a
     WHERE a.to::uuid <= $1 ORDER BY a.to, a.table`,
    [limit.id],
  );
  return rows;
}

const timeOf = ({ time }: RetentionLimit) => `${text(time.toISOString())}::timestamptz`;

/** A message is needed until it has ended; the age of a scheduled one counts from its scheduled time. */
const neededMessage = (limit: RetentionLimit) =>
  `(m.state IN ('SCHEDULED', 'QUEUED', 'SENT') OR (m.state <> 'CANCELLED' AND m.due_at >= ${timeOf(limit)}))`;
const ofSubmission =
  'm.account_id = s.account_id AND m.id > s.id AND m.id < uuid_after(s.id, 60000) AND m.submission_id = s.id';
/** A message is created after its submission, which may be in the partition of the week before. */
const unfinished = (state: string) => `EXISTS (SELECT 1 FROM messages m
  WHERE m.state = '${state}' AND m.id >= $1 AND m.id < uuid_after($2, 60000) AND m.submission_id < $2)`;

const messagesNeeded = (
  limit: RetentionLimit,
) => `SELECT ${['SCHEDULED', 'QUEUED', 'SENT'].map(unfinished).join(' OR ')} OR EXISTS (
  SELECT 1 FROM submissions s WHERE s.scheduled_at >= ${timeOf(limit)} AND s.id >= $1 AND s.id < $2
    AND EXISTS (SELECT 1 FROM messages m WHERE ${ofSubmission} AND m.state <> 'CANCELLED')) AS needed`;
const eventsNeeded = () => `SELECT EXISTS (SELECT 1 FROM outbox WHERE state = 'ready' AND id >= $1 AND id < $2)
  OR EXISTS (SELECT 1 FROM outbox WHERE state = 'blocked' AND id >= $1 AND id < $2) AS needed`;

/** Queries for rows that are still needed, by table. Partitions of other tables can always be dropped. */
const reasons: Readonly<Record<string, (limit: RetentionLimit) => string>> = {
  submissions: messagesNeeded,
  messages: messagesNeeded,
  parts: messagesNeeded,
  receipt_log: messagesNeeded,
  outbox: eventsNeeded,
  webhook_attempts: eventsNeeded,
};

export async function isNeeded(db: Queryable, partition: Partition, limit: RetentionLimit): Promise<boolean> {
  const reason = reasons[partition.table];
  if (reason === undefined) return false;
  return (await db.query<{ needed: boolean }>(reason(limit), [partition.from, partition.to])).rows[0]!.needed;
}

/** Traffic never waits longer than this for a lock; what could not be locked is retried in the next run. */
const patience = `SET lock_timeout = '3s'`;
const mark = 'hermod drops this';

/**
 * Detaches a partition without blocking other transactions: the statement waits for those that run. The mark is committed first, so
 * that the partition is found again if the process dies before the drop.
 */
export async function detach(connection: Queryable, partition: AgedPartition): Promise<void> {
  const { table, from, to, pending } = partition;
  await connection.query(patience);
  await connection.query(`COMMENT ON TABLE ${name(partition.name)} IS ${text([mark, table, from, to].join(' | '))}`);
  await connection.query(
    `ALTER TABLE ${name(table)} DETACH PARTITION ${name(partition.name)} ${pending ? 'FINALIZE' : 'CONCURRENTLY'}`,
  );
}

/** Partitions that were detached to be dropped, by this process or by one that died before the drop. */
export async function detachedPartitions(db: Queryable): Promise<Partition[]> {
  const { rows } = await db.query<{ name: string; note: string }>(
    `SELECT c.relname AS name, obj_description(c.oid, 'pg_class') AS note FROM pg_class c
     WHERE c.relkind = 'r' AND NOT c.relispartition AND c.relnamespace = ${ownSchema}
       AND obj_description(c.oid, 'pg_class') LIKE '${mark} | %' ORDER BY 1`,
  );
  return rows.map((row) => {
    const [, table = '', from = '', to = ''] = row.note.split(' | ');
    return { table, name: row.name, from, to };
  });
}

/**
 * Drops the partition, or attaches it again if a customer has replayed one of its events just before it was detached. Checked here,
 * because no other transaction can change it any more. True if it was dropped.
 */
export async function dropDetached(connection: Queryable, partition: Partition): Promise<boolean> {
  const own = name(partition.name);
  await connection.query(patience);
  if (partition.table === 'outbox' && (await hasOpenEvents(connection, own))) {
    await connection.query(
      `ALTER TABLE outbox ATTACH PARTITION ${own} FOR VALUES FROM (${text(partition.from)}) TO (${text(partition.to)})`,
    );
    await connection.query(`COMMENT ON TABLE ${own} IS NULL`);
    return false;
  }
  await connection.query(`DROP TABLE ${own}`);
  return true;
}

async function hasOpenEvents(db: Queryable, own: string): Promise<boolean> {
  const { rows } = await db.query<{ open: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM ${own} WHERE state IN ('ready', 'blocked')) AS open`,
  );
  return rows[0]!.open;
}

const ofNoMessage = (alias: string) =>
  `NOT EXISTS (SELECT 1 FROM messages m WHERE m.account_id = ${alias}.account_id AND m.id = ${alias}.message_id)`;

/** Rows that can be deleted from a partition that is still needed. Later entries depend on the earlier ones. */
const thinning: readonly { table: string; over: (limit: RetentionLimit) => string }[] = [
  { table: 'messages AS m', over: (limit) => `NOT ${neededMessage(limit)}` },
  { table: 'submissions AS s', over: () => `NOT EXISTS (SELECT 1 FROM messages m WHERE ${ofSubmission})` },
  { table: 'parts AS p', over: () => ofNoMessage('p') },
  { table: 'receipt_log AS r', over: () => ofNoMessage('r') },
];

/** Yields the number of deleted rows after each statement, so that the caller can stop. */
export async function* thin(db: Queryable, week: readonly Partition[], limit: RetentionLimit): AsyncGenerator<number> {
  for (const { table, over } of thinning) {
    const [parent, alias] = table.split(' AS ');
    const own = week.find((partition) => partition.table === parent);
    if (own === undefined) continue;
    for (const [from, to] of await blockRanges(db, own.name)) {
      const { rowCount } = await db.query(
        `DELETE FROM ${name(own.name)} ${alias} WHERE ${alias}.ctid >= $1::tid AND ${alias}.ctid < $2::tid AND ${over(limit)}`,
        [from, to],
      );
      yield rowCount ?? 0;
    }
  }
}

const thinned = (limit: RetentionLimit) => `thinned ${limit.today}`;

/** A partition is thinned once a day, because all of it is read. */
export function wasThinned({ note }: AgedPartition, limit: RetentionLimit): boolean {
  return note === thinned(limit);
}

export async function noteThinned(connection: Queryable, partition: Partition, limit: RetentionLimit): Promise<void> {
  await connection.query(patience);
  await connection.query(`COMMENT ON TABLE ${name(partition.name)} IS ${text(thinned(limit))}`);
}
