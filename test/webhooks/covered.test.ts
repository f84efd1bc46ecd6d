/** A successor finds what a process held only in memory: its row says how old that may be, and never too little. */
import { afterAll, expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { uuidAt } from '../../src/domain/uuid.ts';
import { recover } from '../../src/flows/messages/recover.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { Deliverer } from '../../src/webhooks/deliverer.ts';
import { Worker } from '../../src/work/worker.ts';
import { testDatabase } from '../harness/database.ts';
import { lockWorker, untilWaiting } from '../harness/locks.ts';
import { testConfig } from '../harness/service.ts';

const { db, url } = await testDatabase();
const log = createLog('silent');
const worker = new Worker(db, log, recover, 1);
await worker.start();
afterAll(() => worker.stop());
const runtime = { config: testConfig(), db, log, metrics: createMetrics(), clock: Date.now };
const deliverer = new Deliverer(runtime, worker);

const minutesAgo = (minutes: number): string => uuidAt(Date.now() - minutes * 60_000);
const rowSays = async (): Promise<string> =>
  (await db.query<{ oldest: string }>('SELECT oldest FROM workers WHERE id = $1', [worker.id])).rows[0]!.oldest;

test('a message is no longer covered as soon as the row may state that nothing of it is held', async () => {
  const old = minutesAgo(10);
  worker.inFlight.add(old);
  await expect.poll(() => worker.covers(old)).toBe(true);
  expect((await rowSays()) <= old).toBe(true);
  const release = await lockWorker(url, worker.id);
  worker.inFlight.remove(old);
  // The next heartbeat is on its way: it may be on disk long before its response is here.
  await untilWaiting(db, 1);
  expect(worker.covers(old)).toBe(false);
  await release();
  await expect.poll(async () => (await rowSays()) > old).toBe(true);
});

test('a report counts as held before the commit of the transaction that leaves it to memory', () => {
  const subjectId = minutesAgo(1);
  const wanted = { accountId: newId(), origin: 'http://127.0.0.1', isStored: false, subjectId };
  expect(deliverer.reserve([wanted])).toBe(true);
  expect(worker.inFlight.size).toBe(1);
  deliverer.release([wanted]);
  expect(worker.inFlight.size).toBe(0);
});
