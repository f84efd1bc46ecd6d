import type { Db, Queryable } from '../database/db.ts';

/**
 * Work that one process over all machines does at a time, on a connection of its own; undefined if another is at it. The
 * lock dies with the connection, and the connection ends with the work: that gives back its settings too.
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
    // At once: a connection that is closed holds its locks until the server has noticed.
    await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]);
    return result;
  } finally {
    client.release(true);
  }
}
