/** Senders of all accounts, and their approval by the operator. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { testService } from '../harness/service.ts';
import { codeOf, idOf, registrar } from '../senders/codes.ts';
import { walk, wrongPaging } from './walk.ts';

const service = await testService({ HERMOD_SENDER_APPROVAL: 'manual', HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8' });
const { db } = service;
const call = operator(service);
const receiver = await webhookReceiver();
const bakery = await testAccount(db);
const garage = await testAccount(db);
await db.query(`UPDATE accounts SET contact_email = 'anna@bakery.example' WHERE id = $1`, [bakery.id]);

type Sender = { senderId: string; accountId: string; value: string; status: string };
const list = (query: Record<string, string> = {}) => walk<Sender>(call, '/senders', 'senders', query);
const register = async (value: string, fields = {}, key = bakery.key) =>
  idOf(await registrar(service, key)({ value, ...fields }));
const decide = (id: string, how: string, body?: object) =>
  call({ method: 'POST', path: `/senders/${id}/${how}`, ...(body === undefined ? {} : { body }) });

test('are listed newest first, in pages, and can be filtered', async () => {
  const made = [
    await register('One'),
    await register('Two', { channel: 'Viber' }),
    await register('Six', {}, garage.key),
  ];
  const all = await list();
  expect(all.slice(0, 3).map(({ senderId }) => senderId)).toEqual(made.toReversed());
  expect(await list({ limit: '2' })).toEqual(all);
  const values = async (query: Record<string, string>) => (await list(query)).map(({ value }) => value);
  expect(await values({ status: 'Pending', limit: '1' })).toEqual(['Six', 'Two', 'One']);
  expect(await values({ channel: 'Viber' })).toEqual(['Two']);
  expect(await values({ accountId: garage.id })).toEqual(['Six', 'Shop']);
  expect(await values({ accountId: garage.id, status: 'Confirmed' })).toEqual(['Shop']);
  await service.call({ method: 'DELETE', path: `/v1/senders/${made[0]}`, key: bakery.key });
  expect(await values({ status: 'Pending' })).toEqual(['Six', 'Two']);
  expect(await call({ path: `/senders/${made[0]}` })).toMatchObject({ status: 404 });
});

test('an approval sends the code and the webhook, and is in the audit trail', async () => {
  const id = await register('Bakery', { statusCallbackUrl: `${receiver.url}/status` });
  expect(await call({ path: `/senders/${id}` })).toMatchObject({
    status: 200,
    body: { accountId: bakery.id, value: 'Bakery', type: 0, status: 'Pending', inboundUrl: null },
  });
  expect(await decide(id, 'approve')).toMatchObject({ status: 200, body: { status: 'Confirmation Pending' } });
  expect(await codeOf(db, id)).toMatch(/^\d{6}$/);
  const [event] = await receiver.until(1);
  expect(JSON.parse(event!.body)).toMatchObject({ senderId: id, status: 'Confirmation Pending' });
  const { body } = await call({ path: `/audit?subjectId=${id}` });
  expect(body).toMatchObject({ entries: [{ action: 'sender approve', accountId: bakery.id }] });
  const again = await decide(id, 'approve');
  expect(again).toMatchObject({ status: 409, body: { error: expect.stringContaining('is Confirmation Pending') } });
  expect(await decide(id, 'reject', { reason: 'Too late' })).toMatchObject({ status: 409 });
  expect((await call({ path: `/audit?subjectId=${id}` })).body).toMatchObject({ entries: [{}] });
});

test('a rejection has a reason', async () => {
  const id = await register('Police');
  for (const body of [{}, { reason: '' }, { reason: ' ' }, { reason: 'x'.repeat(501) }, { reason: 'No', x: 1 }])
    expect(await decide(id, 'reject', body)).toMatchObject({ status: 400 });
  const rejected = { status: 'Rejected', rejectionReason: 'You are not the police' };
  expect(await decide(id, 'reject', { reason: rejected.rejectionReason })).toMatchObject({
    status: 200,
    body: rejected,
  });
  expect(await call({ path: `/senders/${id}` })).toMatchObject({ body: rejected });
  const { body } = await call({ path: `/audit?subjectId=${id}` });
  expect(body).toMatchObject({ entries: [{ action: 'sender reject', details: { reason: rejected.rejectionReason } }] });
});

test('an unknown sender is not found', async () => {
  const missing = { status: 404, body: { error: 'error: 404 - Sender not found' } };
  expect(await call({ path: `/senders/${randomUUID()}` })).toMatchObject(missing);
  expect(await decide(randomUUID(), 'approve')).toMatchObject(missing);
  expect(await decide(randomUUID(), 'reject', { reason: 'No' })).toMatchObject(missing);
  expect(await decide('abc', 'approve')).toMatchObject({ status: 400 });
});

test.each([...wrongPaging, { status: 'pending' }, { channel: 'Fax' }, { accountId: 'x' }])(
  '%j is refused with 400',
  async (query) => {
    const parameters = new URLSearchParams(query as Record<string, string>).toString();
    expect(await call({ path: `/senders?${parameters}` })).toMatchObject({ status: 400 });
  },
);
