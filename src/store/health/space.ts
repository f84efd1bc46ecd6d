import type { Queryable } from '../../database/db.ts';

/**
 * Fails if the database server cannot allocate disk space. A temporary file of 130 kB, in the tablespace of the database, gone at the end of
 * the statement: no WAL, no rows for vacuum, and a role needs no right for it. Rows that are written and rolled back would do the same only
 * until vacuum leaves free pages in their table.
 */
export async function claimSpace(db: Queryable): Promise<void> {
  // Two statements in one query are one transaction, to which the setting is local.
  await db.query(`SET LOCAL work_mem = '64kB'; SELECT count(*) FROM generate_series(1, 6000)`);
}

/** Whether transactions of this role in this database begin as read-only ones. */
export async function isReadOnly(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ on: boolean }>(`SELECT current_setting('transaction_read_only') = 'on' AS on`);
  return rows[0]!.on;
}
