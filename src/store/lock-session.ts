import type pg from 'pg';
import { connectOne } from '../database/session.ts';
import type { Log } from '../telemetry/log.ts';

/**
 * What must exist once over all machines. The locks belong to a database session of their own and die with it, and so with the
 * process; the session is looked after every few seconds, so neither side believes for long in a lock that the other has
 * given up.
 */
export type LockSession = {
  /** True if this process now holds the lock. One name may stand for several, told apart by their number. */
  take(name: string, number?: number): Promise<boolean>;
  free(name: string, number?: number): Promise<void>;
  /** To every session that listens on the channel, this one included. */
  notify(channel: string, payload: string): Promise<void>;
  close(): Promise<void>;
};

export type LockSessionOptions = {
  /** As PostgreSQL shows it to those who look. */
  readonly name: string;
  readonly log: Log;
  /** Called once, if the session ends although nobody has closed it: somebody else may hold its locks by now. */
  readonly onLost: () => void;
  /** What else the session hears of: what to do with a notice, by channel. */
  readonly listen?: Readonly<Record<string, (payload: string) => void>>;
};

const beatMs = 5_000;
const patienceMs = 10_000;

/**
 * A machine that vanishes without a word would hold its locks for hours: PostgreSQL asks after a silent peer when the
 * kernel does, which is after two hours. Like this it is gone after 10 + 3 × 5 seconds.
 */
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
  // A link that swallows everything is noticed only by asking; what it held is given up then.
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
