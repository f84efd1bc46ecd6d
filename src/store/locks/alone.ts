import type { Db, Queryable } from '../../database/db.ts';

/**
 * Runs work that only one process over all machines may do at a time, on its own connection; undefined if another does it. The
 * connection is closed afterwards, which releases the lock and resets its settings.
 */
export async function alone<T>(
  db: Db,
  name: string,
  work: (connection: Queryable) => Promise<T>,
): Promise<T | undefined> {
  const client = await db.pool.connect();
  try {
    const { rows } = await client.query<{ taken: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken',
      [name],
    );
    if (!rows[0]!.taken) return undefined;
    const result = await work(client);
    // Explicitly: a closed connection holds its locks until the server has noticed.
    await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]);
    return result;
  } finally {
    client.release(true);
  }
}
