/** Reading senders, setting their URLs, and that the database has the same statuses and transitions as the code. */
import { expect, test } from 'vitest';
import { nextStatus, senderStatuses, senderTransitions } from '../../src/domain/sender/sender.ts';
import { ensureDefaultCarrier } from '../../src/flows/carriers/carriers.ts';
import { sender, testAccount, times } from '../harness/accounts.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { testService } from '../harness/service.ts';
import { idOf, registrar } from './codes.ts';

const service = await testService();
const { call, db } = service;
await ensureDefaultCarrier(db, 'simulator:?receipt_delay=50');
const account = await testAccount(db, { senders: [] });
const register = registrar(service, account.key);
const list = async (query = '') => (await call({ path: `/v1/senders${query}`, key: account.key })).body as List;
const patch = (id: string, body: unknown) =>
  call({ method: 'PATCH', path: `/v1/senders/${id}`, key: account.key, body });
type List = { senders: { id: string; value: string }[]; nextCursor?: string };

test('the statuses and transitions in the database are those of the code', async () => {
  const { rows } = await db.query<{ definition: string }>(
    `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE conrelid = 'senders'::regclass AND conname = 'senders_status_check'`,
  );
  expect([...rows[0]!.definition.matchAll(/'([A-Za-z ]+)'/g)].map(([, status]) => status)).toEqual([...senderStatuses]);
  const { id } = await testAccount(db, { senders: [] });
  for (const from of senderStatuses) {
    for (const to of senderStatuses.filter((status) => status !== from)) {
      const move = db.transaction(async (tx) => {
        await tx.query(
          `INSERT INTO senders (id, account_id, value, type, channel, status) VALUES (gen_random_uuid(), $1, $2, 0, 'SMS', $3)`,
          [id, `${from} ${to}`, from],
        );
        await tx.query('UPDATE senders SET status = $2 WHERE account_id = $1', [id, to]);
        await tx.query('DELETE FROM senders WHERE account_id = $1', [id]);
      });
      const allowed = senderTransitions.some((event) => nextStatus(from, event) === to);
      if (allowed) await move;
      else await expect(move, `${from} to ${to}`).rejects.toThrow(`a sender does not go from ${from} to ${to}`);
    }
  }
});

test('only a Rejected sender has a reason', async () => {
  const id = idOf(await register({ value: 'Reason' }));
  await expect(db.query(`UPDATE senders SET rejection_reason = 'x' WHERE id = $1`, [id])).rejects.toThrow(
    'reason_of_rejection',
  );
});

test('all senders are listed in pages, newest first, by status and channel', async () => {
  const other = await testAccount(db, { senders: [] });
  const [key, registerOther] = [other.key, registrar(service, other.key)];
  for (const index of times(7, (i) => i)) {
    await registerOther({ value: `Shop ${index}`, channel: index % 2 ? 'Viber' : 'SMS' });
  }
  const page = async (query: string) => (await call({ path: `/v1/senders?${query}`, key })).body as List;
  const seen: string[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const { senders, nextCursor }: List = await page(`limit=3${cursor && `&cursor=${cursor}`}`);
    seen.push(...senders.map(({ value }) => value));
    cursor = nextCursor;
  }
  expect(seen).toEqual(times(7, (index) => `Shop ${6 - index}`));
  expect((await page('channel=Viber')).senders).toHaveLength(3);
  expect((await page('status=Confirmation%20Pending&channel=SMS')).senders).toHaveLength(4);
  expect((await page('status=Confirmed')).senders).toEqual([]);
  expect((await page('limit=7')).nextCursor).toBeUndefined();
});

test.each([
  ['limit=0', 'limit must be a whole number from 1 to 1000'],
  ['cursor=x', 'cursor is not one that this service has given'],
  ['status=Gone', 'status must be one of Pending, Confirmation Pending, Confirmed, Rejected'],
])('the list refuses %s', async (query, error) => {
  const answer = await call({ path: `/v1/senders?${query}`, key: account.key });
  expect([answer.status, answer.body]).toEqual([400, { error: `error: 400 - ${error}` }]);
});

