/** Scheduled messages, and how they are cancelled. */
import { expect, test } from 'vitest';
import type { MessageBody } from '../../src/api/schemas/messages.ts';
import { books, countStatuses, idsOf, sender, testAccount, times } from '../harness/accounts.ts';
import { type Answer, testService } from '../harness/service.ts';

const service = await testService();
const { call, db } = service;
const account = await testAccount(db);
const send = sender(service, account);
const far = 4_000_000_000;
const unknown = 'error: 404 - Message not found';

function cancel(id: string, key = account.key): Promise<Answer> {
  return call({ method: 'POST', path: `/v1/sms/messages/${id}/cancel`, key });
}

async function scheduled(fields = {}): Promise<string> {
  return idsOf(await send({ scheduledTime: far, ...fields }))[0]!;
}

async function reports(id: string): Promise<{ url: string; payload: string; kind: string }[]> {
  const { rows } = await db.query<{ url: string; payload: string; kind: string }>(
    'SELECT kind, url, payload FROM outbox WHERE account_id = $1 AND subject_id = $2',
    [account.id, id],
  );
  return rows;
}

test('a scheduled message is SCHEDULED, due at its time and paid for', async () => {
  const before = await books(db, account);
  const id = await scheduled();
  const { rows } = await db.query('SELECT state, due_at, price FROM messages WHERE id = $1', [id]);
  expect(rows).toEqual([{ state: 'SCHEDULED', due_at: new Date(far * 1_000), price: '0.010000' }]);
  const after = await books(db, account);
  expect((Number(before.balance) - Number(after.balance)).toFixed(6)).toBe('0.010000');
  expect((await call({ path: `/v1/sms/messages/${id}`, key: account.key })).body).toMatchObject({
    status: 'SCHEDULED',
    scheduledTime: far,
    scheduledAt: '2096-10-02T07:06:40Z',
  });
  expect(await reports(id)).toEqual([]);
});

test('the clock of the database decides whether a time is in the future', async () => {
  const databaseTime = async () => {
    const { rows } = await db.query<{ now: number }>('SELECT floor(extract(epoch FROM now()))::float8 AS now');
    return rows[0]!.now;
  };
  // The service's own clock may be wrong: here it is an hour ahead, then an hour behind.
  const own = Date.now;
  try {
    for (const offset of [3_600_000, -3_600_000]) {
      Date.now = () => own() + offset;
      const now = await databaseTime();
      expect((await send({ scheduledTime: now })).body).toMatchObject({ status: 'accepted' });
      expect((await send({ scheduledTime: now + 60 })).body).toMatchObject({ status: 'scheduled' });
    }
  } finally {
    Date.now = own;
  }
});

test('a cancelled message is CANCELLED, refunded, and reported once; a second cancellation changes nothing', async () => {
  const before = await books(db, account);
  const url = 'http://example.com/reports';
  const message = { content: 'a'.repeat(161) };
  const id = await scheduled({ deliveryReportUrl: url, message });
  const first = await cancel(id);
  expect(first).toMatchObject({ status: 200, body: { messageId: id, status: 'CANCELLED', price: 0 } });
  const payload = `{"messageId":"${id}","status":"CANCELLED","segments":2}`;
  expect(await reports(id)).toEqual([{ kind: 'delivery report', url, payload }]);
  const { balance, ledger } = await books(db, account);
  expect({ balance, ledger }).toEqual({ balance: before.balance, ledger: before.ledger });

  expect(await cancel(id)).toMatchObject({ status: 200, text: first.text });
  expect(await reports(id)).toHaveLength(1);
  expect((await books(db, account)).balance).toBe(before.balance);
});

test('with priceReport the report of a refunded message has the price 0', async () => {
  const id = await scheduled({
    deliveryReportUrl: 'http://example.com',
    priceReport: true,
    message: { content: 'a'.repeat(161) },
  });
  await cancel(id);
  expect((await reports(id))[0]!.payload).toBe(`{"messageId":"${id}","status":"CANCELLED","segments":2,"price":0}`);
});

