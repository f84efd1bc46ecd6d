/** Webhook endpoints that customers manage: who gets an event, signed with what, and what changes do to events under way. */
import { Webhook } from 'standardwebhooks';
import { expect, test, vi } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { receiverUrl } from '../../src/domain/webhook/receiver.ts';
import { secretTables } from '../../src/store/secrets/columns.ts';
import { addCarrier } from '../dispatch/carrier.ts';
import { idsOf, sender, type TestAccount, testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { patienceMs } from '../harness/patience.ts';
import { type Received, webhookReceiver } from '../harness/receiver.ts';
import { testService } from '../harness/service.ts';

const service = await testService();
const { db, call } = service;
await addCarrier(db, 'simulator:?receipt_delay=20');
const admin = operator(service);
const reports = ['delivery report'];

type Endpoint = {
  endpointId: string;
  url: string;
  kinds: string[];
  enabled: boolean;
  signingSecret: string;
  previousExpiresAt?: string;
  activity?: { state: string; delivered24h: number };
};
type Delivery = { deliveryId: string; url: string; state: string; endpointId?: string; lastAttempt?: Attempt };
type Attempt = { error?: string; answer?: string; reasonText?: string };

const on = ({ key }: TestAccount) => ({
  call: (method: string, path: string, body?: unknown) =>
    call({ method, path: `/v1/webhook-endpoints${path}`, key, body }),
  create: async (fields: object) => {
    const answer = await call({
      method: 'POST',
      path: '/v1/webhook-endpoints',
      key,
      body: { kinds: reports, ...fields },
    });
    expect(answer).toMatchObject({ status: 201, headers: { 'cache-control': 'no-store' } });
    return answer.body as Endpoint;
  },
  deliveries: async (query: Record<string, string>) =>
    (
      (await call({ path: `/v1/webhooks/deliveries?${new URLSearchParams(query).toString()}`, key })).body as {
        deliveries: Delivery[];
      }
    ).deliveries,
});
const isSignedWith = (secret: string, { body, headers }: Received): boolean => {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
};
const waited = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: patienceMs, interval: 30 });

test('reports go to the endpoint, signed with its secret, unless the request or the sender names a URL', async () => {
  const account = await testAccount(db, { senders: [{}, { value: 'Other' }] });
  const [own, asked] = [await webhookReceiver(), await webhookReceiver()];
  const send = sender(service, account);
  await send();
  const { create, call: ask, deliveries } = on(account);
  const { signingSecret, ...created } = await create({ url: `${own.url}/hooks`, description: 'Web shop' });
  expect(created).toMatchObject({ url: `${own.url}/hooks`, description: 'Web shop', kinds: reports, enabled: true });
  const [id] = idsOf(await send());
  await own.until(2);
  await send({ deliveryReportUrl: asked.url });
  await asked.until(2);
  await db.query(`UPDATE senders SET delivery_report_url = $2 WHERE account_id = $1 AND value = 'Other'`, [
    account.id,
    asked.url,
  ]);
  await send({ sender: 'Other' });
  await asked.until(4);
  expect(own.received).toHaveLength(2);
  for (const got of own.received) {
    expect(got).toMatchObject({ path: '/hooks', headers: { 'x-message-id': id } });
    expect(isSignedWith(signingSecret, got)).toBe(true);
  }
  expect(asked.received.some((got) => isSignedWith(signingSecret, got))).toBe(false);
  const { endpointId } = created;
  await waited(async () => {
    const { body } = await ask('GET', `/${endpointId}`);
    expect(body).toMatchObject({ endpointId, activity: { state: 'healthy', delivered24h: 2, origin: own.url } });
    expect(body).not.toHaveProperty('signingSecret');
  });
  expect(await deliveries({ endpoint: endpointId })).toMatchObject([
    { url: `${own.url}/hooks`, endpointId },
    { url: `${own.url}/hooks`, endpointId },
  ]);
  expect((await admin({ path: `/accounts/${account.id}/webhook-endpoints` })).body).toMatchObject({
    endpoints: [{ endpointId, activity: { delivered24h: 2 } }],
  });
  expect((await admin({ path: `/webhooks/deliveries?messageId=${id}&endpoint=${endpointId}` })).body).toMatchObject({
    deliveries: [{ endpointId }, { endpointId }],
  });
});

