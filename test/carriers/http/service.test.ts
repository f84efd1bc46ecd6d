/** A template-based HTTP carrier in two processes: all seven states, and callbacks from outside. */
import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepUnread } from '../../../src/flows/messages/receipts.ts';
import { referencesOf, stateOf, until, untilState } from '../../dispatch/carrier.ts';
import { books, croatian, idsOf, sender, testAccount } from '../../harness/accounts.ts';
import { operator } from '../../harness/operator.ts';
import { type Received, webhookReceiver } from '../../harness/receiver.ts';
import { serviceOn, testService } from '../../harness/service.ts';
import { magic } from '../witness.ts';
import { urlOf } from './rig.ts';
import { StandIn } from './stand-in.ts';
import { description, generic } from './tables.ts';

const service = await testService();
const second = await serviceOn(service.url);
const { db } = service;
const call = operator(service);
const receiver = await webhookReceiver();
const inboundNumber = '+38640111222';
const account = await testAccount(db, { senders: [{}, { value: inboundNumber, type: 1 }] });
const send = sender(service, account);

type Carrier = { carrierId: string; callbackPath: string; linksUp: number };
let carrier: Carrier;
/** The callback URL of either process. */
let base = service.base;
const standIn = new StandIn(generic, { callbackUrl: () => `${base}${carrier.callbackPath}` });

beforeAll(async () => {
  await standIn.listen();
  const url = urlOf(generic, standIn.port, service.base, '&timeout=1');
  const body = { name: 'Gateway', url, description, signingSecret: generic.signingSecret };
  const made = await call({ path: '/carriers', body });
  expect(made).toMatchObject({ status: 201, body: { hasSigningSecret: true, description } });
  expect(made.text).not.toContain('hunter2');
  expect(made.text).not.toContain(generic.signingSecret);
  carrier = made.body as Carrier;
  await routed(carrier, 'SI');
});
afterAll(() => standIn.stop());

async function routed({ carrierId }: Carrier, country: string): Promise<void> {
  await call({ path: '/routes', body: { carrierId, country } });
  await until(async () => ((await call({ path: `/carriers/${carrierId}` })).body as Carrier).linksUp === 2);
}

async function sent(destination: string, fields: Record<string, unknown> = {}): Promise<string> {
  const [id] = idsOf(await send({ destinations: [destination], deliveryReportUrl: receiver.url, ...fields }));
  return id!;
}
const about = (id: string): Received[] => receiver.received.filter(({ headers }) => headers['x-message-id'] === id);
async function told(id: string, count: number): Promise<string[]> {
  await until(() => about(id).length >= count);
  return about(id).map(({ body }) => (JSON.parse(body) as { status: string }).status);
}

test.each([
  ['SENT and DELIVERED', '+38641123456', ['SENT', 'DELIVERED'], 0.01],
  ['FAILED', magic('failed'), ['SENT', 'FAILED'], 0.01],
  ['REJECTED by the answer', magic('refused'), ['REJECTED'], 0],
  ['REJECTED by a receipt', magic('rejected'), ['SENT', 'REJECTED'], 0],
  ['UNKNOWN', magic('unknown'), ['SENT', 'UNKNOWN'], 0.01],
])('%s', async (_, destination, expected, price) => {
  const before = Number((await books(db, account)).balance);
  const id = await sent(destination);
  expect(await told(id, expected.length)).toEqual(expected);
  expect(Number((await books(db, account)).balance)).toBeCloseTo(before - price, 6);
});

test('SCHEDULED and CANCELLED', async () => {
  const scheduledTime = Math.floor(Date.now() / 1_000);
  const [soon, never] = [
    await sent('+38641123457', { scheduledTime: scheduledTime + 5 }),
    await sent('+38641123458', { scheduledTime: scheduledTime + 3_600 }),
  ];
  await service.call({ method: 'POST', path: `/v1/sms/messages/${never}/cancel`, key: account.key });
  expect(await told(never, 1)).toEqual(['CANCELLED']);
  expect(await told(soon, 3)).toEqual(['SCHEDULED', 'SENT', 'DELIVERED']);
  expect(standIn.sent.some(({ to }) => to === '+38641123458')).toBe(false);
});

test('a callback counts once if it overtakes the response, is repeated, or reaches the other process', async () => {
  base = second.base;
  standIn.fault = 'early callback';
  const early = await sent('+38641123459');
  expect(await told(early, 2)).toEqual(['SENT', 'DELIVERED']);
  standIn.fault = 'callback twice';
  const twice = await sent('+38641123460');
  expect(await told(twice, 2)).toEqual(['SENT', 'DELIVERED']);
  standIn.fault = undefined;
  await until(() => standIn.answers.slice(-2).every((status) => status === 200));
  expect(about(twice)).toHaveLength(2);
  base = service.base;
});

