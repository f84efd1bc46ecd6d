/** The same Idempotency-Key: one submission, one charge, one answer. */
import { expect, test } from 'vitest';
import {
  addKey,
  books,
  countStatuses,
  idsOf,
  request,
  type Sender,
  sender,
  slovenian,
  testAccount,
  times,
} from '../harness/accounts.ts';
import { lockAccount, untilWaiting } from '../harness/locks.ts';
import { type Answer, serviceOn, testService } from '../harness/service.ts';

const service = await testService();
const { call, db, url } = service;
const second = await serviceOn(url);
const running = 'Error: 7 - Message rejected: the first request with this Idempotency-Key is still running';
const other = 'Error: 7 - Message rejected: this Idempotency-Key was used for another request';

async function start(balance = '1000') {
  const account = await testAccount(db, { balance });
  const send = sender(service, account);
  const guarded = (key: string, fields: Parameters<Sender>[0] = {}) => send(fields, { 'idempotency-key': key });
  return { account, send, guarded, books: () => books(db, account) };
}

test('the same request again gets the stored response, byte for byte, and is charged once', async () => {
  const { guarded, books } = await start();
  const fields = { scheduledTime: 4_000_000_000, destinations: [slovenian, slovenian] };
  const first = await guarded('order-1', fields);
  expect(first.status).toBe(202);
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  for (let repeated = 0; repeated < 3; repeated++) {
    const again = await guarded('order-1', fields);
    expect(again).toMatchObject({ status: 202, text: first.text });
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.headers['content-type']).toBe(first.headers['content-type']);
  }
  expect(await books()).toMatchObject({ submissions: 1, messages: 2, balance: '999.980000' });
});

test('another process gives the same response', async () => {
  const { account, guarded } = await start();
  const first = await guarded('order-1');
  const again = await sender(second, account)({}, { 'idempotency-key': 'order-1' });
  expect(again).toMatchObject({ status: 202, text: first.text });
});

test('spaces, the order of fields, defaults and unknown fields do not make a different request', async () => {
  const { account, guarded } = await start();
  const first = await guarded('order-1');
  const raw = `{ "x": 1, "priceReport": false, "message": { "isUnicode": false, "content": "Hello" },
    "destinations": ["${slovenian}"], "sender": "Shop" }`;
  const headers = { 'idempotency-key': 'order-1' };
  const again = await call({ path: '/v1/sms/messages', key: account.key, raw, headers });
  expect(again.text).toBe(first.text);
});

test.each<[string, Record<string, unknown>]>([
  ['text', { message: { content: 'Hello!' } }],
  ['encoding', { message: { content: 'Hello', isUnicode: true } }],
  ['destinations', { destinations: [slovenian, slovenian] }],
  ['time', { scheduledTime: 4_000_000_000 }],
  ['report', { deliveryReportUrl: 'http://example.com' }],
  ['price report', { priceReport: true }],
  ['sender', { sender: 'Unknown' }],
])('another %s with the same key gives 422', async (_, fields) => {
  const { guarded, books } = await start();
  await guarded('order-1');
  expect(await guarded('order-1', fields)).toMatchObject({ status: 422, body: { error: other } });
  expect(await books()).toMatchObject({ submissions: 1 });
});

test('a time beyond the range of numbers makes a different request, too', async () => {
  const { account, guarded } = await start();
  await guarded('order-1');
  const raw = JSON.stringify(request({ scheduledTime: 0 })).replace('"scheduledTime":0', '"scheduledTime":1e400');
  const headers = { 'idempotency-key': 'order-1' };
  const answer = await call({ path: '/v1/sms/messages', key: account.key, raw, headers });
  expect(answer).toMatchObject({ status: 422, body: { error: other } });
});

