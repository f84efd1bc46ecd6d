import type { Queryable } from '../../database/db.ts';

const rowsPerSet = 5_000;

/** Deletes matching rows of an unpartitioned table, 5,000 per statement: locks are short, and the next run continues after a crash. */
export async function deleteInSets(
  db: Queryable,
  table: string,
  condition: string,
  values: readonly unknown[] = [],
): Promise<number> {
  for (let deleted = 0; ; ) {
    const { rowCount } = await db.query(
      `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${rowsPerSet}))`,
      [...values],
    );
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < rowsPerSet) return deleted;
  }
}

const blocksPerSet = 1_000;

/** Ranges of 1,000 blocks (8 MB) of a table, as bounds for `ctid >= $1 AND ctid < $2`. */
export async function blockRanges(db: Queryable, table: string): Promise<[from: string, to: string][]> {
  const { rows } = await db.query<{ blocks: string }>(
    `SELECT pg_relation_size($1::regclass) / current_setting('block_size')::bigint AS blocks`,
    [table],
  );
  const count = Math.ceil(Number(rows[0]!.blocks) / blocksPerSet);
  return Array.from({ length: count }, (_, index) => [
    `(${index * blocksPerSet},0)`,
    `(${(index + 1) * blocksPerSet},0)`,
  ]);
}
