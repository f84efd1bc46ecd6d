/** Connections that are cut, and processes that crash or are suspended, while messages are in flight. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { settle } from '../../src/flows/messages/settlement.ts';
import { sweepExpired } from '../../src/flows/messages/sweeps.ts';
import { claim, markSubmitting } from '../../src/store/message/queue.ts';
import { idsOf, numbers, sender, testAccount } from '../harness/accounts.ts';
import { testDatabase } from '../harness/database.ts';
import { faultProxy } from '../harness/proxy.ts';
import { serviceOn, testService } from '../harness/service.ts';
import { takeOver, testWorker } from '../harness/workers.ts';
import { bound, peer, referencesOf, states, until, untilState } from './carrier.ts';

const window = 50;
const total = 120;

/** Cuts the connection while a full window is unanswered; returns the submits at the SMSC once every message is settled. */
async function cutInFullWindow(query: string) {
  const service = await testService();
  const smsc = await peer({ answerDelayMs: 300 });
  await bound(service.db, smsc, { query: `?window=${window}${query}` });
  const send = sender(service, await testAccount(service.db));
  await send({ destinations: numbers(total) });
  await until(() => smsc.submits.length === window);
  smsc.drop();
  return { db: service.db, submits: smsc.submits };
}

const resent = await cutInFullWindow('');
const never = await cutInFullWindow('&unanswered=unknown');
const idle = await testService();
const carrierless = await testService();
const late = await peer();

const shaky = await testDatabase();
const proxy = await faultProxy(shaky.url);
const shaken = await serviceOn(proxy.url);
const steady = await peer();
await bound(shaky.db, steady);

const unhurried = await testService();
const slow = await peer({ answerDelayMs: 700 });
await bound(unhurried.db, slow);

test('a process that loses a bind slot waits for the outstanding responses', async () => {
  const { db } = unhurried;
  await sender(unhurried, await testAccount(db))({ destinations: numbers(20) });
  await until(() => slow.submits.length === 20);
  await db.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'hermod slots' AND datname = current_database()`,
  );
  await until(async () => (await states(db))['DELIVERED'] === 20);
  expect(slow.submits).toHaveLength(20);
  await until(() => slow.counters.binds === 2);
});

test('a connection cut during a full window loses nothing, and at most the window is sent again', async () => {
  const { db, submits } = resent;
  await until(async () => (await states(db))['DELIVERED'] === total);
  expect(new Set(submits.map(({ destination }) => destination)).size).toBe(total);
  expect(submits).toHaveLength(total + window);
});

test('where nothing may be sent twice, unanswered messages are UNKNOWN, and the rest is delivered', async () => {
  const { db, submits } = never;
  await until(async () => (await states(db))['DELIVERED'] === total - window);
  expect(await states(db)).toEqual({ UNKNOWN: window, DELIVERED: total - window });
  expect(submits.map(({ destination }) => destination).toSorted()).toEqual(numbers(total));
});

const patience = { validitySeconds: 60, silentSeconds: 60 };

test('a process that was suspended beyond its lease changes nothing', async () => {
  const { db } = idle;
  const account = await testAccount(db);
  const [id] = idsOf(await sender(idle, account)());
  const [asleep, awake, carrierId] = [await testWorker(db), await testWorker(db), newId()];
  const take = async (lease: string) => (await claim(db, lease, false, [{ queue: 0, accountId: account.id }], 1))[0]!;
  const facts = async () => (await db.query('SELECT state, lease, attempts, carrier_id FROM messages')).rows;

  const old = await take(asleep);
  expect(old.id).toBe(id);
  expect(await take(awake)).toBeUndefined();
  await takeOver(db, asleep);
  expect(await take(asleep)).toBeUndefined();
  const current = await take(awake);
  expect(current.id).toBe(id);

  const before = await facts();
  expect(before).toEqual([{ state: 'QUEUED', lease: awake, attempts: 0, carrier_id: null }]);
  expect(await markSubmitting(db, asleep, [{ ...old, carrierId }])).toEqual(new Set());
  for (const kind of ['later', 'refused', 'unanswered', 'not yet'] as const) {
    await settle(db, asleep, [{ message: old, kind, reason: 'late' }], patience);
  }
  await settle(db, asleep, [{ message: old, kind: 'submitted', carrierId, references: ['first'] }], patience);
  expect(await facts()).toEqual(before);

  await settle(db, awake, [{ message: current, kind: 'submitted', carrierId, references: ['second'] }], patience);
  expect(await states(db)).toEqual({ SENT: 1 });
  // The carrier has both, so a receipt for either counts.
  expect((await referencesOf(db, id!)).toSorted()).toEqual(['first', 'second']);
});

test('messages claimed by a crashed process that must not be sent twice are UNKNOWN', async () => {
  const { db } = idle;
  const account = await testAccount(db);
  const [marked, taken] = idsOf(await sender(idle, account)({ destinations: numbers(2) }));
  const [lease, carrierId] = [await testWorker(db), newId()];
  const messages = await claim(db, lease, false, [{ queue: 0, accountId: account.id }], 2);
  await markSubmitting(db, lease, [{ ...messages.find(({ id }) => id === marked)!, carrierId }]);
  await takeOver(db, lease);
  await bound(db, late, { query: '?unanswered=unknown' });
  await untilState(db, marked!, 'UNKNOWN');
  await untilState(db, taken!, 'DELIVERED');
  expect(late.submits).toHaveLength(1);
});

test.each(['before', 'after'] as const)(
  'a result is stored eventually if the database fails %s the write',
  async (moment) => {
    const send = sender(shaken, await testAccount(shaky.db));
    const [before] = idsOf(await send());
    await untilState(shaky.db, before!, 'DELIVERED');
    const submits = steady.submits.length;
    const cut = proxy.cut('store submitted', moment);
    const [id] = idsOf(await send());
    await cut;
    await untilState(shaky.db, id!, 'DELIVERED');
    expect(steady.submits).toHaveLength(submits + 1);
  },
);

test('a result is stored eventually after seconds without a database', async () => {
  const send = sender(shaken, await testAccount(shaky.db));
  const submits = steady.submits.length;
  const cut = proxy.cut('store submitted', 'before');
  const [id] = idsOf(await send());
  await cut;
  proxy.inflict('reset');
  await sleep(8_000);
  proxy.heal();
  await untilState(shaky.db, id!, 'DELIVERED');
  expect(steady.submits).toHaveLength(submits + 1);
});

test('a result is stored if no carrier was up until the validity expired', async () => {
  const { db } = carrierless;
  const [gone, kept] = idsOf(await sender(carrierless, await testAccount(db))({ destinations: numbers(2) }));
  await db.query(`UPDATE submissions SET accepted_at = now() - interval '2 minutes'`);
  await db.query('UPDATE messages SET carrier_id = $2 WHERE id = $1', [gone, newId()]);
  expect(await sweepExpired(db, 0, 10)).toBe(2);
  const { rows } = await db.query<{ id: string; state: string }>('SELECT id, state FROM messages');
  expect(new Map(rows.map(({ id, state }) => [id, state]))).toEqual(
    new Map([
      [gone, 'UNKNOWN'],
      [kept, 'FAILED'],
    ]),
  );
});