test('a call without a response is sent again and delivered', async () => {
  standIn.fault = 'silence';
  const id = await sent('+38641123461');
  const of = () => standIn.calls.filter(({ body }) => body.includes('+38641123461'));
  await until(() => of().length === 1);
  standIn.fault = undefined;
  await untilState(db, id, 'DELIVERED');
  expect(of().length).toBeGreaterThan(1);
});

test('an inbound message that is received by two processes is stored once', async () => {
  const message = { from: '+38641999888', to: inboundNumber, text: 'Živjo 😀' };
  const id = randomUUID();
  base = service.base;
  expect(await standIn.inbound(message, id)).toBe(200);
  base = second.base;
  expect(await standIn.inbound(message, id)).toBe(200);
  const { rows } = await db.query<{ text: string }>('SELECT text FROM inbound_messages WHERE sender = $1', [
    message.from,
  ]);
  expect(rows).toEqual([{ text: message.text }]);
  base = service.base;
});

test('a forged or oversized callback, or one at a wrong path, is refused and changes nothing', async () => {
  const id = await sent(magic('silent'));
  await untilState(db, id, 'SENT');
  const [reference] = await referencesOf(db, id);
  const sentTo = { to: magic('silent'), from: 'Shop', text: 'x' };
  const receipt = generic.receipt(reference!, sentTo, 'undelivered');
  expect(await standIn.post(receipt, { 'x-signature': 'sha256=00' })).toBe(403);
  expect(await standIn.post({ ...receipt, body: 'x'.repeat(300_000) })).toBe(413);
  for (const path of [
    `/carriers/${carrier.carrierId}/wrong/status`,
    `/carriers/${randomUUID()}/${carrier.callbackPath.split('/')[3]}/status`,
    '/carriers/x/y',
  ]) {
    const answer = await service.call({ path, raw: receipt.body, headers: generic.sign!(receipt.body, '') });
    expect(answer.status).toBe(404);
  }
  expect(await stateOf(db, id)).toBe('SENT');
  expect(await standIn.receipt(reference!, sentTo, 'UNDELIV')).toBe(200);
  await untilState(db, id, 'FAILED');
});

type Unmatched = { outcome: string; error: string; text: string; carrierId: string };
const unread = async (): Promise<Unmatched[]> => {
  const { body } = await call({ path: `/receipts/unmatched?carrierId=${carrier.carrierId}` });
  return (body as { receipts: Unmatched[] }).receipts.filter(({ outcome }) => outcome === 'unread');
};

test('a callback that cannot be parsed is acknowledged and kept for the operator', async () => {
  const known = (await unread()).length;
  const type = 'application/json';
  const strange = JSON.stringify({ reports: [{ id: 'x', state: 'teleported', note: 'č' }] });
  expect(await standIn.post({ path: 'status', type, body: strange })).toBe(200);
  expect(await standIn.post({ path: 'status', type, body: '{"a":[[[' })).toBe(200);
  const kept = await unread();
  expect(kept.length).toBe(known + 2);
  expect(kept.slice(0, 2)).toMatchObject([
    { error: expect.stringContaining('JSON'), text: 'POST /status\n{"a":[[[' },
    { error: 'the status "teleported" is not known', text: `POST /status\n${strange}` },
  ]);
});

test('the newest 1,000 unparsed callbacks of a carrier are kept', async () => {
  const { carrierId } = carrier;
  const rows = Array.from({ length: 1_005 }, (_, place) => ({ carrierId, reason: 'x', text: `callback ${place}` }));
  await keepUnread(db, rows.slice(0, 600));
  await keepUnread(db, rows.slice(600));
  const { rows: kept } = await db.query<{ text: string }>(
    `SELECT text FROM unmatched_receipts WHERE carrier_id = $1 AND outcome = 'unread' ORDER BY id`,
    [carrierId],
  );
  expect(kept.map(({ text }) => text)).toEqual(rows.slice(5).map(({ text }) => text));
});

