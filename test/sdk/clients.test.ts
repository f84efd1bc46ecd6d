/** The SDK and the Python client against the running service, through a proxy that injects faults. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freePort } from '../../chaos/free-port.ts';
import { newSigningSecret, sign } from '../../src/domain/webhook/signature.ts';
import { addCarrier } from '../dispatch/carrier.ts';
import { books, numbers, request, slovenian, type TestAccount, testAccount } from '../harness/accounts.ts';
import { lockAccount } from '../harness/locks.ts';
import { operator } from '../harness/operator.ts';
import { patienceMs } from '../harness/patience.ts';
import { type Received, webhookReceiver } from '../harness/receiver.ts';
import { testService } from '../harness/service.ts';
import { codeOf, number } from '../senders/codes.ts';
import { codeIn } from '../verify/codes.ts';
import { type Client, type ClientOptions, type Outcome, pythonClient, typescriptClient } from './clients.ts';
import { type Fault, type Interposed, interposed } from './interposed.ts';
import { programsOf, start } from './programs.ts';

const service = await testService();
const { db, url } = service;
await addCarrier(db, 'simulator:?receipt_delay=20');
const python = await pythonClient();
const clients = [typescriptClient(), ...(python ? [python] : [])];
const everything: Interposed[] = [];

if (!python) test.skip('the Python client (skipped: python3 is missing, and cannot be installed)');

/** One client with a separate account, and the proxy between it and the service. */
type Rig = {
  readonly client: Client;
  readonly account: TestAccount;
  readonly between: Interposed;
  readonly call: (method: string, ...args: unknown[]) => Promise<Outcome>;
  readonly books: () => ReturnType<typeof books>;
};

async function rig(client: Client, options: Partial<ClientOptions> & { balance?: string } = {}): Promise<Rig> {
  const { balance = '1000', ...limits } = options;
  const account = await testAccount(db, { balance });
  const between = await interposed(service.base);
  everything.push(between);
  const given = { apiKey: account.key, baseUrl: between.base, timeoutMs: 120_000, ...limits };
  return {
    client,
    account,
    between,
    call: (method, ...args) => client.call(given, method, ...args),
    books: () => books(db, account),
  };
}

/** Runs the same steps for every language in parallel. */
function each(what: (client: Client) => Promise<void>): () => Promise<void> {
  return async () => {
    await Promise.all(clients.map(what));
  };
}

const away = { status: 503, text: '{"error":"Error: 8 - Internal server error: the database cannot be reached"}' };
const tooMany = { status: 429, text: '{"error":"Error: 7 - Message rejected: more than 9 requests"}', retryAfter: 1 };
const page = { status: 502, text: '<h1>Bad Gateway</h1>' };