test('of twenty concurrent requests one is accepted; the others get its response or 409', async () => {
  const { account, guarded, books } = await start();
  const there = sender(second, account);
  const answers = await Promise.all(
    times(20, (index) => (index % 2 === 0 ? guarded('order-1') : there({}, { 'idempotency-key': 'order-1' }))),
  );
  const accepted = answers.filter(({ status }) => status === 202);
  expect(accepted.length).toBeGreaterThan(0);
  expect(new Set(accepted.map(({ text }) => text)).size).toBe(1);
  expect(accepted.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
  for (const { status, body } of answers)
    if (status !== 202) expect({ status, body }).toEqual({ status: 409, body: { error: running } });
  expect(await books()).toMatchObject({ submissions: 1, messages: 1, balance: '999.990000' });
});

test('while the first is running, the second gets 409 immediately, on the same and on another process', async () => {
  const { account, guarded, books } = await start();
  const release = await lockAccount(url, account);
  let first: Answer | undefined;
  const sending = guarded('order-1').then((answer) => {
    first = answer;
  });
  const there = sender(second, account);
  await untilWaiting(db, 1);
  for (const again of [() => guarded('order-1'), () => there({}, { 'idempotency-key': 'order-1' })]) {
    expect(await again()).toMatchObject({ status: 409, body: { error: running } });
  }
  expect(first).toBeUndefined();
  await release();
  await sending;
  expect(first).toMatchObject({ status: 202 });
  expect(await guarded('order-1')).toMatchObject({ status: 202, text: first!.text });
  expect(await books()).toMatchObject({ submissions: 1 });
});

test('after 24 hours the key accepts a new request, whose response is then stored', async () => {
  const { account, guarded, books } = await start();
  const first = await guarded('order-1');
  const age = (interval: string) =>
    db.query(
      `UPDATE idempotent_answers SET expires_at = created_at + interval '24 hours' - $2::interval WHERE api_key_id = $1`,
      [account.keyId, interval],
    );
  await age('23 hours 59 minutes');
  expect((await guarded('order-1')).text).toBe(first.text);
  await age('24 hours 1 second');
  const next = await guarded('order-1');
  expect(next.status).toBe(202);
  expect(idsOf(next)).not.toEqual(idsOf(first));
  expect((await guarded('order-1')).text).toBe(next.text);
  expect(await books()).toMatchObject({ submissions: 2 });
});

test('two API keys, of one account or of two, do not affect each other’s Idempotency-Keys', async () => {
  const { account, guarded, books } = await start();
  const first = await guarded('order-1');
  const { key } = await addKey(db, account.id);
  const headers = { 'idempotency-key': 'order-1' };
  const own = await call({ path: '/v1/sms/messages', key, body: request(), headers });
  const foreign = await (await start()).guarded('order-1', { message: { content: 'Other' } });
  expect(countStatuses([first, own, foreign])).toEqual({ 202: 3 });
  expect(own.headers['idempotent-replayed']).toBeUndefined();
  expect(await books()).toMatchObject({ submissions: 2 });
});

test('an accepted request gets its stored response, even if it would be refused by now', async () => {
  const { account, send, guarded } = await start('0.01');
  const first = await guarded('order-1');
  expect(first.status).toBe(202);
  expect((await send()).body).toEqual({ error: 'Error: 6 - Balance too low to send' });
  expect((await guarded('order-1')).text).toBe(first.text);
  await db.query('UPDATE senders SET deleted_at = now() WHERE account_id = $1', [account.id]);
  await db.query('DELETE FROM account_price_lists WHERE account_id = $1', [account.id]);
  expect((await guarded('order-1')).text).toBe(first.text);
  await db.query(`UPDATE accounts SET status = 'suspended' WHERE id = $1`, [account.id]);
  expect((await guarded('order-1')).text).toBe(first.text);
});

test('a refusal is not stored: the same key sends once its reason is gone', async () => {
  const { account, guarded, books } = await start('0');
  expect((await guarded('order-1')).body).toEqual({ error: 'Error: 6 - Balance too low to send' });
  expect((await guarded('order-1', { sender: 'Unknown' })).status).toBe(400);
  await db.query(`UPDATE accounts SET credit_limit = 1 WHERE id = $1`, [account.id]);
  const answer = await guarded('order-1');
  expect(answer.status).toBe(202);
  expect(answer.headers['idempotent-replayed']).toBeUndefined();
  expect(await books()).toMatchObject({ submissions: 1 });
});

test.each(['', 'with space', 'ä', 'x'.repeat(256), 'tab\tinside'])('the key %j is refused', async (key) => {
  const { guarded, books } = await start();
  const error = 'Error: 7 - Message rejected: Idempotency-Key must be 1 to 255 printable characters without spaces';
  expect(await guarded(key)).toMatchObject({ status: 400, body: { error } });
  expect(await books()).toMatchObject({ submissions: 0 });
});

test.each(['x'.repeat(255), `"8e03978e"`, '~!{}'])('the key %j is accepted', async (key) => {
  const { guarded } = await start();
  const first = await guarded(key);
  expect(first.status).toBe(202);
  expect((await guarded(key)).text).toBe(first.text);
});