test('a sender is shown with all its fields', async () => {
  const id = idOf(await register({ value: 'Shown', statusCallbackUrl: 'http://example.com/status' }));
  const { status, body } = await call({ path: `/v1/senders/${id}`, key: account.key });
  expect(status).toBe(200);
  expect(body).toStrictEqual({
    id,
    value: 'Shown',
    status: 'Confirmation Pending',
    channel: 'SMS',
    type: 0,
    statusCallbackUrl: 'http://example.com/status',
    createdAt: expect.stringMatching(/Z$/),
    updatedAt: expect.stringMatching(/Z$/),
  });
  expect((await list()).senders[0]).toStrictEqual(body);
});

test('URLs are set, kept and cleared one by one', async () => {
  const id = idOf(await register({ value: 'URLs' }));
  const urls = {
    deliveryReportUrl: 'http://example.com/d',
    inboundUrl: 'https://example.com/i',
    statusCallbackUrl: 'anything',
  };
  expect((await patch(id, urls)).body).toMatchObject(urls);
  expect((await patch(id, {})).body).toMatchObject(urls);
  const cleared = await patch(id, { inboundUrl: null, unknown: 1 });
  expect(cleared.status).toBe(200);
  expect(cleared.body).not.toHaveProperty('inboundUrl');
  expect(cleared.body).toMatchObject({ deliveryReportUrl: urls.deliveryReportUrl, statusCallbackUrl: 'anything' });
  const none = await patch(id, { deliveryReportUrl: null, statusCallbackUrl: null });
  expect(none.body).not.toHaveProperty('deliveryReportUrl');
  expect(none.body).not.toHaveProperty('statusCallbackUrl');
});

const badUrl = (name: string) => `${name} must be an http or https URL of at most 2048 characters, or null`;
test.each<[body: unknown, error: string]>([
  [{ deliveryReportUrl: 'ftp://example.com' }, badUrl('deliveryReportUrl')],
  [{ deliveryReportUrl: ' ' }, badUrl('deliveryReportUrl')],
  [{ inboundUrl: 'example.com' }, badUrl('inboundUrl')],
  [{ inboundUrl: `http://example.com/${'a'.repeat(2_048)}` }, badUrl('inboundUrl')],
  [{ inboundUrl: 'http://a\0b' }, badUrl('inboundUrl')],
  [{ deliveryReportUrl: 7 }, 'deliveryReportUrl must be a text or null'],
  [{ statusCallbackUrl: [] }, 'statusCallbackUrl must be a text or null'],
  [[], 'The body must be an object'],
])('refused and nothing changed: %.80j', async (body, error) => {
  const id = idOf(await register({ value: 'Patched' }));
  const before = (await call({ path: `/v1/senders/${id}`, key: account.key })).body;
  const answer = await patch(id, body);
  expect([answer.status, answer.body]).toEqual([400, { error: `error: 400 - ${error}` }]);
  expect((await call({ path: `/v1/senders/${id}`, key: account.key })).body).toEqual(before);
});

test.each(['7', '01900000-0000-7000-8000-000000000000'])('there is no sender %s', async (id) => {
  const error = 'error: 404 - Sender not found';
  expect(await call({ path: `/v1/senders/${id}`, key: account.key })).toMatchObject({ status: 404, body: { error } });
  expect(await patch(id, {})).toMatchObject({ status: 404, body: { error } });
  expect(await call({ method: 'POST', path: `/v1/senders/${id}/code`, key: account.key })).toMatchObject({
    status: 404,
    body: { error },
  });
});

test('a delivery report URL of the sender is used by its next message', async () => {
  const receiver = await webhookReceiver();
  const owner = await testAccount(db);
  const { senders } = (await call({ path: '/v1/senders', key: owner.key })).body as List;
  const send = sender(service, owner);
  expect((await send()).status).toBe(202);
  const path = `/v1/senders/${senders[0]!.id}`;
  await call({ method: 'PATCH', path, key: owner.key, body: { deliveryReportUrl: receiver.url } });
  expect((await send()).status).toBe(202);
  const received = await receiver.until(2);
  expect(new Set(received.map(({ headers }) => headers['x-message-id'])).size).toBe(1);
});