describe('after any fault on the way exactly one SMS is sent', () => {
  test.each<[string, Fault[]]>([
    ['the answer is lost', ['cut after']],
    ['the request is lost', ['cut before']],
    ['the answer breaks off', ['cut inside']],
    ['the service is away', [away, away]],
    ['too many requests', [tooMany]],
    ['a proxy answers, then everything breaks', [page, 'cut before', 'cut after']],
  ])('%s', (_, faults) =>
    each(async (client) => {
      const { call, between, books } = await rig(client);
      // The connection that breaks is a reused one.
      await call('account.get');
      between.faults.push(...faults);
      const { value } = await call('messages.send', request());
      expect(value).toMatchObject({ status: 'accepted', messages: [{ destination: slovenian }] });
      const sent = between.seen.slice(1);
      expect(sent).toHaveLength(faults.length + 1);
      expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
      expect(sent[0]!.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
      expect(await books()).toMatchObject({ messages: 1, balance: '999.990000' });
    })(),
  );

  test(
    'the first attempt times out',
    each(async (client) => {
      const { call, between, books } = await rig(client, { timeoutMs: 20_000, retries: 4 });
      between.faults.push('hang');
      expect((await call('messages.send', request())).value).toMatchObject({ status: 'accepted' });
      expect(between.seen.length).toBeGreaterThanOrEqual(2);
      expect(await books()).toMatchObject({ messages: 1 });
    }),
  );

  test(
    'the first attempt is still running when the second arrives',
    each(async (client) => {
      const { call, between, account, books } = await rig(client, { retries: 20 });
      const release = await lockAccount(url, account);
      between.faults.push('cut during');
      const sending = call('messages.send', request());
      await expect.poll(() => between.seen.some(({ status }) => status === 409)).toBe(true);
      await release();
      expect((await sending).value).toMatchObject({ status: 'accepted' });
      expect(await books()).toMatchObject({ messages: 1 });
    }),
  );

  test(
    'when all attempts fail, the error holds the key for another attempt',
    each(async (client) => {
      const { call, between, books } = await rig(client, { retries: 1 });
      between.faults.push('cut after', 'cut after');
      const { error } = await call('messages.send', request());
      expect(error).toMatchObject({ type: 'NetworkError', kind: 'Network', idempotencyKey: expect.any(String) });
      const { idempotencyKey } = error!;
      expect((await call('messages.send', request(), { idempotencyKey })).value).toMatchObject({ status: 'accepted' });
      expect(await books()).toMatchObject({ messages: 1 });
    }),
  );
});

test(
  'a request that is not idempotent is sent once',
  each(async (client) => {
    const { call, between } = await rig(client);
    for (const fault of ['cut after', away] satisfies Fault[]) {
      between.faults.push(fault);
      expect((await call('webhooks.rotateSecret')).error?.kind).toBe(fault === away ? 'Unavailable' : 'Network');
    }
    expect(between.seen).toHaveLength(2);
    between.faults.push(tooMany);
    expect((await call('webhooks.rotateSecret')).value).toMatch(/^whsec_/);
    expect(between.seen).toHaveLength(4);
  }),
);

test(
  'a response that never comes, or never ends, times out',
  each(async (client) => {
    const { call, between } = await rig(client, { timeoutMs: 400, retries: 0 });
    for (const fault of ['hang', 'dribble'] satisfies Fault[]) {
      between.faults.push(fault);
      expect((await call('messages.send', request())).error).toMatchObject({ type: 'TimeoutError', kind: 'Timeout' });
    }
  }),
);

type Expected = { status: number; code?: number; kind: string; invalidDestinations?: string[] };
const unknownId = '01a1dd05-e828-7001-9785-625698a09e9d';

test.each<[string, string, unknown[], Expected]>([
  ['an empty text', 'messages.send', [request({ message: { content: ' ' } })], told(1, 'MsgTooLongOrEmpty')],
  ['an unknown sender', 'messages.send', [request({ sender: 'Unknown' })], told(2, 'InvalidSender')],
  [
    'wrong numbers',
    'messages.send',
    [request({ destinations: ['+386123', slovenian, '+12015550123'] })],
    { ...told(3, 'InvalidToNumber'), invalidDestinations: ['+386123', '+12015550123'] },
  ],
  ['a number of another account', 'messages.send', [request({ sender: slovenian })], told(4, 'NumberNotRegistered')],
  ['a wrong time', 'messages.send', [request({ scheduledTime: -1 })], told(5, 'ScheduledTimeInvalid')],
  ['too little money', 'messages.send', [request({ destinations: numbers(2) })], told(6, 'BalanceTooLow')],
  ['too many in one request', 'messages.send', [request({ destinations: numbers(1_001) })], told(7, 'Rejected')],
  ['no such message', 'messages.get', [unknownId], { status: 404, kind: 'NotFound' }],
  ['a wrong filter', 'messages.list', [{ pageSize: 5_000 }], { status: 400, kind: 'Rejected' }],
  ['no such sender', 'senders.delete', [unknownId], { status: 400, kind: 'Rejected' }],
])('refused: %s', (_, method, args, expected) =>
  each(async (client) => {
    const { call, between } = await rig(client, { balance: '0.01' });
    const { error } = await call(method, ...args);
    expect(error).toMatchObject({ type: 'HermodError', ...expected, requestId: expect.any(String) });
    expect(between.seen).toHaveLength(1);
  })(),
);

function told(code: number, kind: string): Expected {
  return { status: 400, code, kind };
}

test(
  'refused: a wrong key, a second code within a minute, a service that keeps failing',
  each(async (client) => {
    // The service asks for a wait of a minute, which exceeds the time-out.
    const { call, between } = await rig(client, { retries: 1, timeoutMs: 30_000 });
    const wrongKey = { apiKey: unknownId, baseUrl: between.base };
    expect((await client.call(wrongKey, 'account.get')).error).toMatchObject({ status: 401, kind: 'Unauthorized' });
    const registered = await call('senders.register', { value: number(), type: 1, channel: 'SMS' });
    const { error } = await call('senders.requestCode', (registered.value as { id: string }).id);
    expect(error).toMatchObject({ status: 429, kind: 'TooManyRequests', retryAfter: expect.any(Number) });
    const broken = { status: 500, text: '{"error":"Error: 8 - Internal server error"}' };
    between.faults.push(broken, broken);
    expect((await call('messages.send', request())).error).toMatchObject({ status: 500, code: 8, kind: 'ServerError' });
  }),
);

test(
  'lists load further pages only as far as they are read',
  each(async (client) => {
    const { call, between } = await rig(client);
    const destinations = numbers(25);
    await call('messages.send', request({ destinations }));
    const before = between.seen.length;
    between.faults.push(away, 'cut after');
    const { value } = await call('messages.list', { pageSize: 10, from: '2026-01-01T00:00:00Z', content: true });
    const found = value as { destination: string; content: string }[];
    expect(found.map(({ destination }) => destination).sort()).toEqual(destinations);
    expect(found.every(({ content }) => content === 'Hello')).toBe(true);
    const pages = new Set(between.seen.slice(before).map(({ path }) => path));
    expect(pages.size).toBe(3);
    expect((await call('messages.list', { destination: destinations[7] })).value).toHaveLength(1);
  }),
);

test(
  'webhooks of the service pass verification while its secret changes, and forged ones fail',
  each(async (client) => {
    const { call, account } = await rig(client);
    const receiver = await webhookReceiver();
    const first = (await call('webhooks.rotateSecret')).value as string;
    const [sender] = (await call('senders.list')).value as { id: string }[];
    await call('senders.update', sender!.id, { inboundUrl: receiver.url, deliveryReportUrl: receiver.url });
    await call('messages.send', request());
    await receiver.until(2);
    const second = (await call('webhooks.rotateSecret')).value as string;
    await call('webhooks.sample', { kind: 'inbound message', url: receiver.url });
    await call('webhooks.sample', { kind: 'sender status', url: receiver.url });
    const [sent, , , last] = await receiver.until(4);

    const verify = async (received: Pick<Received, 'headers' | 'body'>, ...secrets: string[]) =>
      client.call({ apiKey: account.key, baseUrl: '' }, 'verify', received, secrets);
    const kinds = await Promise.all(receiver.received.map((received) => verify(received, first)));
    expect(kinds.map(({ value }) => (value as { kind: string }).kind).sort()).toEqual([
      'delivery report',
      'delivery report',
      'inbound message',
      'sender status',
    ]);
    expect((await verify(sent!, first)).value).toMatchObject({
      id: sent!.headers['webhook-id'],
      data: JSON.parse(sent!.body),
    });
    // What was sent before the change is signed with the first secret only, what was sent after it with both.
    expect((await verify(sent!, second)).error).toMatchObject({ reason: 'signature' });
    expect((await verify(sent!, second, first)).value).toBeDefined();
    expect((await verify(last!, second)).value).toBeDefined();

    for (const [what, forged, reason] of forgeries(sent!, first)) {
      const { value, error } = await verify(forged, first, second);
      expect([what, value, error?.type, error?.reason]).toEqual([what, undefined, 'WebhookVerificationError', reason]);
    }
  }),
);

function forgeries(
  { headers, body }: Received,
  secret: string,
): [string, Pick<Received, 'headers' | 'body'>, string][] {
  const now = Math.floor(Date.now() / 1_000);
  const signed = (timestamp: number, key = secret, content = body) => ({
    'webhook-id': 'evt_1',
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': sign({ id: 'evt_1', timestamp, body: content, secrets: [key] }),
  });
  const signature = headers['webhook-signature'] as string;
  return [
    ['another secret', { headers: signed(now, newSigningSecret()), body }, 'signature'],
    ['another body', { headers, body: body.replace('SENT', 'DELIVERED') }, 'signature'],
    ['another id', { headers: { ...headers, 'webhook-id': 'evt_2' }, body }, 'signature'],
    ['ten minutes old', { headers: signed(now - 600), body }, 'timestamp'],
    ['ten minutes ahead', { headers: signed(now + 600), body }, 'timestamp'],
    ['no time', { headers: { ...headers, 'webhook-timestamp': 'soon' }, body }, 'timestamp'],
    ['many digits', { headers: { ...headers, 'webhook-timestamp': '9'.repeat(400) }, body }, 'timestamp'],
    ['cut off', { headers: { ...headers, 'webhook-signature': signature.slice(0, 20) }, body }, 'signature'],
    [
      'another scheme',
      { headers: { ...headers, 'webhook-signature': signature.replace('v1', 'v2') }, body },
      'signature',
    ],
    ['strange letters', { headers: { ...headers, 'webhook-signature': 'v1,č* v1' }, body }, 'signature'],
    ['no headers', { headers: {}, body }, 'headers'],
    ['no JSON', { headers: signed(now, secret, 'Hello'), body: 'Hello' }, 'body'],
  ];
}

test(
  'every other operation',
  each(async (client) => {
    const { call } = await rig(client);
    const value = async <T>(method: string, ...args: unknown[]): Promise<T> => {
      const { value, error } = await call(method, ...args);
      expect(error).toBeUndefined();
      return value as T;
    };
    const receiver = await webhookReceiver();
    expect(await value('messages.preview', request())).toMatchObject({ segmentCount: 1, total: 0.01 });
    const later = request({ scheduledTime: 4_000_000_000, priceReport: true, deliveryReportUrl: receiver.url });
    const { messages } = await value<{ messages: [{ messageId: string }] }>('messages.send', later);
    const [{ messageId }] = messages;
    expect(await value('messages.get', messageId)).toMatchObject({ status: 'SCHEDULED' });
    expect(await value('messages.cancel', messageId)).toMatchObject({ status: 'CANCELLED' });
    const all = [messageId];
    expect(await value('messages.cancelMany', all)).toEqual({
      cancelled: 1,
      messages: [{ messageId, status: 'CANCELLED', cancelled: true }],
    });
    expect(await value('messages.previewResend', all)).toMatchObject({ messages: 1, price: 0.01, refused: [] });
    expect(await value('messages.resend', all)).toMatchObject({ messages: [{ messageId }], price: 0.01 });
    expect(await value('messages.timeline', messageId)).toMatchObject({ message: { messageId } });
    expect(await value('account.get')).toMatchObject({ balance: 999.99, currency: 'EUR' });
    expect(await value('account.ledger', { kind: 'refund', to: '2100-01-01T00:00:00Z' })).toMatchObject([
      { messageId },
    ]);

    const { id } = await value<{ id: string }>('senders.register', { value: number(), type: 1, channel: 'SMS' });
    await value('senders.confirm', { id, confirmationCode: await codeOf(db, id) });
    await value('senders.update', id, { inboundUrl: receiver.url });
    expect(await value('senders.get', id)).toMatchObject({ status: 'Confirmed', inboundUrl: receiver.url });
    const { value: to } = await value<{ value: string }>('senders.get', id);
    const text = 'Živjo 🙂';
    await operator(service)({ path: '/simulator/inbound', body: { from: slovenian, to, text } });
    await receiver.until(2);
    expect(await value('messages.inbound', { recipient: to })).toMatchObject([{ sender: slovenian, text }]);
    await value('senders.delete', id);

    const code = { to: number(), sender: 'Shop', lifetimeSeconds: 300 };
    const begun = await value<{ id: string; messageId: string }>('verify.start', code);
    expect(await value('verify.check', { to: code.to, code: '0000' })).toBe(false);
    expect(await value('verify.check', { id: begun.id, code: await codeIn(db, begun.messageId) })).toBe(true);
    await value('verify.setTemplate', 'sl', '{code} je koda');
    expect(await value('verify.templates')).toContainEqual({ language: 'sl', template: '{code} je koda', own: true });
    await value('verify.deleteTemplate', 'sl');

    const [delivery] = await value<{ deliveryId: string }[]>('webhooks.deliveries', { messageId });
    expect(await value('webhooks.delivery', delivery!.deliveryId)).toMatchObject({ kind: 'delivery report' });
    expect(await value('webhooks.replay', delivery!.deliveryId)).toEqual({ replayed: 1 });
    expect(await value('webhooks.replayFailed', { since: '2026-01-01T00:00:00Z' })).toEqual({ replayed: 0 });
    expect(await value('webhooks.endpoints')).toMatchObject([{ origin: receiver.url }]);
  }),
);

test(
  'the programs of the guide run unchanged',
  each(async (client) => {
    const { call, account } = await rig(client);
    const [send, refused, lists, webhooks] = programsOf(client);
    const variables = { HERMOD_URL: service.base, HERMOD_API_KEY: account.key };
    const own = (code = '') => code.replaceAll(/(['"])Hermod\1/g, '$1Shop$1');
    const output = async (code: string) => {
      const program = start(client, code, variables);
      expect([await program.ended, program.output()]).toEqual([0, expect.any(String)]);
      return program.output();
    };
    expect(await output(own(send))).toMatch(/^\+38640123456 [0-9a-f-]{36}\n$/);
    expect(await output(own(refused))).toMatch(/^not sent, wrong numbers: \[ ?'\+386123' ?\]\n$/);
    expect(await output(own(lists))).toBe('1\n');

    const port = `${await freePort()}`;
    const secret = (await call('webhooks.rotateSecret')).value as string;
    const receiver = start(client, webhooks!.replace('3000', port), { HERMOD_WEBHOOK_SECRET: secret });
    const url = `http://127.0.0.1:${port}`;
    await expect.poll(() => post(url, 'unsigned'), { timeout: patienceMs }).toBe(400);
    await call('webhooks.sample', { kind: 'delivery report', url });
    await expect.poll(() => receiver.output(), { timeout: patienceMs }).toMatch(/[0-9a-f-]{36} [A-Z]+\n/);
  }),
);

async function post(url: string, body: string): Promise<number | undefined> {
  return fetch(url, { method: 'POST', body, headers: { connection: 'close' } }).then(
    ({ status }) => status,
    () => undefined,
  );
}

test('every operation in the served document was called', async () => {
  const { clientDocument } = (await import('../../packages/scripts/document.mjs' as string)) as {
    clientDocument: () => { paths: Record<string, Record<string, { operationId: string }>> };
  };
  const called = new Set(
    everything.flatMap(({ seen }) => seen.map(({ method, path }) => `${method} ${template(path)}`)),
  );
  const served = Object.entries(clientDocument().paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{id}')}`),
  );
  expect([...called].sort()).toEqual(served.sort());
});

function template(path: string): string {
  return path.replace(/\?.*/s, '').replace(/[0-9a-f]{8}-[0-9a-f-]{27}|(?<=\/templates\/)\w+/, '{id}');
}

test('Python takes every field of a send request', () => {
  const root = join(import.meta.dirname, '..', '..');
  const python = readFileSync(join(root, 'packages/python/src/hermod/messages.py'), 'utf8');
  const { components } = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8')) as {
    components: { schemas: { SendRequest: { properties: Record<string, { properties?: object }> } } };
  };
  const { message, ...fields } = components.schemas.SendRequest.properties;
  const names = [...Object.keys(fields), ...Object.keys(message!.properties!)];
  expect(names.filter((name) => !python.includes(`"${name}"`))).toEqual([]);
});
