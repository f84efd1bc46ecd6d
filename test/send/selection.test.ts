/** Cancelling several messages by their ids. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { books, idsOf, numbers, sender, testAccount, times } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { testService } from '../harness/service.ts';

const service = await testService();
const { call, db } = service;
const admin = operator(service);
const account = await testAccount(db);
const send = sender(service, account);
const far = 4_000_000_000;

const cancel = (messageIds: unknown, key = account.key) =>
  call({ path: '/v1/sms/messages/cancel', key, body: { messageIds } });
const scheduled = async (count: number, fields = {}) =>
  idsOf(await send({ scheduledTime: far, destinations: numbers(count), ...fields }));
const entry = (messageId: string, status: string) => ({ messageId, status, cancelled: status === 'CANCELLED' });

test('scheduled messages are cancelled, refunded and reported; others keep their status; a repetition changes nothing', async () => {
  const before = await books(db, account);
  const waiting = await scheduled(3, { deliveryReportUrl: 'http://example.com/reports' });
  const [accepted] = idsOf(await send());
  const [sent] = idsOf(await send());
  await db.query(`UPDATE messages SET state = 'SENT', queue = NULL WHERE id = $1`, [sent]);
  const asked = [waiting[2]!, accepted!, waiting[0]!.toUpperCase(), sent!, waiting[1]!, waiting[2]!];
  const body = {
    cancelled: 3,
    messages: [
      entry(waiting[2]!, 'CANCELLED'),
      entry(accepted!, 'ACCEPTED'),
      entry(waiting[0]!, 'CANCELLED'),
      entry(sent!, 'SENT'),
      entry(waiting[1]!, 'CANCELLED'),
    ],
  };
  for (const _ of times(2, () => 0)) expect(await cancel(asked)).toMatchObject({ status: 200, body });
  const { rows } = await db.query(
    `SELECT subject_id FROM outbox WHERE account_id = $1 AND payload LIKE '%CANCELLED%' ORDER BY 1`,
    [account.id],
  );
  expect(rows.map(({ subject_id }) => subject_id)).toEqual(waiting);
  const after = await books(db, account);
  expect(after.balance).toBe(after.ledger);
  expect((Number(before.balance) - Number(after.balance)).toFixed(6)).toBe('0.020000');
});

test('an unknown id, or one of another account, is named, and nothing changes', async () => {
  const theirs = await testAccount(db);
  const [foreign] = idsOf(await sender(service, theirs)({ scheduledTime: far }));
  const [own] = await scheduled(1);
  for (const unknown of [foreign!, randomUUID()])
    expect(await cancel([own, unknown, randomUUID()])).toMatchObject({
      status: 404,
      body: { error: `error: 404 - Message ${unknown} not found` },
    });
  for (const [id, key] of [
    [own, account.key],
    [foreign, theirs.key],
  ])
    expect((await call({ path: `/v1/sms/messages/${id}`, key: key! })).body).toMatchObject({ status: 'SCHEDULED' });
});

test('a request names 1 to 1000 ids', async () => {
  const refused = async (messageIds: unknown) => ((await cancel(messageIds)).body as { error: string }).error;
  expect(await refused([])).toBe('error: 400 - messageIds is empty');
  expect(await refused(['x'])).toBe('error: 400 - messageIds.0 must be a UUID');
  expect(await refused(times(1_001, () => randomUUID()))).toBe(
    'error: 400 - messageIds must have at most 1000 entries',
  );
  expect(await refused(undefined)).toBe('error: 400 - messageIds is missing');
  const all = await scheduled(1_000);
  expect((await cancel(all)).body).toMatchObject({ cancelled: 1_000 });
  const { balance, ledger } = await books(db, account);
  expect(balance).toBe(ledger);
});

test('cancellations of the same messages at the same time refund each once', async () => {
  const before = await books(db, account);
  const ids = await scheduled(200);
  const answers = await Promise.all([cancel(ids), cancel(ids.toReversed()), cancel(ids.slice(50))]);
  expect(answers.map(({ status, body }) => [status, (body as { cancelled: number }).cancelled])).toEqual([
    [200, 200],
    [200, 200],
    [200, 150],
  ]);
  expect((await books(db, account)).balance).toBe(before.balance);
});

test('an operator cancels waiting messages by their ids, which the audit log names; unknown ids match nothing', async () => {
  const theirs = await testAccount(db);
  const [foreign, kept] = idsOf(await sender(service, theirs)({ scheduledTime: far, destinations: numbers(2) }));
  const [own] = await scheduled(1);
  const answer = await admin({ path: '/messages/cancel', body: { messageIds: [own, foreign, randomUUID()] } });
  expect(answer).toMatchObject({ status: 200, body: { messages: 2, done: true } });
  expect(await admin({ path: `/messages/${kept}` })).toMatchObject({ body: { status: 'SCHEDULED' } });
  expect(await admin({ path: `/messages/${own}` })).toMatchObject({
    body: { status: 'CANCELLED', reason: 'cancelled by the operator' },
  });
  const { entries } = (await admin({ path: '/audit?action=messages%20cancel' })).body as {
    entries: { details: { messageIds: string[] } }[];
  };
  expect(entries[0]!.details.messageIds.toSorted()).toEqual([own, foreign].toSorted());
  const narrowed = { messageIds: [kept], accountId: account.id };
  expect((await admin({ path: '/messages/cancel', body: narrowed })).body).toMatchObject({ messages: 0, done: true });
  expect(await admin({ path: '/messages/cancel', body: { messageIds: [] } })).toMatchObject({ status: 400 });
});
