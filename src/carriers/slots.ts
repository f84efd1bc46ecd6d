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

export async function openSlots(url: string, log: Log, events: SlotEvents): Promise<Slots> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'hermod slots',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  let closed = false;
  client.on('error', (err) => log.warn({ err }, 'the connection that holds the bind slots was lost'));
  client.on('end', () => !closed && events.onLost());
  client.on('notification', ({ payload = '' }) => events.onQueued(payload.split(',').map(Number)));
  await client.connect();
  await client.query(`LISTEN ${queueChannel}`);
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
    async close() {
      closed = true;
      await client.end();
    },
  };
}
