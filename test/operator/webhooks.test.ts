/** Webhooks of all accounts in the operator's endpoints. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { rotateWebhookSecret } from '../../src/flows/webhooks/webhooks.ts';
import { addCarrier, until } from '../dispatch/carrier.ts';
import { idsOf, sender, type TestAccount, testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { testService } from '../harness/service.ts';
import { walk, wrongPaging, wrongRange } from './walk.ts';

const service = await testService({ HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8' });
const { db } = service;
const call = operator(service);
const works = await webhookReceiver();
const fails = await webhookReceiver();
fails.answer = () => 500;
const bakery = await testAccount(db);
const garage = await testAccount(db);

type Delivery = { deliveryId: string; accountId: string; state: string; messageId: string; createdAt: string };
const list = (query: Record<string, string> = {}) => walk<Delivery>(call, '/webhooks/deliveries', 'deliveries', query);
const send = async (account: TestAccount, url: string) =>
  idsOf(await sender(service, account)({ deliveryReportUrl: url }))[0]!;
const messages: string[] = [];

beforeAll(async () => {
  await addCarrier(db, 'simulator:?receipt_delay=20');
  for (const account of [bakery, garage, bakery]) messages.push(await send(account, `${works.url}/hook`));
  messages.push(await send(garage, `${fails.url}/hook`));
  // The first report to the failing endpoint is attempted, and the second waits behind it.
  await until(async () => (await list({ state: 'delivered' })).length === 6);
  await until(async () => (await list({ state: 'retrying' })).length === 1);
  await until(async () => (await list({ state: 'waiting' })).length === 1);
});

test('are listed newest first over all accounts, in pages', async () => {
  const all = await list({ limit: '1000' });
  expect(all).toHaveLength(8);
  const ids = all.map(({ deliveryId }) => deliveryId);
  expect(ids).toEqual(ids.toSorted().reverse());
  for (const limit of ['1', '3', '8']) expect(await list({ limit })).toEqual(all);
  expect(new Set(all.map(({ accountId }) => accountId))).toEqual(new Set([bakery.id, garage.id]));
});

test('can be filtered by account, state, kind, message and time', async () => {
  const all = await list();
  const those = (fits: (delivery: Delivery) => boolean) => all.filter(fits);
  expect(await list({ accountId: bakery.id, limit: '1' })).toEqual(those(({ accountId }) => accountId === bakery.id));
  expect(await list({ accountId: bakery.id, state: 'retrying' })).toEqual([]);
  expect(await list({ kind: 'inbound message' })).toEqual([]);
  expect(await list({ kind: 'delivery report', limit: '5' })).toEqual(all);
  expect(await list({ messageId: messages[1]! })).toEqual(those(({ messageId }) => messageId === messages[1]));
  expect(await list({ messageId: messages[3]!, state: 'waiting' })).toHaveLength(1);
  expect(await list({ messageId: messages[3]!, accountId: bakery.id })).toEqual([]);
  expect(await list({ messageId: randomUUID() })).toEqual([]);
  const { createdAt: from } = all[3]!;
  expect(await list({ from })).toEqual(those(({ createdAt }) => createdAt >= from));
  expect(await list({ to: from })).toEqual(those(({ createdAt }) => createdAt < from));
});

test('are shown with all attempts, and without a secret', async () => {
  const secret = await rotateWebhookSecret(db, garage.id);
  const [retrying] = await list({ state: 'retrying' });
  const answer = await call({ path: `/webhooks/deliveries/${retrying!.deliveryId}` });
  expect(answer).toMatchObject({
    status: 200,
    body: { accountId: garage.id, url: `${fails.url}/hook`, attemptCount: 1, attempts: [{ status: 500 }] },
  });
  expect(answer.text).not.toContain(secret);
  await db.query(`UPDATE outbox SET url = 'https://me:hunter2@example.com/' WHERE id = $1`, [retrying!.deliveryId]);
  const masked = await call({ path: `/webhooks/deliveries/${retrying!.deliveryId}` });
  expect(masked.body).toMatchObject({ url: 'https://me:***@example.com/' });
  expect((await call({ path: '/webhooks/deliveries' })).text).not.toContain('hunter2');
  await db.query('UPDATE outbox SET url = $2 WHERE id = $1', [retrying!.deliveryId, `${fails.url}/hook`]);
});

test('can be replayed one by one; the audit trail names the operator', async () => {
  const [delivered] = await list({ state: 'delivered' });
  const before = works.received.length;
  const path = `/webhooks/deliveries/${delivered!.deliveryId}/replay`;
  const headers = { 'x-operator': 'anna@office' };
  expect(await call({ method: 'POST', path, headers })).toMatchObject({ status: 200, body: { replayed: 1 } });
  await works.until(before + 1);
  expect(works.received.at(-1)!.headers['webhook-id']).toBe(delivered!.deliveryId);
  const { body } = await call({ path: `/audit?subjectId=${delivered!.deliveryId}` });
  expect(body).toMatchObject({
    entries: [{ action: 'webhook replay', actor: 'anna@office', accountId: delivered!.accountId }],
  });
  const missing = { status: 404, body: { error: 'error: 404 - Delivery not found' } };
  const unknown = `/webhooks/deliveries/${randomUUID()}`;
  expect(await call({ method: 'POST', path: `${unknown}/replay` })).toMatchObject(missing);
  expect(await call({ path: unknown })).toMatchObject(missing);
  expect(await call({ path: '/webhooks/deliveries/abc' })).toMatchObject({ status: 400 });
});

test('that have failed can be replayed with one request', async () => {
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const replay = (fields: object) =>
    call({ path: '/webhooks/replay', body: { accountId: garage.id, since, ...fields } });
  expect(await replay({ accountId: bakery.id })).toMatchObject({ status: 200, body: { replayed: 0 } });
  expect(await replay({ endpoint: works.url })).toMatchObject({ body: { replayed: 0 } });
  fails.answer = () => 200;
  expect(await replay({ endpoint: `${fails.url}/other` })).toMatchObject({ body: { replayed: 1 } });
  await until(async () => (await list({ state: 'delivered' })).length === 8);
  const { body } = await call({ path: `/audit?accountId=${garage.id}&limit=1` });
  expect(body).toMatchObject({ entries: [{ action: 'webhook replay', details: { origin: fails.url, replayed: 1 } }] });
  expect(await replay({ accountId: randomUUID() })).toMatchObject({ status: 404 });
  for (const wrong of [
    { since: 'today' },
    { since: undefined },
    { endpoint: 'ftp://a' },
    { accountId: 'me' },
    { x: 1 },
  ])
    expect(await replay(wrong)).toMatchObject({ status: 400 });
});

test.each([...wrongPaging, ...wrongRange, { state: 'ready' }, { kind: 'report' }, { messageId: 'x' }])(
  '%j is refused with 400',
  async (query) => {
    const parameters = new URLSearchParams(query as Record<string, string>).toString();
    expect(await call({ path: `/webhooks/deliveries?${parameters}` })).toMatchObject({ status: 400 });
  },
);
