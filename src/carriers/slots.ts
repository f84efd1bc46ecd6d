import pg from 'pg';
import type { Log } from '../log.ts';
import { queueChannel } from '../store/queue.ts';

/** A PostgreSQL session that holds what must exist once. It dies with the process, and the locks with it. */
export type Slots = {
  /** True if this process now holds the slot. */
  take(carrierId: string, slot: number): Promise<boolean>;
  free(carrierId: string, slot: number): Promise<void>;
  close(): Promise<void>;
};

export type SlotEvents = {
  /** The session is gone, and every slot with it: somebody else may hold them by now. */
  onLost(): void;
  /** Somebody has put messages into these lanes of the queue. */
  onQueued(lanes: number[]): void;
};

const beatMs = 5_000;
const patienceMs = 10_000;

/** So that a machine that vanishes without a word frees its slots after 10 + 3 × 5 seconds, and not after two hours. */
const keepalive = 'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3';

export async function openSlots(url: string, log: Log, events: SlotEvents): Promise<Slots> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'hermod slots',
    connectionTimeoutMillis: 5_000,
    query_timeout: patienceMs,
    keepAlive: true,
  });
  let closed = false;
  // A link that swallows everything is noticed only by asking; what it held is given up then.
  const beat = setInterval(() => {
    client.query('SELECT 1').catch(() => client.end());
  }, beatMs);
  client.on('error', (err) => log.warn({ err }, 'the connection that holds the bind slots was lost'));
  client.on('end', () => {
    clearInterval(beat);
    if (!closed) events.onLost();
  });
  client.on('notification', ({ payload = '' }) => events.onQueued(payload.split(',').map(Number)));
  const close = async () => {
    closed = true;
    clearInterval(beat);
    await client.end();
  };
  try {
    await client.connect();
    await client.query(`${keepalive}; LISTEN ${queueChannel}`);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    async take(carrierId, slot) {
      const { rows } = await client.query<{ taken: boolean }>(
        'SELECT pg_try_advisory_lock(hashtextextended($1, $2)) AS taken',
        [carrierId, slot],
      );
      return rows[0]!.taken;
    },
    async free(carrierId, slot) {
      await client.query('SELECT pg_advisory_unlock(hashtextextended($1, $2))', [carrierId, slot]);
    },
    close,
  };
}
