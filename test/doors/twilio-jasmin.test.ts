/** The official Twilio client pointed at the service, and Jasmin's two APIs; reports to a real endpoint. */
import twilio from 'twilio';
import { expect, test, vi } from 'vitest';
import { sidOf } from '../../src/domain/callback/twilio.ts';
import { addCarrier } from '../dispatch/carrier.ts';
import { books, testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { patienceMs } from '../harness/patience.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { type Call, testService } from '../harness/service.ts';

const service = await testService({ HERMOD_WEBHOOK_RETRY_SCALE: '0.0001' });
const { db, call, base } = service;
await addCarrier(db, 'simulator:?receipt_delay=20');
const receiver = await webhookReceiver();
const account = await testAccount(db);
await operator(service)({ method: 'PATCH', path: `/accounts/${account.id}`, body: { doors: ['twilio', 'jasmin'] } });

const accountSid = sidOf('AC', account.id);

type Options<T> = Parameters<typeof twilio.RequestClient.prototype.request<T>>[0];

/** The unmodified client, except for the base URL of its requests. */
class Here extends twilio.RequestClient {
  override request<T>(options: Options<T>) {
    return super.request<T>({ ...options, uri: options.uri.replace('https://api.twilio.com', base) });
  }
}
const clientOf = (token: string, user = accountSid) => twilio(user, token, { accountSid, httpClient: new Here() });
const client = clientOf(account.key);

const fieldsOf = (body: string) => Object.fromEntries(new URLSearchParams(body));

test('twilio: sends, and its own validator accepts the callbacks', async () => {
  receiver.received.length = 0;
  receiver.says = '';
  const statusCallback = `${receiver.url}/status?order=17`;
  const message = await client.messages.create({ to: '+38640123456', from: 'Shop', body: 'Živjo', statusCallback });
  expect(message).toMatchObject({ accountSid, to: '+38640123456', from: 'Shop', status: 'queued', numSegments: '1' });
  expect(message.sid).toMatch(/^SM[0-9a-f]{32}$/);
  expect(message.dateCreated).toBeInstanceOf(Date);
  const received = await receiver.until(2);
  for (const { method, path, headers, body } of received) {
    expect([method, path]).toEqual(['POST', '/status?order=17']);
    expect(headers['content-type']).toContain('application/x-www-form-urlencoded');
    const signature = headers['x-twilio-signature'] as string;
    expect(twilio.validateRequest(account.key, signature, statusCallback, fieldsOf(body))).toBe(true);
    expect(twilio.validateRequest('another token', signature, statusCallback, fieldsOf(body))).toBe(false);
  }
  expect(received.map(({ body }) => fieldsOf(body))).toEqual([
    expect.objectContaining({
      MessageSid: message.sid,
      MessageStatus: 'sent',
      SmsStatus: 'sent',
      AccountSid: accountSid,
    }),
    expect.objectContaining({ MessageSid: message.sid, MessageStatus: 'delivered', To: '+38640123456', From: 'Shop' }),
  ]);
  const fetched = await client.messages(message.sid).fetch();
  expect(fetched).toMatchObject({ status: 'delivered', body: 'Zivjo', price: '-0.010000', priceUnit: 'EUR' });
  const stored = await db.query(
    `SELECT row_to_json(o)::text || (SELECT string_agg(s::text, '') FROM submissions s) AS row FROM outbox o`,
  );
  expect(JSON.stringify(stored.rows)).not.toContain(account.key);
});

test('twilio: failed and waiting messages, and lists of both', async () => {
  receiver.received.length = 0;
  const statusCallback = `${receiver.url}/failing`;
  const refused = await client.messages.create({ to: '+38640000003', from: 'Shop', body: 'x', statusCallback });
  const [only] = await receiver.until(1);
  expect(fieldsOf(only!.body)).toMatchObject({ MessageStatus: 'failed', ErrorCode: '30008', MessageSid: refused.sid });
  const sendAt = new Date(Date.now() + 3_600_000);
  const later = await client.messages.create({
    to: '+38640123457',
    from: 'Shop',
    body: 'x',
    scheduleType: 'fixed',
    sendAt,
  });
  expect(later.status).toBe('scheduled');
  const canceled = await client.messages(later.sid).update({ status: 'canceled' });
  expect(canceled).toMatchObject({ status: 'canceled', price: '0' });
  await expect(client.messages(refused.sid).update({ status: 'canceled' })).rejects.toMatchObject({ code: 30409 });
  const listed = await client.messages.list({ limit: 3, pageSize: 1 });
  expect(listed.map(({ sid }) => sid).slice(0, 2)).toEqual([later.sid, refused.sid]);
  const found = await client.messages.list({ to: '+38640000003' });
  expect(found.map(({ status, errorCode }) => [status, errorCode])).toEqual([['failed', 30008]]);
});

test('twilio: errors have its format', async () => {
  const before = await books(db, account);
  const usual = { to: '+38640123456', from: 'Shop', body: 'x' };
  const failing = (changed: object, by = client) =>
    by.messages.create({ ...usual, ...changed }).then(String, (error: unknown) => error);
  expect(await failing({ to: '+12' })).toMatchObject({
    status: 400,
    code: 21211,
    moreInfo: expect.stringContaining('21211'),
  });
  expect(await failing({ to: '+4915123456789' })).toMatchObject({ code: 21408 });
  expect(await failing({ from: 'Absent' })).toMatchObject({ code: 21212 });
  expect(await failing({ from: '+38640999999' })).toMatchObject({ code: 21606 });
  expect(await failing({ body: '' })).toMatchObject({ code: 21602 });
  expect(await failing({ body: 'x'.repeat(641) })).toMatchObject({ code: 21617 });
  expect(await failing({ statusCallback: 'http://10.0.0.1/' })).toMatchObject({ code: 21609 });
  expect(await failing({}, clientOf('0'.repeat(32)))).toMatchObject({ status: 401, code: 20003 });
  const other = await testAccount(db);
  expect(await failing({}, clientOf(other.key, sidOf('AC', other.id)))).toMatchObject({ status: 401, code: 20003 });
  await expect(client.messages(sidOf('SM', other.id)).fetch()).rejects.toMatchObject({ status: 404, code: 20404 });
  // A key by its own id, as Twilio's API keys are used.
  const byKey = clientOf(account.key, sidOf('SK', account.keyId));
  expect(await failing({ to: '+12' }, byKey)).toMatchObject({ code: 21211 });
  expect(await books(db, account)).toEqual(before);
});

const login = { username: account.id, password: account.key };
const query = (variables: Record<string, string>) =>
  `/send?${new URLSearchParams({ ...login, from: 'Shop', to: '38640123456', content: 'Hello', ...variables }).toString()}`;

async function said(options: Call) {
  const { status, text } = await call({ key: null, ...options });
  return [status, text] as const;
}

test('jasmin: sends, and repeats its reports until they are acknowledged', async () => {
  receiver.received.length = 0;
  receiver.says = 'OK';
  const url = `${receiver.url}/dlr`;
  const answer = await call({
    key: null,
    path: query({ dlr: 'yes', 'dlr-level': '3', 'dlr-method': 'GET', 'dlr-url': url }),
  });
  expect(answer.status).toBe(200);
  const [, id] = /^Success "([0-9a-f-]{36})"$/.exec(answer.text) ?? [];
  await receiver.until(2);
  receiver.says = 'ACK/Jasmin';
  const told = () => receiver.received.map(({ method, path }) => ({ method, ...fieldsOf(path.split('?')[1]!) }));
  await vi.waitFor(() => expect(told().at(-1)).toMatchObject({ level: '2' }), { timeout: patienceMs, interval: 20 });
  const reports = told();
  expect(reports[0]).toMatchObject({ method: 'GET', id, message_status: 'ESME_ROK', level: '1' });
  expect(reports[1]).toEqual(reports[0]);
  expect(reports.at(-1)).toMatchObject({
    id,
    message_status: 'DELIVRD',
    id_smsc: expect.stringMatching(/./),
    dlvrd: '001',
  });
});

test('jasmin: the REST API, with the request of its documentation', async () => {
  receiver.received.length = 0;
  receiver.says = 'ACK/Jasmin';
  const authorization = `Basic ${btoa(`${account.id}:${account.key}`)}`;
  const body = {
    to: 38640000001,
    from: 'Shop',
    coding: 8,
    hex_content: '0623063106460628',
    'dlr-url': `${receiver.url}/x`,
    'dlr-level': 2,
  };
  // curl sends it as a form, as the documentation does.
  const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
  const [status, text] = await said({ path: '/secure/send', raw: JSON.stringify(body), headers });
  expect(status).toBe(200);
  expect((JSON.parse(text) as { data: string }).data).toMatch(/^Success "[0-9a-f-]{36}$/);
  const [report] = await receiver.until(1);
  expect(report!.method).toBe('POST');
  expect(fieldsOf(report!.body)).toMatchObject({ level: '2', message_status: 'UNDELIV' });
  expect(await said({ path: '/secure/send', body, headers: { authorization: `Basic ${btoa('foo:bar')}` } })).toEqual([
    401,
    '{"message":"Error \\"Authentication failure for username"}',
  ]);
});

test('jasmin: errors have its format', async () => {
  const before = await books(db, account);
  expect(await said({ path: query({ password: 'bar' }) })).toEqual([
    403,
    'Error "Authentication failure for username"',
  ]);
  expect(await said({ path: query({ to: '4915123456789' }) })).toEqual([412, 'Error "No route found"']);
  expect(await said({ path: query({ colour: 'red' }) })).toEqual([400, 'Error "Argument [colour] is unknown."']);
  expect(await said({ path: query({ from: 'Absent' }) })).toEqual([
    400,
    expect.stringContaining('source_address filter mismatch'),
  ]);
  const raw = new URLSearchParams({ ...login, to: '38640123456', from: 'Shop', content: '' }).toString();
  expect(await said({ path: '/send', raw, headers: { 'content-type': 'application/x-www-form-urlencoded' } })).toEqual([
    400,
    expect.stringContaining('Error: 1 - '),
  ]);
  const poor = await testAccount(db, { balance: '0' });
  await operator(service)({ method: 'PATCH', path: `/accounts/${poor.id}`, body: { doors: ['jasmin'] } });
  expect(await said({ path: query({ username: poor.id, password: poor.key }) })).toEqual([
    403,
    'Error "Cannot charge submit_sm, check RouterPB log file for details"',
  ]);
  const closed = await testAccount(db);
  expect((await said({ path: query({ username: closed.id, password: closed.key }) }))[1]).toContain(
    'Authorization failed',
  );
  expect(await books(db, account)).toEqual(before);
});
