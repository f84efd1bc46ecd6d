import type { Queryable } from '../../database/db.ts';
import { uuidAt } from '../../domain/uuid.ts';
import { mayNot } from './migrations.ts';

/**
 * In SQL: the schema of the tables. Not `current_schema()`, which is the first one of the search_path: an empty schema before it, such
 * as one named like the role, would hide every partition.
 */
export const ownSchema = `(SELECT relnamespace FROM pg_class WHERE oid = 'schema_migrations'::regclass)`;

export const weekMs = 7 * 24 * 3_600_000;
/** The first Monday of the Unix era, so that weeks begin on Mondays. */
const firstMonday = 4 * 24 * 3_600_000;
const weeksAhead = 4;
const lockKey = 4_856_322;
/**
 * A message is updated when it is sent and when it is delivered. With free space on its page the update needs no index entries: with
 * half a page, 99 % of the updates find space (46 % without), and a message takes 12 % less WAL.
 */
const storage = new Map([['messages', 'WITH (fillfactor = 50)']]);

/** Read from the catalog, so that every partitioned table is maintained, whichever migration made it. */
export async function partitionedTables(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ relname: string }>(
    `SELECT c.relname FROM pg_partitioned_table p JOIN pg_class c ON c.oid = p.partrelid
     WHERE c.relnamespace = ${ownSchema} ORDER BY 1`,
  );
  return rows.map(({ relname }) => relname);
}

/** The lowest id of each partition of a table, newest first. */
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

/** The previous week (for slow clocks), the current one, and 4 weeks ahead, so that maintenance may fail for that long. */
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

/** The beginning of the previous week: partitions from here on always exist. */
export function oldestWeek(now: number): number {
  return firstMonday + (Math.floor((now - firstMonday) / weekMs) - 1) * weekMs;
}

/** The partitions that do not exist; a table of the same name in another schema is ignored. */
export async function withoutExisting(db: Queryable, wanted: readonly Partition[]): Promise<Partition[]> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c WHERE c.relispartition AND c.relkind = 'r' AND c.relnamespace = ${ownSchema}`,
  );
  const existing = new Set(rows.map(({ name }) => name));
  return wanted.filter(({ name }) => !existing.has(name));
}

/**
 * Creates the missing partitions. `IF NOT EXISTS` alone fails if two processes create one at the same time, because it checks before it
 * locks, so they take turns. Two statements in one query are one transaction, at whose end the lock is released.
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
