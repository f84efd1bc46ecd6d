import { version } from '../../base/version.ts';
import type { Queryable } from '../../database/db.ts';
import { fingerprints } from '../../secrets/master-keys.ts';

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
    text: `INSERT INTO workers (id, oldest, host, pid, version, connections, release, master_keys)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      ON CONFLICT (id) DO UPDATE SET oldest = excluded.oldest, seen_at = now()`,
    values: [
      id,
      oldest,
      home?.host ?? null,
      home?.pid ?? null,
      home?.version ?? null,
      home?.connections ?? null,
      version,
      fingerprints(),
    ],
  });
}

/**
 * Whether a process of a release that writes no `release` (0.1.0) may be alive. One that has been silent for long counts until another
 * process has taken its row away: it may only have been stopped for a while.
 */
export async function isOlderReleaseAlive(db: Queryable): Promise<boolean> {
  const { rowCount } = await db.query('SELECT FROM workers WHERE release IS NULL LIMIT 1');
  return (rowCount ?? 0) > 0;
}

export type LiveWorker = {
  readonly host: string | null;
  readonly pid: number | null;
  /** Fingerprints of the master keys that it holds. */
  readonly masterKeys: readonly string[];
};

export async function liveWorkers(db: Queryable): Promise<LiveWorker[]> {
  const { rows } = await db.query<LiveWorker>(
    `SELECT host, pid, coalesce(master_keys, '{}') AS "masterKeys" FROM workers
     WHERE seen_at >= now() - interval '${leaseSeconds} seconds' ORDER BY host, pid`,
  );
  return rows;
}

/** To be part of every statement that takes work for a process: no row if it was taken for gone. */
export const isAlive = (id: string): string => `SELECT id FROM workers WHERE id = ${id} FOR KEY SHARE`;

export type GoneWorker = { readonly id: string; readonly oldest: string };

/** In SQL: whether the process of a row of `workers` is gone. */
export const isGone = `seen_at < now() - interval '${leaseSeconds} seconds'`;

/** A process that is gone, for us alone until the transaction ends. */
export async function lockGone(tx: Queryable): Promise<GoneWorker | undefined> {
  const { rows } = await tx.query<GoneWorker>({
    name: 'lock gone worker',
    text: `SELECT id, oldest FROM workers WHERE ${isGone}
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
