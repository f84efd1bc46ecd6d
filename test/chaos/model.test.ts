/** Random sequences of events on the real flows and PostgreSQL, compared with a small model. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { Sending } from '../../src/flows/sending/send.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { testAccount } from '../harness/accounts.ts';
import { testDatabase } from '../harness/database.ts';
import { isNightly } from '../harness/nightly.ts';
import { testTimeoutMs } from '../harness/patience.ts';
import { testConfig } from '../harness/service.ts';
import { testWorker } from '../harness/workers.ts';
import { commands, type Real } from './commands.ts';
import { Model } from './model.ts';

const seed = Number(process.env['MODEL_SEED'] ?? Date.now() % 2 ** 31);
const budgetMs = Number(process.env['MODEL_SECONDS'] ?? (isNightly ? 60 : 5)) * 1_000;
const opening = 12;

const { db } = await testDatabase();
const runtime = { config: testConfig(), db, log: createLog('silent'), metrics: createMetrics(), clock: Date.now };

async function begin(): Promise<{ model: Model; real: Real }> {
  // Sweeps and claims read all accounts, so each run starts with only its own.
  await db.query('TRUNCATE messages, submissions, outbox, parts, unmatched_receipts');
  const account = await testAccount(db, { balance: `${opening / 100}` });
  const workers = await Promise.all([1, 2].map(async () => ({ lease: await testWorker(db), held: new Map() })));
  const real = { db, sending: new Sending(runtime), account, carrierId: newId(), workers };
  return { model: new Model(opening), real };
}

test(`after any sequence of events, money, states and reports are as the model says (MODEL_SEED=${seed})`, {
  timeout: budgetMs * 4 + testTimeoutMs,
}, async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 60, size: '+1' }), async (sequence) => {
      runs += 1;
      const world = await begin();
      await fc.asyncModelRun(() => world, sequence);
    }),
    { seed, numRuns: 100_000, interruptAfterTimeLimit: budgetMs, markInterruptAsFailure: false },
  );
  expect(runs).toBeGreaterThan(0);
});
