import { version } from '../../base/version.ts';
import type { Queryable } from '../../database/db.ts';
import { fingerprints } from '../../secrets/cipher.ts';
import { rowOf, rowsOf } from '../row.ts';

/** A process that has been silent for this long is dead: others take over its messages. */
export const leaseSeconds = 30;

/** Where a process runs, for display; and its connections, for processes that start after it. */
type Home = {
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly connections: number;
};

/**
 * The heartbeat of this process. `oldest`: it holds no message outside the queues that is older than this id. A statement that takes
 * work for a process share-locks this row until it commits (`isAlive`), so a process that is considered dead takes no more work.
 */
export async function beat(db: Queryable, id: string, oldest: string, home?: Home): Promise<void> {
  await db.query({
    name: 'beat',
    text: `INSERT INTO workers (id, oldest, host, pid, version, connections, release, master_keys)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      ON CONFLICT (id) DO UPDATE SET oldest = excluded.oldest, seen_at = now()`,
    values: [id, oldest, home?.host, home?.pid, home?.version, home?.connections, version, fingerprints()],
  });
}

/**
 * Whether a process of release 0.1.0, which does not write `release`, may be alive. A silent one counts until another process has
 * deleted its row: it may only be suspended.
 */
export async function isOlderReleaseAlive(db: Queryable): Promise<boolean> {
  const { rowCount } = await db.query('SELECT FROM workers WHERE release IS NULL LIMIT 1');
  return (rowCount ?? 0) > 0;
}

type LiveWorker = {
  readonly host: string | null;
  readonly pid: number | null;
  readonly masterKeys: readonly string[];
};

export const liveWorkers = (db: Queryable): Promise<LiveWorker[]> =>
  rowsOf(db, {
    text: `SELECT host, pid, coalesce(master_keys, '{}') AS "masterKeys" FROM workers
     WHERE seen_at >= now() - interval '${leaseSeconds} seconds' ORDER BY host, pid`,
  });

/** In SQL, for every statement that takes work for a process: no row if it is considered dead. */
export const aliveWorker = (id: string): string => `SELECT id FROM workers WHERE id = ${id} FOR KEY SHARE`;

export type GoneWorker = { readonly id: string; readonly oldest: string };

/** In SQL: whether the process of a row of `workers` is dead. */
export const isGone = `seen_at < now() - interval '${leaseSeconds} seconds'`;

/** A dead process, locked until the transaction ends. */
export const lockGone = (tx: Queryable): Promise<GoneWorker | undefined> =>
  rowOf(tx, {
    name: 'lock gone worker',
    text: `SELECT id, oldest FROM workers WHERE ${isGone}
      ORDER BY seen_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
  });

/** The row of this process; undefined if it is considered dead, or one of its statements still takes work. */
export const lockWorker = (tx: Queryable, id: string): Promise<GoneWorker | undefined> =>
  rowOf(tx, { text: 'SELECT id, oldest FROM workers WHERE id = $1 FOR UPDATE SKIP LOCKED', values: [id] });

/** Records a crashed process, in the transaction that returns its messages to the queues. */
export async function noteLost(tx: Queryable, id: string): Promise<void> {
  await tx.query(
    `INSERT INTO lost_workers (id, host, pid, seen_at) SELECT id, host, pid, seen_at FROM workers WHERE id = $1
     ON CONFLICT (id) DO NOTHING`,
    [id],
  );
}

export async function removeWorker(db: Queryable, id: string): Promise<void> {
  await db.query('DELETE FROM workers WHERE id = $1', [id]);
}
