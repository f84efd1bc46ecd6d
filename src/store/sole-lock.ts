import pg from 'pg';
import type { Log } from '../log.ts';

/**
 * What only one process over all machines may do. The lock belongs to a database session of its own and dies with it; the
 * session is looked after every few seconds, so neither side believes for long in a lock that the other has given up.
 */
export type SoleLock = {
  /** True if this process now holds the lock. */
  take(): Promise<boolean>;
  close(): Promise<void>;
};

const beatMs = 5_000;
const patienceMs = 10_000;

/**
 * A machine that vanishes without a word would hold its locks for hours: PostgreSQL asks after a silent peer when the
 * kernel does, which is after two hours. Like this it is gone after 10 + 3 × 5 seconds.
 */
const keepalive = 'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3';

/** `onLost` is called once, if the session ends although nobody has closed it. */
export async function openSoleLock(url: string, name: string, log: Log, onLost: () => void): Promise<SoleLock> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'hermod sole lock',
    connectionTimeoutMillis: 5_000,
    query_timeout: patienceMs,
    keepAlive: true,
  });
  let closed = false;
  const close = async () => {
    closed = true;
    clearInterval(beat);
    await client.end();
  };
  client.on('error', (err) => log.warn({ err, lock: name }, 'the database session that holds a lock was lost'));
  client.on('end', () => {
    clearInterval(beat);
    if (!closed) onLost();
  });
  const beat = setInterval(() => {
    client.query('SELECT 1').catch(() => client.end());
  }, beatMs);
  try {
    await client.connect();
    await client.query(keepalive);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    async take() {
      const { rows } = await client.query<{ taken: boolean }>(
        'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken',
        [name],
      );
      return rows[0]!.taken;
    },
    close,
  };
}