test('a carrier whose callbacks cannot be authenticated is not added, and an existing one has its callbacks refused', async () => {
  for (const url of ['https+twilio://AC1@api.twilio.com', 'https+plivo://MA1@api.plivo.com']) {
    const answer = await call({ path: '/carriers', body: { name: randomUUID(), url } });
    expect(answer).toMatchObject({ status: 400 });
    expect(answer.text).toMatch(/signingSecret: its callbacks cannot be checked/);
  }
  const url = 'https+twilio://AC1@api.twilio.com?callback=https://sms.example.com';
  const made = await call({ path: '/carriers', body: { name: 'Bare', url, signingSecret: 'token' } });
  expect(made).toMatchObject({ status: 201, body: { hasSigningSecret: true } });
  expect(made.body).not.toHaveProperty('warnings');
  const { carrierId, callbackPath } = made.body as Carrier;
  const path = `/carriers/${carrierId}`;
  expect(await call({ method: 'PATCH', path, body: { signingSecret: null } })).toMatchObject({ status: 400 });

  // As an older version allowed it.
  await db.query('UPDATE carriers SET signing_secret = NULL WHERE id = $1', [carrierId]);
  const warnings = [expect.stringContaining('cannot be checked')];
  expect((await call({ path })).body).toMatchObject({ warnings });
  await call({ path: '/routes', body: { carrierId, country: 'AT' } });
  const { body } = await call({ path: '/health' });
  expect((body as { findings: object[] }).findings).toContainEqual(
    expect.objectContaining({
      check: 'Carrier Bare',
      verdict: 'problem',
      text: expect.stringContaining('cannot be checked'),
    }),
  );
  const raw = 'MessageSid=SM1&MessageStatus=delivered';
  const fields = [...new URLSearchParams(raw)].map((field) => field.join('')).join('');
  const signature = createHmac('sha1', '')
    .update(`https://sms.example.com${callbackPath}/status${fields}`)
    .digest('base64');
  const send = () =>
    service.call({ path: `${callbackPath}/status`, raw, headers: { 'x-twilio-signature': signature } });
  await until(async () => (await send()).status === 403);
});

test('a provider that signs, without a configured secret, is added with a warning, which health repeats', async () => {
  const url = 'https+vonage://key:secret@api.nexmo.com?callback=https://sms.example.com';
  const made = await call({ path: '/carriers', body: { name: 'Unsigned', url } });
  expect(made).toMatchObject({
    status: 201,
    body: { warnings: [expect.stringContaining('signing secret is not set')] },
  });
  const { carrierId } = made.body as Carrier;
  await call({ path: '/routes', body: { carrierId, country: 'AT' } });
  const findings = async () => ((await call({ path: '/health' })).body as { findings: object[] }).findings;
  const finding = {
    check: 'Carrier Unsigned',
    verdict: 'note',
    text: expect.stringContaining('Signing secret is not set'),
  };
  expect(await findings()).toContainEqual(expect.objectContaining(finding));
  const changed = await call({ method: 'PATCH', path: `/carriers/${carrierId}`, body: { signingSecret: 'shared' } });
  expect(changed.body).not.toHaveProperty('warnings');
  expect(await findings()).not.toContainEqual(expect.objectContaining(finding));
});

test('an invalid template is refused with the name of the field', async () => {
  const url = 'https+generic://user:hunter2@gateway.example.com';
  const wrong: [object, RegExp][] = [
    [{ url }, /needs one/],
    [{ url, description: { ...description, method: 'DELETE' } }, /\/method/],
    [{ url, description: { ...description, headers: { x: '{nothing}' } } }, /unknown placeholder \{nothing\}/],
    [{ url, description: { ...description, more: 1 } }, /more|additional/],
    [{ url: 'https+twilio://a:b@api.twilio.com', description }, /twilio has none/],
  ];
  for (const [body, text] of wrong) {
    const answer = await call({ path: '/carriers', body: { name: randomUUID(), ...body } });
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(text);
  }
});

test('a text that would inject a header is refused, and nothing is sent', async () => {
  const gateway = await webhookReceiver();
  gateway.says = '{"message":{"id":"1"}}';
  const headers = { 'content-type': 'application/json; about={text}' };
  const url = urlOf(generic, Number(new URL(gateway.url).port), service.base);
  const body = { name: 'Headers', url, description: { ...description, headers }, signingSecret: 'unused-secret' };
  const made = await call({ path: '/carriers', body });
  expect(made.status, made.text).toBe(201);
  await routed(made.body as Carrier, 'HR');

  const forging = await sent(croatian, { message: { content: 'a\r\nx-injected: 1' } });
  await untilState(db, forging, 'REJECTED');
  const { rows } = await db.query('SELECT reason FROM messages WHERE id = $1', [forging]);
  expect(rows).toEqual([{ reason: 'the header "content-type" cannot be sent' }]);
  const honest = await sent(croatian, { message: { content: 'plain' } });
  await untilState(db, honest, 'SENT');
  expect(gateway.received.map((got) => got.headers['content-type'])).toEqual(['application/json; about=plain']);
});
