import type { Db, Queryable } from '../db.ts';

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
    return rows[0]!.taken ? await work(client) : undefined;
  } finally {
    client.release(true);
  }
}