test('inbound messages and sender statuses go to the endpoints for them', async () => {
  const number = '+38640111222';
  const account = await testAccount(db, { senders: [{}, { value: number, type: 1 }] });
  const [inbound, statuses] = [await webhookReceiver(), await webhookReceiver()];
  const { create } = on(account);
  const first = await create({ url: inbound.url, kinds: ['inbound message'] });
  const second = await create({ url: statuses.url, kinds: ['sender status', 'delivery report'] });
  await admin({ path: '/simulator/inbound', body: { from: '+38640123456', to: number, text: 'Yes' } });
  const [got] = await inbound.until(1);
  expect(JSON.parse(got!.body)).toMatchObject({ Recipient: number, Message: 'Yes' });
  expect(isSignedWith(first.signingSecret, got!)).toBe(true);
  const body = { value: 'Bakery', type: 0, channel: 'SMS' };
  const { id } = (await call({ path: '/v1/senders', key: account.key, body })).body as { id: string };
  const [change] = await statuses.until(1);
  expect(JSON.parse(change!.body)).toMatchObject({ senderId: id, status: 'Confirmation Pending' });
  expect(isSignedWith(second.signingSecret, change!)).toBe(true);
});

test('one enabled endpoint receives an event type, and an account has at most 20 endpoints', async () => {
  const account = await testAccount(db);
  const { create, call: ask } = on(account);
  const url = 'https://shop.example.com/hooks';
  const first = await create({ url, kinds: ['delivery report', 'sender status'] });
  const conflict = { status: 409, body: { error: expect.stringContaining('receives one of these event types') } };
  expect(await ask('POST', '', { url, kinds: ['inbound message', 'sender status'] })).toMatchObject(conflict);
  const second = await create({ url, kinds: ['inbound message'] });
  expect(await ask('PATCH', `/${second.endpointId}`, { kinds: ['delivery report'] })).toMatchObject(conflict);
  const spare = await create({ url, enabled: false });
  expect(await ask('PATCH', `/${spare.endpointId}`, { enabled: true })).toMatchObject(conflict);
  expect((await ask('PATCH', `/${first.endpointId}`, { enabled: false })).status).toBe(200);
  expect(await ask('PATCH', `/${spare.endpointId}`, { enabled: true })).toMatchObject({ body: { enabled: true } });
  const attempts = await Promise.all(
    Array.from({ length: 25 }, () => ask('POST', '', { url, kinds: reports, enabled: false })),
  );
  expect(attempts.filter(({ status }) => status === 201)).toHaveLength(17);
  expect(attempts.find(({ status }) => status !== 201)).toMatchObject({
    status: 409,
    body: { error: 'error: 409 - The account has 20 webhook endpoints; delete one first' },
  });
});

test('URLs are checked as everywhere, and fields by the schema', async () => {
  const { call: ask, create } = on(await testAccount(db));
  const { endpointId } = await create({ url: receiverUrl });
  for (const url of ['http://10.0.0.1/', 'https://a:b@shop.example.com/', 'ftp://shop.example.com/', 'x']) {
    for (const [method, path] of [
      ['POST', ''],
      ['PATCH', `/${endpointId}`],
    ] as const) {
      const answer = await ask(method, path, { url, ...(method === 'POST' && { kinds: ['inbound message'] }) });
      expect(answer, url).toMatchObject({ status: 400, body: { error: expect.stringContaining('url') } });
    }
  }
  for (const fields of [{ kinds: [] }, { kinds: ['other'] }, { kinds: reports, secret: 'x' }, { description: 'x' }])
    expect((await ask('POST', '', { url: receiverUrl, ...fields })).status).toBe(400);
  expect((await ask('PATCH', `/${endpointId}`, {})).status).toBe(400);
});

