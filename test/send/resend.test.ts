/** Sending messages again: what the copies are, what they cost, and when none is sent. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { MessageBody } from '../../src/api/schemas/messages.ts';
import { addCarrier } from '../dispatch/carrier.ts';
import {
  addPriceList,
  books,
  croatian,
  idsOf,
  numbers,
  sender,
  slovenian,
  type TestAccount,
  testAccount,
} from '../harness/accounts.ts';
import { lockAccount, untilWaiting } from '../harness/locks.ts';
import { operator } from '../harness/operator.ts';
import { patienceMs } from '../harness/patience.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { testService } from '../harness/service.ts';

const service = await testService({ HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8' });
const { call, db, url } = service;
const admin = operator(service);
const reports = 'http://example.com/reports';

type Resent = { messages: { messageId: string; resentAs: string }[]; price: number; currency: string };

async function start(balance = '1000') {
  const account = await testAccount(db, { balance, senders: [{}, { value: 'Bank' }] });
  const send = sender(service, account);
  const failed = async (fields: Parameters<typeof send>[0] = {}, state = 'FAILED') => {
    const ids = idsOf(await send(fields));
    await end(ids, state);
    return ids;
  };
  const path = '/v1/sms/messages/resend';
  const resend = (messageIds: unknown, headers: Record<string, string> = {}) =>
    call({ path, key: account.key, body: { messageIds }, headers });
  const preview = (messageIds: unknown) => call({ path: `${path}/preview`, key: account.key, body: { messageIds } });
  const message = async (id: string) =>
    (await call({ path: `/v1/sms/messages/${id}`, key: account.key })).body as MessageBody;
  return { account, send, failed, resend, preview, message, books: () => books(db, account) };
}

const end = (ids: readonly string[], state: string) =>
  db.query('UPDATE messages SET state = $2, queue = NULL, lease = NULL WHERE id = ANY ($1)', [ids, state]);

const refusal = (id: string, text: string) => ({
  status: 400,
  body: { error: `Error: 7 - Message rejected: message ${id}: ${text}` },
});
const open = (status: string) => `the message is ${status}, it can be sent again once its status is final`;

async function optOut({ key }: TestAccount, number: string) {
  expect((await call({ path: '/v1/opt-outs', key, body: { numbers: [number] } })).status).toBeLessThan(300);
}

test('each copy has the sender, recipient, text and report URL of its original, in the order of the request', async () => {
  const { failed, resend, preview, message, books } = await start();
  const shared = await failed({ destinations: [slovenian, croatian], deliveryReportUrl: reports });
  const long = await failed({
    sender: 'Bank',
    message: { content: 'Č'.repeat(80), isUnicode: true },
    priceReport: true,
  });
  const [cancelled] = await failed({ message: { content: '{Price} 5 €' } }, 'CANCELLED');
  const ids = [long[0]!, shared[1]!, cancelled!.toUpperCase(), shared[0]!, shared[1]!];
  const distinct = [long[0]!, shared[1]!, cancelled!, shared[0]!];
  const before = await books();
  expect(await preview(ids)).toMatchObject({
    status: 200,
    body: { messages: 4, segments: 5, price: 0.06, currency: 'EUR', refused: [] },
  });
  expect(await books()).toEqual(before);

  const { status, body } = await resend(ids);
  expect(status).toBe(202);
  const { messages, price, currency } = body as Resent;
  expect([price, currency]).toEqual([0.06, 'EUR']);
  expect(messages.map(({ messageId }) => messageId)).toEqual(distinct);
  for (const { messageId, resentAs } of messages) {
    const [original, copy] = [await message(messageId), await message(resentAs)];
    const { sender, destination, content, encoding, segmentCount, country } = original;
    expect(copy).toMatchObject({ sender, destination, content, encoding, segmentCount, country, status: 'ACCEPTED' });
    expect(copy.messageId).not.toBe(original.messageId);
  }
  const { rows } = await db.query(
    `SELECT m.id, s.delivery_report_url AS url, s.price_report AS priced FROM messages m
     JOIN submissions s ON s.account_id = m.account_id AND s.id = m.submission_id WHERE m.id = ANY ($1)`,
    [messages.map(({ resentAs }) => resentAs)],
  );
  const stored = new Map(rows.map(({ id, url, priced }) => [id, [url, priced]]));
  const [first, second, third, fourth] = messages.map(({ resentAs }) => stored.get(resentAs));
  expect([first, second, third, fourth]).toEqual([
    [null, true],
    [reports, false],
    [null, false],
    [reports, false],
  ]);
  const after = await books();
  // The two messages to one text are one request.
  expect(after).toMatchObject({ messages: before.messages + 4, submissions: before.submissions + 3 });
  expect((Number(before.balance) - Number(after.balance)).toFixed(6)).toBe('0.060000');
  expect(after.balance).toBe(after.ledger);
});

test('copies cost the prices of now', async () => {
  const { account, failed, resend, preview, books } = await start();
  const ids = await failed({ destinations: numbers(3) });
  await db.query('DELETE FROM account_price_lists WHERE account_id = $1', [account.id]);
  await addPriceList(db, account.id, { SI: '0.013' });
  await db.query('UPDATE accounts SET version = version + 1 WHERE id = $1', [account.id]);
  expect((await preview(ids)).body).toMatchObject({ price: 0.039 });
  const before = await books();
  expect((await resend(ids)).body).toMatchObject({ price: 0.039 });
  expect((Number(before.balance) - Number((await books()).balance)).toFixed(6)).toBe('0.039000');
});

test('only a message with a final status can be sent again; one refusal refuses all', async () => {
  const { send, failed, resend, preview, books } = await start();
  const finals = [];
  for (const state of ['DELIVERED', 'FAILED', 'REJECTED', 'UNKNOWN', 'CANCELLED'])
    finals.push(...(await failed({ message: { content: state } }, state)));
  const [accepted] = idsOf(await send());
  const [sent] = await failed({}, 'SENT');
  const [scheduled] = idsOf(await send({ scheduledTime: 4_000_000_000 }));
  const before = await books();
  expect(await resend([finals[0], sent, accepted])).toMatchObject(refusal(sent!, open('SENT')));
  expect(await resend([...finals, scheduled])).toMatchObject(refusal(scheduled!, open('SCHEDULED')));
  expect((await preview([accepted, ...finals, sent])).body).toEqual({
    ...{ messages: 5, segments: 5, price: 0.05, currency: 'EUR' },
    refused: [
      { messageId: accepted, error: `Error: 7 - Message rejected: ${open('ACCEPTED')}` },
      { messageId: sent, error: `Error: 7 - Message rejected: ${open('SENT')}` },
    ],
  });
  expect(await books()).toEqual(before);
  expect(await resend(finals)).toMatchObject({ status: 202, body: { price: 0.05 } });
});

test('an erased message, a verification code and an opted-out recipient are refused', async () => {
  const { account, failed, resend, preview, books } = await start();
  const [number] = numbers(1);
  const [kept] = await failed({ destinations: ['+38641700001'] });
  const [erased] = await failed({ destinations: ['+38641700002'], message: { content: 'Private' } });
  const [optedOut] = await failed({ destinations: [number] });
  const started = await call({ path: '/v1/verify', key: account.key, body: { to: '+38641700003', sender: 'Shop' } });
  const { messageId: code } = started.body as { messageId: string };
  await end([code], 'DELIVERED');
  expect(await admin({ path: '/erasures', body: { phoneNumber: '+38641700002' } })).toMatchObject({ status: 200 });
  await optOut(account, number!);
  const before = await books();
  const wrong: [string, string][] = [
    [erased!, 'the recipient and the text of the message were erased'],
    [code, 'the message is a verification code, start a new verification'],
    [optedOut!, 'the recipient has opted out'],
  ];
  for (const [id, text] of wrong) expect(await resend([kept, id])).toMatchObject(refusal(id, text));
  expect((await preview([kept, ...wrong.map(([id]) => id)])).body).toMatchObject({
    messages: 1,
    refused: wrong.map(([messageId, text]) => ({ messageId, error: `Error: 7 - Message rejected: ${text}` })),
  });
  expect(await books()).toEqual(before);
});

test('the checks of a send apply: the sender, the country, the account and the balance', async () => {
  const { account, failed, resend, preview, books } = await start('0.06');
  const [bank] = await failed({ sender: 'Bank' });
  const [abroad, home] = await failed({ destinations: [croatian, slovenian] });
  await db.query(`UPDATE senders SET deleted_at = now() WHERE account_id = $1 AND value = 'Bank'`, [account.id]);
  await db.query('DELETE FROM account_price_lists WHERE account_id = $1', [account.id]);
  await addPriceList(db, account.id, { SI: '0.01' });
  await db.query('UPDATE accounts SET version = version + 1 WHERE id = $1', [account.id]);
  const before = await books();
  const deleted = 'the sender is deleted, it must be Confirmed';
  expect((await resend([home, bank])).body).toEqual({
    error: `Error: 2 - Invalid sender (from): message ${bank}: ${deleted}`,
  });
  const unpriced = `not in the price list of the account: ${croatian} (HR) | Invalid destination numbers: ${croatian}`;
  expect((await resend([home, abroad])).body).toEqual({
    error: `Error: 3 - Invalid recipient (to) number: message ${abroad}: ${unpriced}`,
  });
  expect((await preview([bank, abroad, home])).body).toMatchObject({
    messages: 1,
    refused: [
      { messageId: bank, error: `Error: 2 - Invalid sender (from): ${deleted}` },
      { messageId: abroad, error: `Error: 3 - Invalid recipient (to) number: ${unpriced}` },
    ],
  });
  expect(await books()).toEqual(before);
  // 0.02 are left: enough for one, not for all of three.
  const more = [home, ...(await failed({ message: { content: 'a' } }))];
  await db.query(`UPDATE accounts SET balance = 0.01, version = version + 1 WHERE id = $1`, [account.id]);
  expect((await resend(more)).body).toEqual({ error: 'Error: 6 - Balance too low to send' });
  await db.query(`UPDATE accounts SET status = 'suspended', version = version + 1 WHERE id = $1`, [account.id]);
  for (const answer of [await resend([home]), await preview([home])])
    expect(answer.body).toEqual({ error: 'Error: 7 - Message rejected: the account is suspended' });
});

test('an unknown id, or one of another account, is named, and nothing is sent', async () => {
  const { failed, resend, preview, books } = await start();
  const [own] = await failed();
  const [foreign] = await (await start()).failed();
  const before = await books();
  for (const unknown of [foreign!, randomUUID()]) {
    const expected = { status: 404, body: { error: `Error: 7 - Message rejected: message ${unknown} not found` } };
    expect(await resend([own, unknown])).toMatchObject(expected);
    expect(await preview([own, unknown])).toMatchObject(expected);
  }
  expect(await books()).toEqual(before);
});

test('the same Idempotency-Key sends once, and returns the first response even if it would be refused now', async () => {
  const { account, failed, resend, books, send } = await start();
  const ids = await failed({ destinations: numbers(2) });
  const key = { 'idempotency-key': 'again-1' };
  const first = await resend(ids, key);
  const after = await books();
  await db.query(`UPDATE accounts SET status = 'suspended', version = version + 1 WHERE id = $1`, [account.id]);
  const second = await resend(ids, key);
  expect(second).toMatchObject({ status: 202, text: first.text });
  expect([first, second].map(({ headers }) => headers['idempotent-replayed'])).toEqual([undefined, 'true']);
  expect(await books()).toEqual(after);
  const other = 'Error: 7 - Message rejected: this Idempotency-Key was used for another request';
  expect(await resend(ids.toReversed(), key)).toMatchObject({ status: 422, body: { error: other } });
  expect(await send({}, key)).toMatchObject({ status: 422, body: { error: other } });
  expect(await resend(ids, { 'idempotency-key': 'a b' })).toMatchObject({ status: 400 });
});

test('of two requests with one key at the same time, one sends', async () => {
  const { account, failed, resend, books } = await start();
  const ids = await failed({ destinations: numbers(2) });
  const before = await books();
  const release = await lockAccount(url, account);
  const both = [1, 2].map(() => resend(ids, { 'idempotency-key': 'at-once' }));
  await untilWaiting(db, 1);
  await release();
  const statuses = (await Promise.all(both)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([202, 409]);
  expect((await books()).messages).toBe(before.messages + 2);
});

test('a change of the account between check and acceptance is checked again', async () => {
  const { account, failed, resend, books } = await start();
  const ids = await failed({ destinations: numbers(2) });
  const before = await books();
  let waiting: ReturnType<typeof resend> | undefined;
  await db.transaction(async (tx) => {
    await tx.query(`UPDATE accounts SET status = 'suspended', version = version + 1 WHERE id = $1`, [account.id]);
    waiting = resend(ids);
    await untilWaiting(db, 1);
  });
  expect((await waiting!).body).toEqual({ error: 'Error: 7 - Message rejected: the account is suspended' });
  expect(await books()).toEqual(before);
});

test('1000 messages are sent in one transaction', async () => {
  const { failed, resend, books } = await start();
  const ids: string[] = [];
  for (const [index, chunk] of Array.from({ length: 4 }, () => numbers(250)).entries())
    ids.push(...(await failed({ destinations: chunk, message: { content: `Text ${index}` } })));
  const before = await books();
  expect((await resend(ids)).body).toMatchObject({ price: 10 });
  expect(await books()).toMatchObject({ messages: before.messages + 1_000, submissions: before.submissions + 4 });
});

test('an operator sends messages again for the account, once per key, with an audit entry', async () => {
  const { account, failed, books } = await start();
  const ids = await failed({ destinations: numbers(2) });
  const before = await books();
  const post = (path: string, body: object, headers = {}) => admin({ path: `/messages/resend${path}`, body, headers });
  const body = { accountId: account.id, messageIds: ids };
  expect(await post('/preview', body)).toMatchObject({
    status: 200,
    body: { messages: 2, segments: 2, price: '0.02', currency: 'EUR', refused: [] },
  });
  expect(await books()).toEqual(before);
  const key = { 'idempotency-key': 'incident-7', 'x-operator': 'Ana' };
  const first = await post('', body, key);
  expect(first).toMatchObject({ status: 202, body: { price: '0.02', currency: 'EUR' } });
  expect(await post('', body, key)).toMatchObject({ status: 202, text: first.text });
  expect((await books()).messages).toBe(before.messages + 2);
  const path = `/audit?action=messages%20resend&accountId=${account.id}`;
  expect((await admin({ path })).body).toMatchObject({
    entries: [{ actor: 'Ana', subjectKind: 'message', details: { messages: 2, price: '0.02', messageIds: ids } }],
  });
  const { messages } = first.body as Resent;
  const timeline = await admin({ path: `/messages/${messages[0]!.resentAs}/timeline` });
  expect(timeline.body).toMatchObject({
    entries: expect.arrayContaining([expect.objectContaining({ via: 'console', by: 'Ana' })]),
  });

  const [open] = idsOf(await sender(service, account)());
  expect(await post('', { ...body, messageIds: [ids[0], open] })).toMatchObject({
    status: 400,
    body: {
      error: `error: 400 - Message ${open}: the message is ACCEPTED, it can be sent again once its status is final`,
    },
  });
  const { account: other } = await start();
  expect(await post('', { ...body, accountId: other.id })).toMatchObject({
    status: 404,
    body: { error: `error: 404 - Message ${ids[0]} not found` },
  });
  for (const accountId of [randomUUID(), '00000000-0000-7000-8000-000000000001'])
    expect(await post('/preview', { ...body, accountId })).toMatchObject({ status: 404 });
});

test('the copies leave at once, and are reported like any message', async () => {
  const receiver = await webhookReceiver();
  const { failed, resend, message } = await start();
  const ids = await failed({ destinations: numbers(60), deliveryReportUrl: receiver.url });
  const { messages } = (await resend(ids)).body as Resent;
  await addCarrier(db, 'simulator:?receipt_delay=20');
  for (const { resentAs } of messages)
    await expect.poll(async () => (await message(resentAs)).status, { timeout: patienceMs }).toBe('DELIVERED');
  const reported = () => receiver.received.map(({ headers }) => headers['x-message-id']);
  await expect.poll(() => new Set(reported()).size, { timeout: patienceMs }).toBe(60);
  expect(new Set(reported())).toEqual(new Set(messages.map(({ resentAs }) => resentAs)));
});
