import type { Queryable } from '../../database/db.ts';

/**
 * Fails if the database server cannot allocate disk space. Writes a temporary file of 130 kB in the tablespace of the database, which is
 * deleted with the statement: no WAL, no rows for vacuum, and no privilege needed. Rows that are written and rolled back would allocate
 * space only until vacuum leaves free pages in their table.
 */
export async function claimSpace(db: Queryable): Promise<void> {
  // Two statements in one query are one transaction, to which the setting is local.
  await db.query(`SET LOCAL work_mem = '64kB'; SELECT count(*) FROM generate_series(1, 6000)`);
}

/** Whether transactions of this role in this database are read-only by default. */
export async function isReadOnly(db: Queryable): Promise<boolean> {
  return (await db.query<{ on: boolean }>(`SELECT current_setting('transaction_read_only') = 'on' AS on`)).rows[0]!.on;
}
