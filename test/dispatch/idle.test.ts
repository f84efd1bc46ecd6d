/** An idle process hardly uses the database, and finds work without a notification. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { idsOf, numbers, sender, testAccount } from '../harness/accounts.ts';
import { testService } from '../harness/service.ts';
import { bound, peer, untilState } from './carrier.ts';

const service = await testService();
const { db } = service;
await bound(db, await peer());

/** Each statement outside a transaction counts as one commit. */
async function transactions(): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'SELECT xact_commit::float8 AS count FROM pg_stat_database WHERE datname = current_database()',
  );
  return rows[0]!.count;
}

test('an idle process runs at most a few statements per second', async () => {
  await sleep(2_000);
  const before = await transactions();
  await sleep(6_000);
  // Measured: 15 to 25. When each loop polled for itself it was 200.
  expect((await transactions()) - before).toBeLessThan(60);
});

test('a message that was inserted into the queue without a notification is sent', async () => {
  const send = sender(service, await testAccount(db));
  const [scheduled] = idsOf(
    await send({ destinations: numbers(1), scheduledTime: Math.floor(Date.now() / 1_000) + 3_600 }),
  );
  await untilState(db, scheduled!, 'SCHEDULED');
  await db.query('UPDATE messages SET due_at = now() WHERE id = $1', [scheduled]);
  await untilState(db, scheduled!, 'DELIVERED');
  const [queued] = idsOf(
    await send({ destinations: numbers(1), scheduledTime: Math.floor(Date.now() / 1_000) + 3_600 }),
  );
  await untilState(db, queued!, 'SCHEDULED');
  await db.query(`UPDATE messages SET queue = 0, state = 'QUEUED', due_at = now() WHERE id = $1`, [queued]);
  await untilState(db, queued!, 'DELIVERED');
});
