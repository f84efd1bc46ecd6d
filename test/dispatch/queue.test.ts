/** Dispatch order: fair between accounts, single messages before bulk, and none before its time. */
import { expect, test } from 'vitest';
import { freePort } from '../../chaos/free-port.ts';
import { books, idsOf, numbers, sender, testAccount, times } from '../harness/accounts.ts';
import { isNightly } from '../harness/nightly.ts';
import { serviceOn, testService } from '../harness/service.ts';
import {
  addCarrier,
  bound,
  peer,
  type Submit,
  silentPeer,
  stateOf,
  states,
  until,
  untilState,
  urlOf,
} from './carrier.ts';

const window = 4;
const answerDelayMs = 80;
/** At most 50 messages per second, and rarely room for more than one. */
const slow = await testService();
const slowSmsc = await peer({ answerDelayMs });
await bound(slow.db, slowSmsc, { query: `?window=${window}` });

/** One of the two has the bind; the other accepts. */
const quick = await testService();
const quickSmsc = await peer();
await bound(quick.db, quickSmsc);
const other = await serviceOn(quick.url);

const down = await testService();
const port = await freePort();
const lateSmsc = silentPeer({ port });
await addCarrier(down.db, urlOf({ port }));

/** Its carrier is never up. */
const dead = await testService({ HERMOD_VALIDITY_SECONDS: '1' });
await addCarrier(dead.db, urlOf({ port: await freePort() }));
const [lost] = idsOf(await sender(dead, await testAccount(dead.db))());

const seconds = () => Math.floor(Date.now() / 1_000);
const beginning = (prefix: string) => (submit: Submit) => submit.destination.startsWith(prefix);

test("a single message does not wait for thousands of another account, nor for its own account's bulk", async () => {
  const [busy, quiet] = [await testAccount(slow.db), await testAccount(slow.db)];
  const bulk = numbers(1_000).map((number) => number.replace('+38640', '+38651'));
  await Promise.all(times(5, () => sender(slow, busy)({ destinations: bulk })));
  await until(() => slowSmsc.submits.length > 2 * window);

  for (const [account, destination] of [
    [quiet, '+38640111111'],
    [busy, '+38640222222'],
  ] as const) {
    const ahead = slowSmsc.submits.length;
    expect((await sender(slow, account)({ destinations: [destination] })).status).toBe(202);
    await until(() => slowSmsc.submits.some((submit) => submit.destination === destination));
    const place = slowSmsc.submits.findIndex((submit) => submit.destination === destination);
    expect(place - ahead).toBeLessThanOrEqual(2 * window);
  }
});

test('bulk keeps its share at any number of single messages', async () => {
  const account = await testAccount(slow.db);
  await Promise.all(times(40, () => sender(slow, account)({ destinations: numbers(10) })));
  await until(() => slowSmsc.submits.slice(-window).some(beginning('+38640')));
  const from = slowSmsc.submits.length;
  await until(() => slowSmsc.submits.length >= from + 100);
  const next = slowSmsc.submits.slice(from, from + 100);
  expect(next.filter(beginning('+38651')).length).toBeGreaterThanOrEqual(10);
  expect(next.filter(beginning('+38640')).length).toBeGreaterThanOrEqual(60);
});

test('the window is filled and never exceeded', () => {
  const { submits } = slowSmsc;
  const inFlight = submits.map(
    ({ at }) => submits.filter((each) => each.at >= at && each.at < at + answerDelayMs - 10).length,
  );
  expect(Math.max(...inFlight)).toBe(window);
});

test('messages accepted while no carrier is up wait, and are sent when one comes up', async () => {
  const account = await testAccount(down.db);
  await sender(down, account)({ destinations: numbers(30) });
  await sender(down, account)();
  expect(await states(down.db)).toEqual({ QUEUED: 31 });
  await lateSmsc.listen();
  await until(async () => (await states(down.db))['DELIVERED'] === 31);
  expect(lateSmsc.submits).toHaveLength(31);
});

test('a scheduled message is sent after its time, and never early', async () => {
  const account = await testAccount(quick.db);
  const due = new Map<string, number>();
  for (const [index, destination] of numbers(8).entries()) {
    const scheduledTime = seconds() + 2 + (index % 2);
    due.set(destination, scheduledTime * 1_000);
    const service = index % 2 === 0 ? quick : other;
    expect((await sender(service, account)({ destinations: [destination], scheduledTime })).status).toBe(202);
  }
  await until(() => quickSmsc.submits.length === due.size);
  for (const { destination, at } of quickSmsc.submits) expect(at).toBeGreaterThanOrEqual(due.get(destination)!);
});

const together = isNightly ? 2_000 : 500;

test(`${together} for the same second are all sent, once`, async () => {
  const account = await testAccount(quick.db);
  const before = quickSmsc.submits.length;
  // They become due together, however long accepting them takes.
  const scheduledTime = seconds() + 3_600;
  await Promise.all(times(2, () => sender(quick, account)({ destinations: numbers(together / 2), scheduledTime })));
  const { rows } = await quick.db.query<{ due_at: Date }>(
    `UPDATE messages SET due_at = date_trunc('second', now()) + interval '2 seconds'
     WHERE account_id = $1 AND state = 'SCHEDULED' RETURNING due_at`,
    [account.id],
  );
  expect(rows).toHaveLength(together);
  await until(() => quickSmsc.submits.length === before + together);
  expect(quickSmsc.submits[before]!.at).toBeGreaterThanOrEqual(rows[0]!.due_at.getTime());
  await until(async () => (await states(quick.db))['DELIVERED'] === before + together);
  expect(quickSmsc.submits).toHaveLength(before + together);
});

test('a scheduled message whose sender was deleted is REJECTED and refunded', async () => {
  const account = await testAccount(quick.db);
  const [id] = idsOf(await sender(quick, account)({ scheduledTime: seconds() + 2 }));
  await quick.db.query('UPDATE senders SET deleted_at = now() WHERE account_id = $1', [account.id]);
  const before = quickSmsc.submits.length;
  await untilState(quick.db, id!, 'REJECTED');
  const { balance, ledger } = await books(quick.db, account);
  expect([balance, ledger]).toEqual(['1000.000000', '1000.000000']);
  expect(quickSmsc.submits).toHaveLength(before);
  expect(await stateOf(quick.db, id!)).toBe('REJECTED');
});

test('a message without a carrier until its validity expired is FAILED', async () => {
  await untilState(dead.db, lost!, 'FAILED', 12_000);
});
