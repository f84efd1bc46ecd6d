import type { Queryable } from '../../database/db.ts';
import { uuidAt } from '../../domain/uuid.ts';
import { mayNot } from './migrations.ts';
import { ownSchema } from './own-schema.ts';

export const weekMs = 7 * 24 * 3_600_000;
/** The first Monday of the Unix era, so that weeks begin on Mondays. */
const firstMonday = 4 * 24 * 3_600_000;
const weeksAhead = 4;
const lockKey = 4_856_322;
/**
 * A message is written again when it is sent and when it is delivered: with room for that on its page no index is written with it. With
 * half a page 99 % of these updates find room (46 % without), and a message costs 12 % less WAL.
 */
const storage = new Map([['messages', 'WITH (fillfactor = 50)']]);

/** Asked for, not listed here: a table that is partitioned is looked after, whichever migration made it. */
export async function partitionedTables(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ relname: string }>(
    `SELECT c.relname FROM pg_partitioned_table p JOIN pg_class c ON c.oid = p.partrelid
     WHERE c.relnamespace = ${ownSchema} ORDER BY 1`,
  );
  return rows.map(({ relname }) => relname);
}

/** The lowest id of each partition of a table, the newest first. */
export async function partitionStarts(db: Queryable, table: string): Promise<string[]> {
  const { rows } = await db.query<{ start: string }>({
    name: 'partition starts',
    text: `SELECT substring(pg_get_expr(c.relpartbound, c.oid) FROM $$FROM \\('([0-9a-f-]+)'$$) AS start
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = $1::regclass ORDER BY 1 DESC`,
    values: [table],
  });
  return rows.map(({ start }) => start);
}

export type Partition = { table: string; name: string; from: string; to: string };

/** Last week (for clocks that run late), this one, and enough ahead that maintenance may fail for long before it matters. */
export function partitionsAround(now: number, tables: readonly string[]): Partition[] {
  const weeks = Array.from({ length: weeksAhead + 2 }, (_, index) => oldestWeek(now) + index * weekMs);
  return tables.flatMap((table) =>
    weeks.map((start) => ({
      table,
      name: `${table}_${new Date(start).toISOString().slice(0, 10).replaceAll('-', '_')}`,
      from: uuidAt(start),
      to: uuidAt(start + weekMs),
    })),
  );
}

/** The beginning of last week: partitions from here on are always there. */
export function oldestWeek(now: number): number {
  return firstMonday + (Math.floor((now - firstMonday) / weekMs) - 1) * weekMs;
}

/** Those that are not there; a table of the same name in another schema is not a partition of ours. */
export async function withoutExisting(db: Queryable, wanted: readonly Partition[]): Promise<Partition[]> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c WHERE c.relispartition AND c.relkind = 'r' AND c.relnamespace = ${ownSchema}`,
  );
  const existing = new Set(rows.map(({ name }) => name));
  return wanted.filter(({ name }) => !existing.has(name));
}

/**
 * Creates what is missing. `IF NOT EXISTS` alone fails when two do it at once (it looks before it locks), so they take
 * turns; two statements in one query are one transaction, which gives the lock back.
 */
export async function ensurePartitions(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ now: string; schema: string }>(
    `SELECT (extract(epoch FROM now()) * 1000)::bigint AS now, ${ownSchema}::regnamespace::text AS schema`,
  );
  const { now, schema } = rows[0]!;
  const missing = await withoutExisting(db, partitionsAround(Number(now), await partitionedTables(db)));
  for (const { table, name, from, to } of missing) {
    await db
      .query(
        `SELECT pg_advisory_xact_lock(${lockKey});
         CREATE TABLE IF NOT EXISTS ${schema}.${name} PARTITION OF ${schema}.${table} FOR VALUES FROM ('${from}') TO ('${to}')
         ${storage.get(table) ?? ''}`,
      )
      .catch(mayNot);
  }
  return missing.length;
}
