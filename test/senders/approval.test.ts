/** Names: approved by an operator or automatically, with the code in an e-mail; and every status change sent as a webhook. */
import { expect, test } from 'vitest';
import { approveSender, rejectSender } from '../../src/flows/accounts/senders.ts';
import { testAccount, times } from '../harness/accounts.ts';
import { type Received, webhookReceiver } from '../harness/receiver.ts';
import { serviceOn, testConfig, testService } from '../harness/service.ts';
import { codeOf, confirmer, idOf, number, registrar } from './codes.ts';

const quick = { HERMOD_WEBHOOK_RETRY_SCALE: '0.0001' };
const manual = { ...quick, HERMOD_SENDER_APPROVAL: 'manual', HERMOD_SERVICE_NAME: 'Acme SMS' };
const service = await testService(manual);
const { call, db, url } = service;
const automatic = await serviceOn(url, { ...quick, HERMOD_SENDER_APPROVAL: 'auto' });
const config = testConfig(manual);
const account = await testAccount(db);
await db.query(`UPDATE accounts SET contact_email = 'owner@example.com' WHERE id = $1`, [account.id]);
const register = registrar(service, account.key);
const confirm = confirmer(service, account.key);
const details = async (id: string) => (await call({ path: `/v1/senders/${id}`, key: account.key })).body;

async function mailsOf(id: string) {
  const { rows } = await db.query<{ recipient: string; state: string; kind: string; subject: string; body: string }>(
    'SELECT recipient, state, kind, subject, body FROM outgoing_mails WHERE subject_id = $1',
    [id],
  );
  return rows;
}

type Event = { eventId: string; senderId: string; previousStatus: string; status: string; occurredAt: string };
const eventOf = ({ body }: Received) => JSON.parse(body) as Event;
const about = (received: Received[], id: string) => received.map(eventOf).filter(({ senderId }) => senderId === id);

test('a name waits for an operator; then its code is mailed to the contact of the account', async () => {
  const id = idOf(await register({ value: 'By hand' }));
  expect(await details(id)).toMatchObject({ status: 'Pending', type: 0 });
  expect(await mailsOf(id)).toEqual([]);
  expect(await approveSender(db, config, id)).toMatchObject({
    kind: 'decided',
    sender: { status: 'Confirmation Pending' },
  });
  const code = await codeOf(db, id);
  // Without a relay it is kept for the operator, within a second.
  await expect
    .poll(() => mailsOf(id))
    .toEqual([
      {
        recipient: 'owner@example.com',
        state: 'kept',
        kind: 'sender code',
        subject: 'Acme SMS: code for the sender By hand',
        body: expect.stringContaining(`{"id":"${id}","confirmationCode":"${code}"}`),
      },
    ]);
  expect((await confirm(id, code)).status).toBe(200);
  expect(await details(id)).toMatchObject({ status: 'Confirmed' });
});

test('a number needs no approval', async () => {
  const id = idOf(await register({ value: number(), type: 1 }));
  expect(await details(id)).toMatchObject({ status: 'Confirmation Pending', type: 1 });
});

test('without a contact the e-mail is kept for the operator', async () => {
  const lonely = await testAccount(db);
  const id = idOf(await registrar(automatic, lonely.key)({ value: 'Lonely' }));
  expect(await mailsOf(id)).toMatchObject([{ recipient: '(no contact e-mail)', state: 'kept' }]);
  expect((await confirmer(service, lonely.key)(id, await codeOf(db, id))).status).toBe(200);
});

test('a rejected name shows the reason, and can be deleted and registered again', async () => {
  const id = idOf(await register({ value: 'Police' }));
  expect(await rejectSender(db, id, 'This is not your name')).toMatchObject({ kind: 'decided' });
  expect(await details(id)).toMatchObject({ status: 'Rejected', reason: 'This is not your name' });
  expect(await approveSender(db, config, id)).toEqual({ kind: 'not pending', status: 'Rejected' });
  expect((await register({ value: 'Police' })).body).toMatchObject({ id, status: 'Rejected' });
  expect((await call({ method: 'DELETE', path: `/v1/senders/${id}`, key: account.key })).status).toBe(204);
  expect((await register({ value: 'Police' })).status).toBe(202);
});

test('of concurrent decisions, one succeeds', async () => {
  const id = idOf(await register({ value: 'Decided' }));
  const decisions = await Promise.all(
    times(10, (index) => (index % 2 ? approveSender(db, config, id) : rejectSender(db, id, 'no'))),
  );
  expect(decisions.filter(({ kind }) => kind === 'decided')).toHaveLength(1);
  expect(await approveSender(db, config, '01900000-0000-7000-8000-000000000000')).toEqual({ kind: 'unknown' });
});

test('every change of status is sent, in order, each with a separate id', async () => {
  const receiver = await webhookReceiver();
  const statusCallbackUrl = `${receiver.url}/status?a=b`;
  const named = idOf(await register({ value: 'Told', statusCallbackUrl }));
  const numbered = idOf(await register({ value: number(), type: 1, statusCallbackUrl }));
  const refused = idOf(await register({ value: 'Refused', statusCallbackUrl }));
  await approveSender(db, config, named);
  for (const id of [named, numbered]) expect((await confirm(id, await codeOf(db, id))).status).toBe(200);
  await rejectSender(db, refused, 'no');
  const received = await receiver.until(5);
  const confirmed = [
    { previousStatus: 'Pending', status: 'Confirmation Pending' },
    { previousStatus: 'Confirmation Pending', status: 'Confirmed' },
  ];
  expect(about(received, named)).toMatchObject(confirmed);
  expect(about(received, numbered)).toMatchObject(confirmed);
  expect(about(received, refused)).toMatchObject([{ previousStatus: 'Pending', status: 'Rejected' }]);
  expect(new Set(received.map((request) => eventOf(request).eventId)).size).toBe(5);
  for (const request of received) {
    const event = eventOf(request);
    expect(Object.keys(event)).toEqual(['eventId', 'senderId', 'previousStatus', 'status', 'occurredAt']);
    expect([request.method, request.path]).toEqual(['POST', '/status?a=b']);
    expect(request.headers['webhook-id']).toBe(event.eventId);
    expect(request.headers['webhook-signature']).toMatch(/^v1,/);
    expect(event.occurredAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Math.abs(Date.parse(event.occurredAt) - Date.now())).toBeLessThan(60_000);
  }
});

test('an endpoint that fails at first still gets both changes in order', async () => {
  const receiver = await webhookReceiver();
  receiver.answer = () => (receiver.received.length < 3 ? 500 : 200);
  const id = idOf(await register({ value: number(), type: 1, statusCallbackUrl: receiver.url }));
  await confirm(id, await codeOf(db, id));
  const told = (await receiver.until(4)).map(eventOf).map(({ status }) => status);
  expect(told).toEqual(['Confirmation Pending', 'Confirmation Pending', 'Confirmation Pending', 'Confirmed']);
});

test('without a URL no webhook is sent, and an invalid URL does not prevent a confirmation', async () => {
  const silent = idOf(await register({ value: number(), type: 1 }));
  const broken = idOf(await register({ value: number(), type: 1, statusCallbackUrl: 'http://[broken' }));
  for (const id of [silent, broken]) expect((await confirm(id, await codeOf(db, id))).status).toBe(200);
  const { rows } = await db.query('SELECT subject_id, origin FROM outbox WHERE subject_id = ANY ($1)', [
    [silent, broken],
  ]);
  expect(rows).toEqual(times(2, () => ({ subject_id: broken, origin: 'invalid' })));
});
