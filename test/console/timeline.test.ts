/** The whole life of a message on one line of time, for its operator and its customer. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addCarrier, stateOf, until, untilState } from '../dispatch/carrier.ts';
import { deliver } from '../email/client.ts';
import { emailService, letter, body as mailBody, processed } from '../email/rig.ts';
import { idsOf, sender, slovenian, type TestAccount, testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { webhookReceiver } from '../harness/receiver.ts';

const service = await emailService({ HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8' });
const { db } = service;
const call = operator(service);
const receiver = await webhookReceiver();
const carrierId = await addCarrier(db, 'simulator:?receipt_delay=20', [{ priority: 7 }]);
const shop = await testAccount(db);
const outsider = await testAccount(db);
await db.query(`UPDATE api_keys SET label = 'web shop' WHERE id = $1`, [shop.keyId]);

type Entry = { at: string; kind: string; status?: string; entry?: string } & Record<string, unknown>;
type Timeline = { message: Record<string, unknown>; entries: Entry[] };
const timelineOf = async (id: string) => (await call({ path: `/messages/${id}/timeline` })).body as Timeline;
const seenBy = ({ key }: TestAccount, id: string) => service.call({ path: `/v1/sms/messages/${id}/timeline`, key });
const send = sender(service, shop);
const sendTo = async (destination: string, fields: object = {}) =>
  idsOf(await send({ destinations: [destination], ...fields }))[0]!;
const named = ({ entries }: Timeline, kind: string) => entries.filter((entry) => entry.kind === kind);
const expectInOrder = ({ entries }: Timeline) =>
  expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).toSorted());

test('a delivered message, from its request to its last webhook', async () => {
  const [id] = idsOf(
    await send(
      { destinations: [slovenian, '+38640123457'], deliveryReportUrl: receiver.url },
      { 'x-request-id': 'order-17' },
    ),
  );
  await untilState(db, id!, 'DELIVERED');
  await until(async () => named(await timelineOf(id!), 'webhook').length === 2);
  const timeline = await timelineOf(id!);
  expectInOrder(timeline);
  expect(timeline.message).toMatchObject({ messageId: id, accountId: shop.id, content: 'Hello', parts: [{ part: 1 }] });
  const { rows } = await db.query<{ name: string }>('SELECT name FROM carriers WHERE id = $1', [carrierId]);
  const carrier = { carrierId, carrier: rows[0]!.name };
  expect(timeline.entries.filter(({ kind }) => kind !== 'webhook')).toMatchObject([
    {
      kind: 'request',
      via: 'http',
      requestId: 'order-17',
      keyId: shop.keyId,
      keyPrefix: shop.key.slice(0, 8),
      keyLabel: 'web shop',
      recipients: 2,
    },
    { kind: 'ledger', entry: 'charge', amount: '-0.01', note: 'its part of the charge for 2 recipients' },
    { kind: 'state', status: 'ACCEPTED' },
    { kind: 'route', ...carrier, reason: 'Only route for this number: all countries, priority 7, weight 1.' },
    { kind: 'part', part: 1, total: 1, ...carrier, reference: expect.any(String) },
    { kind: 'state', status: 'SENT' },
    { kind: 'receipt', outcome: 'delivered', ...carrier, text: expect.stringMatching(/^id:\S+ stat:DELIVRD err:000$/) },
    { kind: 'state', status: 'DELIVERED' },
  ]);
  const url = `${receiver.url}`;
  expect(named(timeline, 'webhook')).toMatchObject([
    { event: 'SENT', status: 200, url, attempt: 1, durationMs: expect.any(Number), deliveryId: expect.any(String) },
    { event: 'DELIVERED', status: 200, url, attempt: 1 },
  ]);
});

test('its customer sees the same without carriers, and other accounts see nothing', async () => {
  const id = await sendTo(slovenian);
  await untilState(db, id, 'DELIVERED');
  const { body, text, status } = await seenBy(shop, id);
  expect(status).toBe(200);
  const timeline = body as Timeline;
  expect(timeline.message).toMatchObject({ messageId: id, content: 'Hello', price: 0.01 });
  expect(timeline.entries).toMatchObject([
    { kind: 'request', via: 'http', recipients: 1, keyPrefix: shop.key.slice(0, 8) },
    { kind: 'ledger', entry: 'charge', amount: -0.01 },
    { kind: 'state', status: 'ACCEPTED' },
    { kind: 'part', part: 1, total: 1 },
    { kind: 'state', status: 'SENT' },
    { kind: 'receipt', outcome: 'delivered' },
    { kind: 'state', status: 'DELIVERED' },
  ]);
  const { entries } = await timelineOf(id);
  const reference = String(entries.find(({ kind }) => kind === 'part')!['reference']);
  for (const secret of [carrierId, 'carrier', 'DELIVRD', reference]) expect(text).not.toContain(secret);
  const nothing = { status: 404, body: { error: 'error: 404 - Message not found' } };
  expect(await seenBy(outsider, id)).toMatchObject(nothing);
  expect(await seenBy(shop, randomUUID())).toMatchObject(nothing);
  expect(await call({ path: `/messages/${randomUUID()}/timeline` })).toMatchObject(nothing);
});

test('a webhook that fails shows its answer and when it is tried again, and both after a replay', async () => {
  receiver.answer = () => 500;
  const id = await sendTo(slovenian, { deliveryReportUrl: receiver.url });
  await untilState(db, id, 'DELIVERED');
  await until(async () => named(await timelineOf(id), 'retry').length > 0);
  const failed = await timelineOf(id);
  const [attempt] = named(failed, 'webhook');
  expect(attempt).toMatchObject({ event: 'SENT', status: 500, attempt: 1 });
  const { deliveryId } = attempt as unknown as { deliveryId: string };
  const retry = failed.entries.at(-1)!;
  expect(retry).toMatchObject({ kind: 'retry', deliveryId, url: receiver.url });
  expect(Date.parse(retry.at)).toBeGreaterThan(Date.parse(attempt!.at));
  // A process has taken it, and has no answer yet: it is tried now, not when its lease ends, and what comes of it is still to be read.
  await db.query(`UPDATE outbox SET lease = $2, due_at = now() + interval '1 hour' WHERE id = $1`, [
    deliveryId,
    randomUUID(),
  ]);
  const [underWay] = named(await timelineOf(id), 'retry');
  expect(underWay).toMatchObject({ deliveryId, url: receiver.url });
  expect(Date.parse(underWay!.at)).toBeLessThan(Date.now() + 600_000);
  receiver.answer = () => 200;
  await service.call({ method: 'POST', path: `/v1/webhooks/deliveries/${deliveryId}/replay`, key: shop.key });
  await until(async () => named(await timelineOf(id), 'webhook').length === 3);
  const mended = await timelineOf(id);
  expect(named(mended, 'webhook')).toMatchObject([
    { deliveryId, status: 500, attempt: 1 },
    { deliveryId, status: 200, attempt: 2 },
    { event: 'DELIVERED', status: 200, attempt: 1 },
  ]);
  expect(named(mended, 'retry')).toEqual([]);
});

test('one that came by e-mail', async () => {
  const account = await testAccount(db);
  const raw = letter(mailBody({ key: account.key, destinations: '+38640123999' }));
  expect(await deliver(service.smtpPort, { from: 'alice@good.example', raw })).toEqual(processed);
  const { rows } = await db.query<{ id: string; email: string }>(
    `SELECT m.id, e.id AS email FROM messages m, emails e WHERE m.account_id = $1 AND e.account_id = $1`,
    [account.id],
  );
  const [{ id, email }] = rows as [{ id: string; email: string }];
  expect((await timelineOf(id)).entries[0]).toMatchObject({
    kind: 'request',
    via: 'email',
    emailId: email,
    from: 'alice@good.example',
    keyId: account.keyId,
    recipients: 1,
  });
});

test('a scheduled one waits for its time, and gets its money back when it is cancelled', async () => {
  const scheduledTime = Math.floor(Date.now() / 1_000) + 86_400;
  const scheduledAt = new Date(scheduledTime * 1_000).toISOString();
  const id = await sendTo(slovenian, { scheduledTime });
  const waiting = await timelineOf(id);
  expect(waiting.entries).toMatchObject([
    { kind: 'request', scheduledAt },
    { kind: 'ledger', entry: 'charge' },
    { kind: 'state', status: 'SCHEDULED' },
    { kind: 'retry', at: scheduledAt, reason: 'it is scheduled' },
  ]);
  await service.call({ method: 'POST', path: `/v1/sms/messages/${id}/cancel`, key: shop.key });
  const cancelled = await timelineOf(id);
  expectInOrder(cancelled);
  expect(cancelled.entries.slice(2)).toMatchObject([
    { kind: 'state', status: 'SCHEDULED' },
    { kind: 'state', status: 'CANCELLED' },
    { kind: 'ledger', entry: 'refund', amount: '0.01' },
  ]);
});

test('a refused one says why, and gives the money back', async () => {
  const id = await sendTo('+38640000003');
  await untilState(db, id, 'REJECTED');
  expect((await timelineOf(id)).entries.slice(2)).toMatchObject([
    { kind: 'state', status: 'ACCEPTED' },
    { kind: 'state', status: 'REJECTED', reason: 'a magic number asks for it' },
    { kind: 'ledger', entry: 'refund', amount: '0.01' },
  ]);
});

test('a long one has a part and a receipt for each segment', async () => {
  const id = await sendTo('+38640000013', { message: { content: 'x'.repeat(200) } });
  await untilState(db, id, 'FAILED');
  await until(async () => named(await timelineOf(id), 'receipt').length === 2);
  const timeline = await timelineOf(id);
  expect(named(timeline, 'part')).toMatchObject([
    { part: 1, total: 2 },
    { part: 2, total: 2 },
  ]);
  const receipts = named(timeline, 'receipt').toSorted((a, b) => Number(a['part']) - Number(b['part']));
  expect(receipts).toMatchObject([
    { part: 1, outcome: 'delivered' },
    { part: 2, outcome: 'failed', text: expect.stringContaining('UNDELIV') },
  ]);
  expect(named(timeline, 'state').at(-1)).toMatchObject({ status: 'FAILED', reason: 'carrier error 001 (UNDELIV)' });
});

test('one that the carrier knows nothing of ends UNKNOWN, with the receipt that said so', async () => {
  const id = await sendTo('+38640000005');
  await untilState(db, id, 'UNKNOWN');
  expect((await timelineOf(id)).entries.slice(-2)).toMatchObject([
    { kind: 'receipt', outcome: 'unknown', text: expect.stringContaining('stat:UNKNOWN') },
    { kind: 'state', status: 'UNKNOWN' },
  ]);
});

test('one that the carrier does not take waits for another try', async () => {
  const id = await sendTo('+38640000011');
  await until(async () => named(await timelineOf(id), 'retry').length > 0);
  const timeline = await timelineOf(id);
  expect(timeline.entries.at(-1)).toMatchObject({ kind: 'retry', reason: 'queue full' });
  expect(named(timeline, 'state')).toMatchObject([{ status: 'ACCEPTED', reason: 'queue full' }]);
  expect(await stateOf(db, id)).toBe('QUEUED');
});
