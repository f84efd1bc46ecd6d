import type pg from 'pg';
import { connectOne } from '../../database/session.ts';
import type { Log } from '../../telemetry/log.ts';

/**
 * Locks over all machines. They belong to their own database session and end with it, and so with the process. The session is checked
 * every few seconds, so that neither side relies for long on a lock that the other has released.
 */
export type LockSession = {
  /** True if this process now holds the lock. A name may have several locks with different numbers. */
  take(name: string, number?: number): Promise<boolean>;
  free(name: string, number?: number): Promise<void>;
  /** Notifies every session that listens on the channel, including this one. */
  notify(channel: string, payload: string): Promise<void>;
  close(): Promise<void>;
};

type LockSessionOptions = {
  /** The application_name in pg_stat_activity. */
  readonly name: string;
  readonly log: Log;
  /** Called once if the session ends without `close`: another process may hold its locks now. */
  readonly onLost: () => void;
  /** Listeners for notifications, by channel. */
  readonly listen?: Readonly<Record<string, (payload: string) => void>>;
};

const beatMs = 5_000;
const patienceMs = 10_000;

/** A machine that disappears would hold its locks for two hours, the kernel's default; with these settings, for 10 + 3 × 5 seconds. */
const keepalive = 'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3';

export async function openLockSession(url: string, options: LockSessionOptions): Promise<LockSession> {
  const { name, log, onLost, listen = {} } = options;
  const client = await connectOne(url, {
    application_name: name,
    connectionTimeoutMillis: 5_000,
    query_timeout: patienceMs,
    keepAlive: true,
  });
  let closed = false;
  // A broken link without an error is noticed only by a query that times out.
  const beat = setInterval(() => {
    client.query('SELECT 1').catch(() => client.end());
  }, beatMs);
  const close = async () => {
    closed = true;
    clearInterval(beat);
    await client.end();
  };
  client.on('error', (err) => log.warn({ err, session: name }, 'the database session that holds locks was lost'));
  client.on('end', () => {
    clearInterval(beat);
    if (!closed) onLost();
  });
  client.on('notification', ({ channel, payload = '' }) => listen[channel]?.(payload));
  try {
    await client.query([keepalive, ...Object.keys(listen).map((channel) => `LISTEN ${channel}`)].join('; '));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    take: (lock, number = 0) => take(client, lock, number),
    free: (lock, number = 0) => free(client, lock, number),
    notify: async (channel, payload) => {
      await client.query('SELECT pg_notify($1, $2)', [channel, payload]);
    },
    close,
  };
}

async function take(client: pg.Client, name: string, number: number): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    'SELECT pg_try_advisory_lock(hashtextextended($1, $2)) AS taken',
    [name, number],
  );
  return rows[0]!.taken;
}

async function free(client: pg.Client, name: string, number: number): Promise<void> {
  await client.query('SELECT pg_advisory_unlock(hashtextextended($1, $2))', [name, number]);
}
