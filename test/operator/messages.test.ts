/** Messages of all accounts in the operator's endpoints. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { uuidAt } from '../../src/domain/uuid.ts';
import { addCarrier, stateOf, until } from '../dispatch/carrier.ts';
import { croatian, idsOf, numbers, sender, slovenian, testAccount, times } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { testService } from '../harness/service.ts';
import { walk, wrongPaging, wrongRange } from './walk.ts';

const service = await testService({ HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8' });
const { db } = service;
const call = operator(service);
const receiver = await webhookReceiver();
await addCarrier(db, 'simulator:?receipt_delay=20');
const bakery = await testAccount(db, { senders: [{}, { value: 'Bakery' }] });
const garage = await testAccount(db);
const bySending: string[] = [];
for (let round = 0; round < 6; round++) {
  const own = round % 2 === 0 ? bakery : garage;
  const destinations = [slovenian, croatian, ...numbers(round)];
  const fields = { destinations, ...(round === 4 ? { sender: 'Bakery', deliveryReportUrl: receiver.url } : {}) };
  bySending.push(...idsOf(await sender(service, own)(fields)));
}
const later = Math.floor(Date.now() / 1_000) + 86_400;
const [scheduled] = idsOf(await sender(service, garage)({ scheduledTime: later, message: { content: 'Tomorrow' } }));
bySending.push(scheduled!);
const newestFirst = bySending.toSorted().reverse();

type Message = { messageId: string; accountId: string; status: string; destination: string; acceptedAt: string };
const list = (query: Record<string, string> = {}) => walk<Message>(call, '/messages', 'messages', query);
const ids = async (query?: Record<string, string>) => (await list(query)).map(({ messageId }) => messageId);
await until(async () => (await ids({ status: 'DELIVERED', limit: '1000' })).length === bySending.length - 1);

test('are listed newest first over all accounts, in pages', async () => {
  for (const limit of ['1', '7', '50', '1000']) expect(await ids({ limit })).toEqual(newestFirst);
  const found = await list();
  expect(new Set(found.map(({ accountId }) => accountId))).toEqual(new Set([bakery.id, garage.id]));
  expect(found.some((message) => 'content' in message)).toBe(false);
});

test('can be filtered by account, status, sender, number, country, and combinations', async () => {
  const all = await list({ content: 'true' });
  expect(all.at(-1)).toMatchObject({ content: 'Hello', price: '0.01', segmentCount: 1, encoding: 'GSM-7' });
  const those = (fits: (message: Message) => boolean) => all.filter(fits).map(({ messageId }) => messageId);
  expect(await ids({ accountId: garage.id, limit: '3' })).toEqual(those(({ accountId }) => accountId === garage.id));
  expect(await ids({ accountId: randomUUID() })).toEqual([]);
  expect(await ids({ status: 'SCHEDULED' })).toEqual([scheduled]);
  expect(await ids({ sender: 'Bakery', limit: '2' })).toHaveLength(6);
  expect(await ids({ destination: croatian })).toEqual(those(({ destination }) => destination === croatian));
  expect(await ids({ destination: croatian, limit: '1' })).toHaveLength(6);
  expect(await ids({ country: 'HR' })).toHaveLength(6);
  expect(await ids({ country: 'HR', accountId: bakery.id, status: 'DELIVERED' })).toHaveLength(3);
  expect(await ids({ destination: croatian, accountId: bakery.id, sender: 'Shop' })).toHaveLength(2);
  expect(await ids({ status: 'FAILED' })).toEqual([]);
});

test('can be filtered by the time of acceptance', async () => {
  const all = await list();
  const { acceptedAt: from } = all.find(({ messageId }) => messageId === bySending[2])!;
  const since = all.filter(({ acceptedAt }) => acceptedAt >= from).map(({ messageId }) => messageId);
  expect(await ids({ from })).toEqual(since);
  expect(await ids({ to: from })).toEqual(newestFirst.slice(since.length));
  expect(await ids({ from, to: from })).toEqual([]);
  expect(await ids({ to: '1970-01-01T00:00:00Z' })).toEqual([]);
});

test('are found however old they are', async () => {
  const { id } = await testAccount(db);
  const weeksAgo = Date.now() - 5 * 86_400_000;
  const old = times(3, (day) => uuidAt(weeksAgo + day * 86_400_000).replace('-0000-0000', '-7000-8000'));
  await db.query(
    `INSERT INTO submissions SELECT $1, id, $1, 'Old', 'Old', 'GSM-7', 1, false, NULL, NULL, now() - interval '5 days'
     FROM unnest($2::uuid[]) id`,
    [id, old],
  );
  await db.query(
    `INSERT INTO messages (account_id, id, submission_id, destination, country, price, state, due_at, state_at)
     SELECT $1, id, id, '+38640999999', 'SI', 0.01, 'DELIVERED', now(), now() FROM unnest($2::uuid[]) id`,
    [id, old],
  );
  expect(await ids({ sender: 'Old' })).toEqual(old.toReversed());
  expect(await ids({ accountId: id, limit: '1' })).toEqual(old.toReversed());
  expect((await ids({ limit: '4' })).slice(-3)).toEqual(old.toReversed());
  await db.query('DELETE FROM messages WHERE account_id = $1', [id]);
});

test('are shown one by one with text, parts and reports', async () => {
  const wanted = bySending.at(-2 - 7)!;
  const [reported] = await ids({ sender: 'Bakery', limit: '1000' });
  expect(await call({ path: `/messages/${wanted}` })).toMatchObject({ status: 200, body: { messageId: wanted } });
  await until(async () => receiver.received.length >= 12);
  const { rows } = await db.query(`SELECT id, name FROM carriers`);
  const { body } = await call({ path: `/messages/${reported}` });
  expect(body).toMatchObject({
    messageId: reported,
    accountId: bakery.id,
    status: 'DELIVERED',
    content: 'Hello',
    price: '0.01',
    parts: [{ part: 1, total: 1, carrierId: rows[0].id, carrier: rows[0].name, reference: expect.any(String) }],
    reports: [
      {
        kind: 'delivery report',
        messageId: reported,
        url: `${receiver.url}`,
        payload: expect.stringContaining('SENT'),
      },
      { state: expect.any(String), accountId: bakery.id, payload: expect.stringContaining('DELIVERED') },
    ],
  });
});

test('of several parts show the outcome of each part', async () => {
  const [id] = idsOf(
    await sender(service, bakery)({ destinations: ['+38640000013'], message: { content: 'x'.repeat(200) } }),
  );
  await until(async () => (await stateOf(db, id!)) === 'FAILED');
  const { body } = await call({ path: `/messages/${id}` });
  expect(body).toMatchObject({ status: 'FAILED', segmentCount: 2, reports: [] });
  const { parts } = body as { parts: { part: number; total: number; outcome?: string }[] };
  expect(parts.map(({ part, total }) => [part, total])).toEqual([
    [1, 2],
    [2, 2],
  ]);
  expect(parts.map(({ outcome }) => outcome)).toContain('failed');
});

test('are not found under an unknown id', async () => {
  const missing = { status: 404, body: { error: 'error: 404 - Message not found' } };
  expect(await call({ path: `/messages/${randomUUID()}` })).toMatchObject(missing);
  expect(await call({ path: `/messages/${uuidAt(Date.now())}` })).toMatchObject(missing);
  expect(await call({ path: '/messages/abc' })).toMatchObject({ status: 400 });
});

test.each([
  ...wrongPaging,
  ...wrongRange,
  { status: 'QUEUED' },
  { accountId: 'me' },
  { country: 'Slovenia' },
  { sender: 'a\0' },
  { content: 'yes' },
])('%j is refused with 400', async (query) => {
  const answer = await call({ path: `/messages?${new URLSearchParams(query as Record<string, string>).toString()}` });
  expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(/^error: 400 - \S/) } });
});
