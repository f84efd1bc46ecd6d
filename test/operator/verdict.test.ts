/** The verdict of a message, and reasons in plain words, as operators and customers get them. */
import { expect, test } from 'vitest';
import { addCarrier, until, untilState } from '../dispatch/carrier.ts';
import { croatian, idsOf, sender, slovenian, testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { testService } from '../harness/service.ts';

const service = await testService({ HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8' });
const { db } = service;
const admin = operator(service);
const simulator = await addCarrier(db, 'simulator:?receipt_delay=20&timeout=50', [{ country: 'SI' }]);
// Nothing listens on this port.
const dead = await addCarrier(db, 'smpp://esme:hunter2@127.0.0.1:9', [{ country: 'HR' }]);
const shop = await testAccount(db);
const held = await testAccount(db);
const receiver = await webhookReceiver();

type Cause = { reasonText: string; advice?: string; by: string; code?: string };
type Note = { kind: string; sentence: string; deliveryId?: string; reasonText?: string };
type Verdict = { kind: string; sentence: string; cause?: Cause; actions: string[]; notes: Note[] } & Record<
  string,
  unknown
>;
type Message = { messageId: string; status: string; reason?: string; reasonText?: string; verdict: Verdict };

const send = async (account: typeof shop, destination: string, fields: object = {}) =>
  idsOf(await sender(service, account)({ destinations: [destination], ...fields }))[0]!;
const seen = async (id: string) => (await admin({ path: `/messages/${id}` })).body as Message;
const own = async ({ key }: typeof shop, id: string) =>
  (await service.call({ path: `/v1/sms/messages/${id}`, key })).body as Message;
const setPaused = (what: string, isPaused: boolean) =>
  admin({ method: isPaused ? 'PUT' : 'DELETE', path: `/pauses/${what}`, headers: { 'x-operator': 'Ana Novak' } });
/** The name of the carrier and of the operator, and the id of the carrier, are for operators only. */
const expectDiscreet = (message: Message) =>
  expect(JSON.stringify(message)).not.toMatch(new RegExp(`${simulator}|${dead}|Ana Novak|127\\.0\\.0\\.1`));

test.each([
  ['+38640000001', 'FAILED', 'failed', 'The handset did not accept the message.', '001, UNDELIV'],
  ['+38640000002', 'FAILED', 'failed', 'The message expired before it could be delivered.', '001, EXPIRED'],
  ['+38640000003', 'REJECTED', 'rejected', 'The simulator refused the message, as its magic number asks.', undefined],
  ['+38640000004', 'REJECTED', 'rejected', 'The carrier rejected the message.', '001, REJECTD'],
  ['+38640000005', 'UNKNOWN', 'unknown', 'The carrier does not know whether the message arrived.', undefined],
])('%s ends as %s: %s', async (number, state, kind, reasonText, code) => {
  const id = await send(shop, number);
  await untilState(db, id, state);
  // The receipt is logged with the state, and read here by another connection.
  const verdict = async () => (await seen(id)).verdict;
  await expect.poll(async () => (await verdict()).cause?.reasonText).toBe(reasonText);
  expect(await verdict()).toMatchObject({ kind, cause: { by: expect.any(String), advice: expect.any(String) } });
  expect((await verdict()).cause?.code).toBe(code);
  expect((await verdict()).actions).toContain('resend');
  const message = await own(shop, id);
  expect(message.verdict).toMatchObject({ kind, cause: { reasonText }, actions: ['resend'] });
  expectDiscreet(message);
  if (state === 'UNKNOWN') return;
  expect(await seen(id)).toMatchObject({ reasonText });
  const listed = (await admin({ path: '/messages?limit=20' })).body as { messages: Message[] };
  expect(listed.messages.find(({ messageId }) => messageId === id)).toMatchObject({ reasonText });
  const ours = (await service.call({ path: '/v1/sms/messages?limit=20', key: shop.key })).body as typeof listed;
  expect(ours.messages.find(({ messageId }) => messageId === id)).toMatchObject({ reasonText });
  const { entries } = (await admin({ path: `/messages/${id}/timeline` })).body as {
    entries: Record<string, unknown>[];
  };
  expect(entries.findLast((entry) => entry['kind'] === 'state')).toMatchObject({ status: state, reasonText });
});

test('a delivered message says how long it took', async () => {
  const id = await send(shop, slovenian);
  await untilState(db, id, 'DELIVERED');
  expect((await seen(id)).verdict).toMatchObject({
    kind: 'delivered',
    sentence: expect.stringMatching(/^Delivered after [\d.]+ s\.$/),
    seconds: expect.any(Number),
    carrierId: simulator,
    actions: [],
    notes: [],
  });
});

test('a paused account: by whom, since when; the message can be cancelled alone, or is sent after it', async () => {
  await setPaused(`accounts/${held.id}`, true);
  const ids: string[] = [];
  // A process that has not read the pause yet still sends.
  await until(async () => {
    const id = await send(held, slovenian);
    if ((await seen(id)).verdict.kind === 'paused') ids.push(id);
    return ids.length === 2;
  });
  const [first, second] = ids as [string, string];
  const { verdict } = await seen(first);
  expect(verdict).toMatchObject({ kind: 'paused', paused: 'account', by: 'Ana Novak', actions: ['resume', 'cancel'] });
  expect(verdict.sentence).toMatch(/^Waiting: account paused by Ana Novak at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\.$/);
  const message = await own(held, first);
  expect(message.verdict).toMatchObject({ kind: 'paused', since: verdict['since'], actions: [] });
  expect(message.verdict.sentence).toMatch(/^Waiting: sending is paused since /);
  expectDiscreet(message);
  const body = { accountId: held.id, messageId: first };
  const cancelled = await admin({
    method: 'POST',
    path: '/messages/cancel',
    body,
    headers: { 'x-operator': 'Ana Novak' },
  });
  expect(cancelled.body).toMatchObject({ messages: 1 });
  expect((await seen(first)).verdict).toMatchObject({
    kind: 'cancelled',
    sentence: expect.stringMatching(/^Cancelled by Ana Novak at .*, and refunded\.$/),
    cancelledByOperator: true,
  });
  const theirs = await own(held, first);
  expect(theirs.verdict.sentence).toMatch(/^Cancelled by the operator at /);
  expectDiscreet(theirs);
  expect((await seen(second)).status).toBe('ACCEPTED');
  await setPaused(`accounts/${held.id}`, false);
  await untilState(db, second, 'DELIVERED');
});

test('a dead carrier, and a paused one', async () => {
  const id = await send(shop, croatian);
  await expect.poll(async () => (await seen(id)).verdict.kind, { timeout: 15_000 }).toBe('carrier down');
  const { verdict } = await seen(id);
  expect(verdict).toMatchObject({ carrierId: dead, actions: ['open carrier', 'cancel'] });
  expect(verdict.sentence).toMatch(new RegExp(`^Waiting: carrier carrier ${dead} is not connected since `));
  const message = await own(shop, id);
  expect(message.verdict).toMatchObject({ kind: 'waiting', actions: [] });
  expect(message.verdict.cause).toBeUndefined();
  expectDiscreet(message);
  await setPaused(`carriers/${dead}`, true);
  expect((await seen(id)).verdict).toMatchObject({ kind: 'paused', paused: 'carrier', by: 'Ana Novak' });
  await setPaused('all', true);
  expect((await seen(id)).verdict).toMatchObject({ kind: 'paused', paused: 'all' });
  await setPaused('all', false);
  await setPaused(`carriers/${dead}`, false);
});

test('a scheduled message: when, and who cancelled it', async () => {
  const scheduledTime = Math.floor(Date.now() / 1_000) + 3_600;
  const id = await send(shop, slovenian, { scheduledTime });
  const until = new Date(scheduledTime * 1_000).toISOString();
  expect((await own(shop, id)).verdict).toMatchObject({ kind: 'scheduled', until, actions: ['cancel'] });
  await service.call({ method: 'POST', path: `/v1/sms/messages/${id}/cancel`, key: shop.key });
  expect((await seen(id)).verdict).toMatchObject({
    kind: 'cancelled',
    sentence: expect.stringMatching(/^Cancelled by the customer at /),
    cancelledByOperator: false,
  });
});

test('a message that waits for its receipt, and its second attempt', async () => {
  const id = await send(shop, '+38640000008', { fallbackSeconds: 600 });
  await untilState(db, id, 'SENT');
  const { verdict } = await seen(id);
  expect(verdict).toMatchObject({ kind: 'sent', carrierId: simulator, until: expect.any(String) });
  expect(Date.parse(String(verdict['until']))).toBeGreaterThan(Date.now() + 86_400_000);
  expect(verdict.notes).toMatchObject([{ kind: 'fallback planned', at: expect.any(String) }]);
});

test('a report that was not delivered, in plain words here and in the log of deliveries', async () => {
  receiver.answer = () => 404;
  const id = await send(shop, slovenian, { deliveryReportUrl: receiver.url });
  await untilState(db, id, 'DELIVERED');
  await expect.poll(async () => (await own(shop, id)).verdict.notes.length).toBe(1);
  const [note] = (await own(shop, id)).verdict.notes;
  const reasonText = 'The path does not exist at the endpoint. Check the URL.';
  expect(note).toMatchObject({ kind: 'report pending', reasonText, attempts: 1 });
  const path = `/v1/webhooks/deliveries/${note!.deliveryId}`;
  expect((await service.call({ path, key: shop.key })).body).toMatchObject({
    lastAttempt: { status: 404, reasonText },
  });
  receiver.answer = () => 200;
  await service.call({ method: 'POST', path: `${path}/replay`, key: shop.key });
  await expect.poll(async () => (await own(shop, id)).verdict.notes).toEqual([]);
});

test('a text of the operator comes before the table, everywhere', async () => {
  const id = await send(shop, '+38640000001');
  await untilState(db, id, 'FAILED');
  const text = 'Blocked at night by the network.';
  const change = (reasonTexts: unknown) =>
    admin({ method: 'PATCH', path: `/carriers/${simulator}`, body: { reasonTexts } });
  for (const wrong of [{ '': 'x' }, { '001': '' }, { '001': 1 }, ['x'], { a: 'one', A: 'two' }])
    expect((await change(wrong)).status, JSON.stringify(wrong)).toBe(400);
  expect((await change({ undeliv: text })).body).toMatchObject({ reasonTexts: { undeliv: text } });
  expect((await seen(id)).verdict.cause).toEqual({ reasonText: text, by: 'recipient', code: '001, UNDELIV' });
  expect((await own(shop, id)).reasonText).toBe(text);
  const csv = (await service.call({ path: '/v1/sms/messages.csv?status=FAILED', key: shop.key })).text;
  const [head, ...lines] = csv.trimEnd().split('\r\n');
  expect(head).toMatch(/,reason,reasonText,reference$/);
  expect(lines.find((line) => line.startsWith(id))).toMatch(new RegExp(`,carrier error 001 \\(UNDELIV\\),${text},$`));
  const audit = (await admin({ path: '/audit?action=carrier%20change&limit=1' })).body as { entries: object[] };
  expect(audit.entries[0]).toMatchObject({ details: { reasonTexts: { undeliv: text } } });
  expect((await change(null)).body as object).not.toHaveProperty('reasonTexts');
  expect((await seen(id)).reasonText).toBe('The handset did not accept the message.');
});

test('other accounts see no verdict', async () => {
  const id = await send(shop, slovenian);
  expect((await service.call({ path: `/v1/sms/messages/${id}`, key: held.key })).status).toBe(404);
});