test('after a rotation both secrets sign, and the one before does not', async () => {
  const account = await testAccount(db);
  const receiver = await webhookReceiver();
  const { create, call: ask } = on(account);
  const { endpointId, signingSecret: oldest } = await create({ url: receiver.url });
  const rotate = async () => (await ask('POST', `/${endpointId}/secret`)).body as Endpoint;
  const { signingSecret: older } = await rotate();
  const sample = async () => {
    expect((await ask('POST', `/${endpointId}/test`, { kind: 'sender status' })).status).toBe(202);
    return (await receiver.until(receiver.received.length + 1)).at(-1)!;
  };
  const first = await sample();
  expect([oldest, older].map((secret) => isSignedWith(secret, first))).toEqual([true, true]);
  const { signingSecret: newest, previousExpiresAt } = await rotate();
  expect(Date.parse(previousExpiresAt!) - Date.now()).toBeGreaterThan(86_000_000);
  const second = await sample();
  expect([oldest, older, newest].map((secret) => isSignedWith(secret, second))).toEqual([false, true, true]);
  expect(secretTables).toContain('webhook_endpoints');
  const { rows } = await db.query('SELECT secret, previous_secret FROM webhook_endpoints WHERE id = $1', [endpointId]);
  for (const secret of [older, newest]) expect(JSON.stringify(rows)).not.toContain(secret.slice(6));
});

test('a disabled endpoint gets nothing; what was on its way is given up and can be replayed to its new URL', async () => {
  const account = await testAccount(db);
  const [failing, working] = [await webhookReceiver(), await webhookReceiver()];
  failing.answer = () => 500;
  const { create, call: ask, deliveries } = on(account);
  const send = sender(service, account);
  const since = new Date(Date.now() - 60_000).toISOString();
  const { endpointId } = await create({ url: failing.url });
  for (let count = 0; count < 3; count++) await send();
  await waited(async () => expect((await deliveries({ endpoint: endpointId, state: 'retrying' })).length).toBe(3));
  expect((await ask('PATCH', `/${endpointId}`, { enabled: false })).status).toBe(200);
  const before = failing.received.length;
  const [silent] = idsOf(await send());
  expect((await ask('POST', `/${endpointId}/test`, { kind: 'delivery report' })).status).toBe(409);
  const counted = async () => (await ask('GET', `/${endpointId}/failed?since=${since}`)).body;
  const replay = async () => (await ask('POST', `/${endpointId}/replay`, { since })).body;
  expect(await counted()).toEqual({ failed: 3 });
  expect(await replay()).toEqual({ replayed: 3 });
  await waited(async () => {
    const [given] = await deliveries({ endpoint: endpointId, state: 'given up' });
    expect(given?.lastAttempt).toMatchObject({ error: 'given up: the webhook endpoint is disabled' });
    expect(await deliveries({ endpoint: endpointId, state: 'given up' })).toHaveLength(3);
  });
  expect(failing.received).toHaveLength(before);
  expect((await ask('PATCH', `/${endpointId}`, { enabled: true, url: working.url })).status).toBe(200);
  const { failed } = (await counted()) as { failed: number };
  expect(await replay()).toEqual({ replayed: failed });
  await working.until(failed);
  expect(failing.received).toHaveLength(before);
  expect(await deliveries({ messageId: silent! })).toEqual([]);
  expect((await ask('GET', `/${endpointId}/failed?since=yesterday`)).status).toBe(400);
});

