/** Two processes and a provider that refuses every call or sends Retry-After: what both processes send in total. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { addCarrier, stateOf, until, untilState } from '../../dispatch/carrier.ts';
import { idsOf, numbers, sender, testAccount } from '../../harness/accounts.ts';
import { operator } from '../../harness/operator.ts';
import { serviceOn, testService } from '../../harness/service.ts';
import { description } from './tables.ts';

const service = await testService();
const { db } = service;
const second = await serviceOn(service.url);
const call = operator(service);
const account = await testAccount(db, { balance: '100' });
const processes = [sender(service, account), sender(second, account)] as const;
/** Long enough for every process to poll the queue twice. */
const twoRounds = () => sleep(2_500);

/** A provider whose responses are held back until the test releases them. */
const held: ServerResponse[] = [];
const provider = { status: 200, headers: {} as Record<string, string>, isHolding: false, calls: 0 };
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    provider.calls += 1;
    if (provider.isHolding) held.push(response);
    else answer(response);
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function answer(response: ServerResponse): void {
  const body = provider.status === 200 ? { message: { id: String(provider.calls) } } : { error: 'no' };
  response.writeHead(provider.status, provider.headers).end(JSON.stringify(body));
}

type Carrier = {
  carrierId: string;
  linksUp: number;
  waiting: number;
  throttled: boolean;
  lastError?: { text: string };
};
let carrierId = '';
const carrier = async () => (await call({ path: `/carriers/${carrierId}` })).body as Carrier;

beforeEach(async () => {
  await db.query('DELETE FROM routes');
  Object.assign(provider, { status: 200, headers: {}, isHolding: false, calls: 0 });
  const { port } = server.address() as AddressInfo;
  const url = `http+generic://user:hunter2@127.0.0.1:${port}?allow=127.0.0.0/8`;
  const body = { name: `Provider ${crypto.randomUUID()}`, url, description: { ...description, signature: undefined } };
  const made = await call({ path: '/carriers', body });
  expect(made.status, made.text).toBe(201);
  carrierId = (made.body as Carrier).carrierId;
  await call({ path: '/routes', body: { carrierId, country: 'SI' } });
  await until(async () => (await carrier()).linksUp === 2);
});

const send = async (count: number): Promise<string[]> => {
  const answers = await Promise.all(
    numbers(count).map((destination, place) => processes[place % 2]!({ destinations: [destination] })),
  );
  return answers.flatMap((each) => idsOf(each));
};

test('while a provider refuses every call, one message at a time is tried over all processes, and the others count as waiting', async () => {
  provider.status = 401;
  const ids = await send(30);
  await until(async () => (await carrier()).lastError?.text.includes('401') === true);
  await until(async () => (await carrier()).waiting >= 29);
  provider.isHolding = true;
  for (let wakeUp = 0; wakeUp < 2; wakeUp++) {
    await until(() => held.length > 0);
    await twoRounds();
    expect(held).toHaveLength(1);
    await until(async () => (await carrier()).waiting === 29);
    answer(held.pop()!);
  }
  await until(() => held.length > 0);
  provider.isHolding = false;
  provider.status = 200;
  answer(held.pop()!);
  for (const id of ids) await untilState(db, id, 'SENT');
});

test('while a provider refuses every call, messages take the next route', async () => {
  await addCarrier(db, 'simulator:?receipt_delay=0', [{ country: 'SI', priority: 200 }]);
  await sleep(1_500);
  provider.status = 403;
  const ids = await send(10);
  for (const id of ids) await untilState(db, id, 'DELIVERED');
  expect((await carrier()).waiting).toBe(0);
});

test('a Retry-After received by one process applies to all processes, including one that starts later', async () => {
  Object.assign(provider, { status: 429, headers: { 'retry-after': '99999999' } });
  const [first] = idsOf(await processes[0]({ destinations: numbers(1) }));
  await until(() => provider.calls > 0);
  await sleep(1_500);
  provider.status = 200;
  const before = provider.calls;
  const third = await serviceOn(service.url);
  onTestFinished(() => third.service.stop('immediate'));
  const send = [...processes, sender(third, account)];
  const later = await Promise.all(send.map(async (each) => idsOf(await each({ destinations: numbers(1) }))[0]!));
  await twoRounds();
  expect(provider.calls).toBe(before);
  expect(await carrier()).toMatchObject({ throttled: true, waiting: 4 });
  const { rows } = await db.query<{ seconds: number }>(
    'SELECT extract(epoch FROM rest_until - now())::integer AS seconds FROM carrier_circuits WHERE carrier_id = $1',
    [carrierId],
  );
  expect(rows[0]!.seconds).toBeLessThanOrEqual(900);
  await db.query('UPDATE carrier_circuits SET rest_until = now() WHERE carrier_id = $1', [carrierId]);
  for (const id of [first!, ...later]) await untilState(db, id, 'SENT');
});

test('a changed password is tried without delay', async () => {
  provider.status = 401;
  const [id] = await send(1);
  await until(async () => (await carrier()).lastError !== undefined);
  await db.query(
    `UPDATE carrier_circuits SET failures = 9, retry_at = now() + interval '1 hour' WHERE carrier_id = $1`,
    [carrierId],
  );
  await twoRounds();
  const before = provider.calls;
  provider.status = 200;
  expect(await stateOf(db, id!)).toBe('QUEUED');
  const { port } = server.address() as AddressInfo;
  const url = `http+generic://user:another@127.0.0.1:${port}?allow=127.0.0.0/8`;
  expect((await call({ method: 'PATCH', path: `/carriers/${carrierId}`, body: { url } })).status).toBe(200);
  await untilState(db, id!, 'SENT');
  expect(provider.calls).toBe(before + 1);
});
