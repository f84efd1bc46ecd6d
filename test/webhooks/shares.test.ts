/** One account cannot slow down another: slots, connections and name queries have a share for each. */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { insertEvents } from '../../src/store/webhook/outbox.ts';
import { bound, peer } from '../dispatch/carrier.ts';
import { dnsServer } from '../email/dns.ts';
import { sender, testAccount, times } from '../harness/accounts.ts';
import { patienceMs } from '../harness/patience.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { testService } from '../harness/service.ts';

const names = await dnsServer({ 'live.test A': ['127.0.0.1'] });
const service = await testService({ HERMOD_DNS_SERVERS: names.address });
const { db } = service;
// Reports of messages sent over it go to the deliverer directly, without a claim.
await bound(db, await peer(), { routes: [{ country: 'SI' }] });
type Account = Awaited<ReturnType<typeof testAccount>>;

/** Due events, written by a process that does not deliver them. */
async function events(account: Account, urls: readonly string[]): Promise<void> {
  const given = { accountId: account.id, kind: 'delivery report', payload: '{}' } as const;
  await insertEvents(
    db,
    urls.map((url) => ({ ...given, id: newId(), subjectId: newId(), url })),
  );
}

async function attempted(account: Account): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM outbox WHERE account_id = $1 AND attempted_at IS NOT NULL',
    [account.id],
  );
  return rows[0]!.count;
}

/** Events that the process holds, of all accounts. */
async function held(): Promise<number> {
  const metrics = (await service.service.metrics()) as { name: string; values: { value: number }[] }[];
  return metrics.find(({ name }) => name === 'hermod_webhooks_held')!.values[0]!.value;
}

/** Keeps the events of one test from continuing in the next. */
async function giveUp(account: Account): Promise<void> {
  await db.query(`UPDATE outbox SET state = 'given up', lease = NULL WHERE account_id = $1`, [account.id]);
}

/** A server that takes every request and answers none, on any number of addresses. */
const sockets = new Set<Socket>();
let requests = 0;
let mostOpen = 0;
const hanging = createServer((socket) => {
  sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)));
  mostOpen = Math.max(mostOpen, sockets.size);
  socket.once('data', () => {
    requests += 1;
  });
});
await new Promise<void>((resolve) => hanging.listen(0, '0.0.0.0', resolve));
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  return new Promise((resolve) => hanging.close(resolve));
});
const { port } = hanging.address() as AddressInfo;
const hangingUrl = (index: number) => `http://127.${1 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}:${port}/`;

test('the reports of one account arrive while every event that another may hold is hanging', async () => {
  const [slow, quick] = [await testAccount(db), await testAccount(db)];
  const receiver = await webhookReceiver();
  let mostHeld = 0;
  const note = (count: number) => {
    mostHeld = Math.max(mostHeld, count);
  };
  const watching = setInterval(() => void held().then(note), 20);
  onTestFinished(() => clearInterval(watching));
  await events(
    slow,
    times(3_000, (index) => hangingUrl(index % 750)),
  );
  // Half of what a process may hold, and no more: that is the share of one account.
  await vi.waitFor(() => expect(requests).toBeGreaterThanOrEqual(1_000), { timeout: patienceMs, interval: 20 });
  const answer = await sender(service, quick)({ deliveryReportUrl: receiver.url });
  expect(answer.status).toBe(202);
  await events(quick, [receiver.url]);
  await receiver.until(3);
  const ended = await attempted(slow);
  expect(ended).toBeLessThan(3_000);
  // Those of the other account are counted with them.
  expect(mostHeld).toBeLessThanOrEqual(1_003);
  // On a busy machine the first of them may have timed out by now, and others have their slots.
  if (ended === 0) expect(mostOpen).toBe(1_000);
  await giveUp(slow);
  for (const socket of sockets) socket.destroy();
  await vi.waitFor(() => expect(sockets.size).toBe(0), patienceMs);
});

test('a hanging endpoint with thousands of events does not delay the other endpoints of its account', async () => {
  const account = await testAccount(db);
  const receiver = await webhookReceiver();
  await events(
    account,
    times(25_000, () => hangingUrl(1)),
  );
  await vi.waitFor(() => expect(sockets.size).toBe(16), { timeout: patienceMs, interval: 20 });
  await events(
    account,
    times(10, () => receiver.url),
  );
  await receiver.until(10);
  expect(await attempted(account)).toBeLessThan(1_000);
  await giveUp(account);
  for (const socket of sockets) socket.destroy();
});

test('names whose servers are silent do not delay others', async () => {
  const [slow, quick] = [await testAccount(db), await testAccount(db)];
  const receiver = await webhookReceiver();
  const dead = times(150, (index) => `n${index}.dead.test`);
  for (const name of dead) names.zone.silent.add(name);
  await events(
    slow,
    dead.map((name) => `http://${name}/`),
  );
  const askedFor = (name: string) => names.asked.some((question) => question.startsWith(`${name} `));
  await vi.waitFor(() => expect(dead.filter(askedFor).length).toBeGreaterThanOrEqual(100), patienceMs);
  const live = `http://live.test:${new URL(receiver.url).port}/`;
  await sender(service, quick)({ deliveryReportUrl: live });
  await events(
    quick,
    times(5, () => live),
  );
  await receiver.until(7);
  expect(await attempted(slow)).toBeLessThan(dead.length);
  expect(names.asked.filter((question) => question.startsWith('live.test ')).toSorted()).toEqual([
    'live.test A',
    'live.test AAAA',
  ]);
  await giveUp(slow);
});

test('afterwards the process holds no event', async () => {
  await expect.poll(held, { timeout: patienceMs }).toBe(0);
});