test('pending events of a deleted endpoint are given up, and say why', async () => {
  const account = await testAccount(db);
  const receiver = await webhookReceiver();
  receiver.answer = () => 500;
  const { create, call: ask, deliveries } = on(account);
  const { endpointId } = await create({ url: `${receiver.url}/gone` });
  const send = sender(service, account);
  for (let count = 0; count < 3; count++) await send();
  await waited(async () => expect(await deliveries({ state: 'retrying' })).not.toHaveLength(0));
  expect((await ask('DELETE', `/${endpointId}`)).status).toBe(204);
  const before = receiver.received.length;
  const given = await waited(async () => {
    const all = await deliveries({ endpoint: endpointId });
    expect(all.length).toBe(6);
    for (const { state } of all) expect(state).toBe('given up');
    return all;
  });
  for (const { url, lastAttempt } of given)
    expect({ url, lastAttempt }).toMatchObject({
      url: `${receiver.url}/gone`,
      lastAttempt: {
        error: 'given up: the webhook endpoint was deleted',
        reasonText: 'The webhook endpoint was deleted, so its pending events were given up.',
      },
    });
  expect(receiver.received).toHaveLength(before);
  const [after] = idsOf(await send());
  expect((await ask('GET', `/${endpointId}`)).status).toBe(404);
  expect(await deliveries({ messageId: after! })).toEqual([]);
  expect((await call({ path: '/v1/webhooks/endpoints', key: account.key })).body).toEqual({ endpoints: [] });
});

test('the built-in receiver verifies with the secret of the endpoint', async () => {
  const { create, call: ask, deliveries } = on(await testAccount(db));
  const { endpointId } = await create({ url: `${receiverUrl}orders` });
  const sent = (await ask('POST', `/${endpointId}/test`, { kind: 'inbound message' })).body as Delivery;
  expect(sent).toMatchObject({ endpointId, url: `${receiverUrl}orders` });
  await waited(async () => {
    const [delivered] = await deliveries({ endpoint: endpointId, state: 'delivered' });
    expect(JSON.parse(delivered!.lastAttempt!.answer!)).toMatchObject({ signature: 'valid' });
  });
});

test('the URL of a sender cannot name the endpoint of another account', async () => {
  const [owner, other] = [await testAccount(db), await testAccount(db)];
  const receiver = await webhookReceiver();
  const { endpointId } = await on(owner).create({ url: `${receiver.url}/private`, kinds: ['sender status'] });
  const names = [`endpoint:${endpointId}:https://a.example/`, `endpoint:${'-'.repeat(36)}:https://a.example/`];
  for (const [place, statusCallbackUrl] of names.entries()) {
    const body = { value: `Bakery ${place}`, type: 0, channel: 'SMS', statusCallbackUrl };
    expect((await call({ path: '/v1/senders', key: other.key, body })).status).toBe(202);
  }
  await waited(async () => {
    const ended = await on(other).deliveries({ state: 'given up' });
    expect(ended).toHaveLength(2);
    expect(JSON.stringify(ended)).not.toContain('private');
  });
  expect(receiver.received).toEqual([]);
  expect((await call({ path: '/v1/webhooks/endpoints', key: other.key })).text).not.toContain(receiver.url);
});

test('another account sees and changes nothing', async () => {
  const [owner, other] = [await testAccount(db), await testAccount(db)];
  const { endpointId } = await on(owner).create({ url: receiverUrl });
  const { call: ask } = on(other);
  const since = new Date().toISOString();
  expect((await ask('GET', '')).body).toEqual({ endpoints: [] });
  for (const id of [endpointId, newId(), 'x'])
    for (const [method, path, body] of [
      ['GET', ''],
      ['PATCH', '', { enabled: false }],
      ['DELETE', ''],
      ['POST', '/secret'],
      ['POST', '/test', { kind: 'inbound message' }],
      ['GET', `/failed?since=${since}`],
      ['POST', '/replay', { since }],
    ] as const)
      expect(await ask(method, `/${id}${path}`, body), `${method} ${path}`).toMatchObject({
        status: 404,
        body: { error: 'error: 404 - Webhook endpoint not found' },
      });
  expect((await on(owner).call('GET', '')).body).toMatchObject({ endpoints: [{ endpointId, enabled: true }] });
});
