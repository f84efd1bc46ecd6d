import type { Queryable } from '../../db.ts';

/** A process that has not been heard of for so long is gone: others take over what it held. */
export const leaseSeconds = 30;

/** Where a process runs, for people; and how many connections it may have, for processes that start after it. */
export type Home = {
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly connections: number;
};

/**
 * Says that this process is there, and that nothing that it holds outside the queues is older than this id. Whoever takes work
 * shares a lock on this row until that is committed (`isAlive`), so that a process that is taken for gone takes nothing more.
 */
export async function beat(db: Queryable, id: string, oldest: string, home?: Home): Promise<void> {
  await db.query({
    name: 'beat',
    text: `INSERT INTO workers (id, oldest, host, pid, version, connections) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (id) DO UPDATE SET oldest = excluded.oldest, seen_at = now()`,
    values: [id, oldest, home?.host ?? null, home?.pid ?? null, home?.version ?? null, home?.connections ?? null],
  });
}

/** To be part of every statement that takes work for a process: no row if it was taken for gone. */
export const isAlive = (id: string): string => `SELECT id FROM workers WHERE id = ${id} FOR KEY SHARE`;

export type GoneWorker = { readonly id: string; readonly oldest: string };

/** A process that is gone, for us alone until the transaction ends. */
export async function lockGone(tx: Queryable): Promise<GoneWorker | undefined> {
  const { rows } = await tx.query<GoneWorker>({
    name: 'lock gone worker',
    text: `SELECT id, oldest FROM workers WHERE seen_at < now() - interval '${leaseSeconds} seconds'
      ORDER BY seen_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
  });
  return rows[0];
}

/** The row of this process; undefined if it was taken for gone, or a statement of its own still takes work. */
export async function lockWorker(tx: Queryable, id: string): Promise<GoneWorker | undefined> {
  const { rows } = await tx.query<GoneWorker>('SELECT id, oldest FROM workers WHERE id = $1 FOR UPDATE SKIP LOCKED', [
    id,
  ]);
  return rows[0];
}

/** That a process ended without a word, for people; with what it held, which is put back in the same transaction. */
export async function noteLost(tx: Queryable, id: string): Promise<void> {
  await tx.query(
    `INSERT INTO lost_workers (id, host, pid, seen_at) SELECT id, host, pid, seen_at FROM workers WHERE id = $1
     ON CONFLICT (id) DO NOTHING`,
    [id],
  );
}

export async function dropOldLost(db: Queryable): Promise<number> {
  const { rowCount } = await db.query(`DELETE FROM lost_workers WHERE lost_at < now() - interval '7 days'`);
  return rowCount ?? 0;
}

export async function removeWorker(db: Queryable, id: string): Promise<void> {
  await db.query('DELETE FROM workers WHERE id = $1', [id]);
}
