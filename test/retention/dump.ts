/** The content of a whole database, searched as a dump of it would be. */
import type { Queryable } from '../../src/database/db.ts';

export type Finding = { table: string; row: string };

/** Rows of any table, and values in the planner's statistics, that match the expression. */
export async function searchEverywhere(db: Queryable, expression: string): Promise<Finding[]> {
  const tables = await db.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'm')`,
  );
  const findings: Finding[] = [];
  for (const table of tables.rows.map(({ name }) => name)) {
    const { rows } = await db.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t WHERE t::text ~ $1`, [
      expression,
    ]);
    findings.push(...rows.map(({ row }) => ({ table, row })));
  }
  const { rows } = await db.query<{ table: string; row: string }>(
    `SELECT tablename AS table, s::text AS row FROM pg_stats s WHERE schemaname = 'public' AND s::text ~ $1`,
    [expression],
  );
  return [...findings, ...rows];
}

/** Every column that can hold text of any kind, as table.column. */
export async function textColumns(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT c.relname || '.' || a.attname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND a.attnum > 0 AND NOT a.attisdropped
       AND a.atttypid IN ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype, 'json'::regtype, 'bytea'::regtype)
     ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}