test('without a URL there is no report, but the refund is made', async () => {
  const before = await books(db, account);
  const id = await scheduled({ priceReport: true });
  expect((await cancel(id)).status).toBe(200);
  expect(await reports(id)).toEqual([]);
  expect((await books(db, account)).balance).toBe(before.balance);
  const { rows } = await db.query(`SELECT kind, amount FROM ledger WHERE message_id = $1 ORDER BY amount`, [id]);
  expect(rows).toEqual([
    { kind: 'charge', amount: '-0.010000' },
    { kind: 'refund', amount: '0.010000' },
  ]);
});

test('one recipient of many is cancelled alone', async () => {
  const ids = idsOf(await send({ scheduledTime: far, destinations: ['+38640123456', '+38640123457'] }));
  await cancel(ids[0]!);
  const statuses = await Promise.all(
    ids.map(
      async (id) => ((await call({ path: `/v1/sms/messages/${id}`, key: account.key })).body as MessageBody).status,
    ),
  );
  expect(statuses).toEqual(['CANCELLED', 'SCHEDULED']);
});

test.each(['QUEUED', 'SENT', 'DELIVERED', 'FAILED', 'REJECTED', 'UNKNOWN'])('%s: too late to cancel', async (state) => {
  const before = await books(db, account);
  const id = await scheduled({ deliveryReportUrl: 'http://example.com' });
  await db.query('UPDATE messages SET state = $2 WHERE id = $1', [id, state]);
  const shown = state === 'QUEUED' ? 'SCHEDULED' : state;
  const error = `error: 409 - The message is ${shown} and can no longer be cancelled`;
  expect(await cancel(id)).toMatchObject({ status: 409, body: { error } });
  expect(await reports(id)).toEqual([]);
  expect(Number((await books(db, account)).balance)).toBeCloseTo(Number(before.balance) - 0.01, 6);
});

test('an unscheduled message cannot be cancelled', async () => {
  const [id] = idsOf(await send());
  const error = 'error: 409 - The message is ACCEPTED and can no longer be cancelled';
  expect(await cancel(id!)).toMatchObject({ status: 409, body: { error } });
});

test('an unknown id, an invalid id and a message of another account are not found', async () => {
  const id = await scheduled();
  const otherAccount = await testAccount(db);
  const before = await books(db, account);
  expect(await cancel(id, otherAccount.key)).toMatchObject({ status: 404, body: { error: unknown } });
  for (const wrong of ['01900000-0000-7000-8000-000000000000', 'abc', `urn:uuid:${id}`, '%00', id.slice(1)]) {
    expect(await cancel(wrong)).toMatchObject({ status: 404, body: { error: unknown } });
  }
  expect(await books(db, account)).toEqual(before);
  expect((await cancel(id)).status).toBe(200);
});

test('a Content-Type without a body, and a body that is not needed, are accepted', async () => {
  for (const raw of ['', '{}', '{"reason":"none"}']) {
    const path = `/v1/sms/messages/${await scheduled()}/cancel`;
    const answer = await call({ method: 'POST', path, key: account.key, raw });
    expect(answer).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
  }
});

test('twenty concurrent cancellations cancel once', async () => {
  const before = await books(db, account);
  const id = await scheduled({ deliveryReportUrl: 'http://example.com' });
  expect(countStatuses(await Promise.all(times(20, () => cancel(id))))).toEqual({ 200: 20 });
  expect(await reports(id)).toHaveLength(1);
  const { balance, ledger } = await books(db, account);
  expect({ balance, ledger }).toEqual({ balance: before.balance, ledger: before.balance });
});

test('cancelling and sending at the same time keep the ledger right', async () => {
  const own = await testAccount(db, { balance: '0.1' });
  const sendOwn = sender(service, own);
  const ids = (await Promise.all(times(10, () => sendOwn({ scheduledTime: far })))).flatMap(idsOf);
  expect(ids).toHaveLength(10);
  await Promise.all([...ids.map((id) => cancel(id, own.key)), ...times(20, () => sendOwn())]);
  const { balance, ledger } = await books(db, own);
  expect(ledger).toBe(balance);
  const { rows } = await db.query<{ left: string }>(
    `SELECT 0.1 - coalesce(sum(price), 0) AS left FROM messages WHERE account_id = $1 AND state <> 'CANCELLED'`,
    [own.id],
  );
  expect(rows[0]!.left).toBe(balance);
});
