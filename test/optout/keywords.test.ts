/** Recipients who send STOP, START and HELP to a number of an account. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Encoding } from '../../src/domain/text/text.ts';
import { ensureDefaultCarrier } from '../../src/flows/carriers/carriers.ts';
import { receiveInbound } from '../../src/flows/messages/inbound.ts';
import { releaseDue } from '../../src/flows/messages/sweeps.ts';
import { books, idsOf, sender, type TestAccount, testAccount } from '../harness/accounts.ts';
import { patienceMs } from '../harness/patience.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { testService } from '../harness/service.ts';

const service = await testService({ HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8' });
const { db } = service;
await ensureDefaultCarrier(db, 'simulator:?receipt_delay=20');
const receiver = await webhookReceiver();
let used = 0;
const newNumber = () => `+38641${600_100 + used++}`;
const reason = 'the recipient has opted out';

/** A separate account with a number that recipients write to and a name. */
async function customer(balance = '10'): Promise<TestAccount & { ours: string }> {
  const ours = newNumber();
  const account = await testAccount(db, { balance, senders: [{ value: ours, type: 1 }, { value: 'Shop' }] });
  await db.query('UPDATE senders SET inbound_url = $2 WHERE account_id = $1 AND value = $3', [
    account.id,
    `${receiver.url}/${account.id}`,
    ours,
  ]);
  return { ...account, ours };
}

const inbound = (from: string, to: string, text: string, encoding: Encoding = 'GSM-7') => ({
  carrierId: randomUUID(),
  sender: from,
  recipient: to.slice(1),
  octets: encoding === 'GSM-7' ? Buffer.from(text) : Buffer.from(text, 'utf16le').swap16(),
  alphabet: encoding === 'GSM-7' ? ('ia5' as const) : ('ucs2' as const),
  concatenation: undefined,
});
const write = (from: string, to: string, ...texts: string[]) =>
  receiveInbound(
    db,
    texts.map((text) => inbound(from, to, text)),
  );
const told = async (account: TestAccount, count: number) => {
  const got = () => receiver.received.filter(({ path }) => path === `/${account.id}`);
  await expect.poll(() => got().length, { timeout: patienceMs }).toBe(count);
  return got().map(({ body }) => JSON.parse(body) as Record<string, unknown>);
};
const settings = ({ key }: TestAccount, body: object) =>
  service.call({ method: 'PATCH', path: '/v1/opt-outs/settings', key, body });
const optOuts = async ({ key }: TestAccount) =>
  ((await service.call({ path: '/v1/opt-outs', key })).body as { optOuts: Record<string, unknown>[] }).optOuts;
const message = async ({ key }: TestAccount, id: string) =>
  (await service.call({ path: `/v1/sms/messages/${id}`, key })).body as Record<string, unknown>;
/** The texts sent to a number for an account, oldest first. */
const sentTo = async ({ id }: TestAccount, number: string) =>
  (
    await db.query<{ content: string; sender: string; price: string }>(
      `SELECT s.content, s.sender, m.price::text FROM messages m JOIN submissions s ON s.account_id = m.account_id AND s.id = m.submission_id
       WHERE m.account_id = $1 AND m.destination = $2 ORDER BY m.id`,
      [id, number],
    )
  ).rows;

test('after STOP, messages are accepted, rejected with a reason, and free of charge', async () => {
  const account = await customer();
  const send = sender(service, account);
  const [person, other] = [newNumber(), newNumber()];
  await write(person, account.ours, ' Stop. ');
  const [payload] = await told(account, 1);
  expect(payload).toEqual({
    Sender: person,
    Recipient: account.ours,
    Message: ' Stop. ',
    Time: payload!['Time'],
    Keyword: 'STOP',
  });
  expect(await optOuts(account)).toMatchObject([{ number: person, sender: null, source: 'keyword' }]);

  const before = await books(db, account);
  const answer = await send({
    destinations: [person, other, person],
    deliveryReportUrl: `${receiver.url}/reports`,
    priceReport: true,
  });
  expect(answer).toMatchObject({ status: 202, body: { status: 'accepted', segmentCount: 1 } });
  const [refused, sent, again] = idsOf(answer);
  for (const id of [refused, again]) {
    expect(await message(account, id!)).toMatchObject({ status: 'REJECTED', price: 0, reason });
  }
  await expect.poll(async () => (await message(account, sent!))['status'], { timeout: patienceMs }).toBe('DELIVERED');
  const after = await books(db, account);
  expect(Number(before.balance) - Number(after.balance)).toBeCloseTo(0.01, 6);
  expect(after.balance).toBe(after.ledger);
  const reports = () =>
    receiver.received.filter(({ path }) => path === '/reports').map(({ body }) => JSON.parse(body) as object);
  await expect
    .poll(reports, { timeout: patienceMs })
    .toEqual(expect.arrayContaining([{ messageId: refused, status: 'REJECTED', segments: 1, price: 0 }]));
});

test('with an Idempotency-Key, and for a request with opted-out recipients only, the answer is the same', async () => {
  const account = await customer('0');
  const person = newNumber();
  await write(person, account.ours, 'STOP');
  const send = sender(service, account);
  // An account without money gets the same answer: nothing is charged.
  const first = await send({ destinations: [person] }, { 'idempotency-key': 'once' });
  const second = await send({ destinations: [person] }, { 'idempotency-key': 'once' });
  expect([first.status, second.text]).toEqual([202, first.text]);
  expect(await message(account, idsOf(first)[0]!)).toMatchObject({ status: 'REJECTED', reason });
  expect((await books(db, account)).messages).toBe(1);
});

test('START lifts the opt-out; the last of several keywords counts', async () => {
  const account = await customer();
  const person = newNumber();
  await write(person, account.ours, 'STOP', 'START', 'quit');
  expect(await optOuts(account)).toHaveLength(1);
  await write(person, account.ours, 'Start');
  expect(await optOuts(account)).toEqual([]);
  const [id] = idsOf(await sender(service, account)({ destinations: [person] }));
  await expect.poll(async () => (await message(account, id!))['status'], { timeout: patienceMs }).toBe('DELIVERED');
});

test('a text that only contains a keyword is an ordinary message', async () => {
  const account = await customer();
  await write(newNumber(), account.ours, 'please stop');
  const [payload] = await told(account, 1);
  expect(Object.keys(payload!)).toEqual(['Sender', 'Recipient', 'Message', 'Time']);
  expect(await optOuts(account)).toEqual([]);
});

test('per sender: the other senders of the account still reach the recipient', async () => {
  const account = await customer();
  const send = sender(service, account);
  expect((await settings(account, { scope: 'sender' })).status).toBe(200);
  const person = newNumber();
  await write(person, account.ours, 'STOP');
  expect(await optOuts(account)).toMatchObject([{ number: person, sender: account.ours }]);
  const [stopped] = idsOf(await send({ sender: account.ours, destinations: [person] }));
  const [named] = idsOf(await send({ sender: 'Shop', destinations: [person] }));
  expect(await message(account, stopped!)).toMatchObject({ status: 'REJECTED', reason });
  await expect.poll(async () => (await message(account, named!))['status'], { timeout: patienceMs }).toBe('DELIVERED');
});

test('keywords of the languages of the account, and its own keywords', async () => {
  const account = await customer();
  const [person, other] = [newNumber(), newNumber()];
  await write(person, account.ours, 'Odjava');
  expect(await optOuts(account)).toEqual([]);
  await settings(account, { languages: ['en', 'sl'], words: { STOP: ['dovolj'] } });
  await receiveInbound(db, [inbound(person, account.ours, 'ODJÁVA', 'UCS-2')]);
  await write(other, account.ours, 'Dovolj!');
  expect(new Set((await optOuts(account)).map(({ number }) => number))).toEqual(new Set([person, other]));
  await settings(account, { enabled: false });
  const third = newNumber();
  await write(third, account.ours, 'STOP');
  expect(await optOuts(account)).toHaveLength(2);
});

test('each change is answered once, from the number that received the keyword, at the usual price', async () => {
  const account = await customer();
  const answers = { STOP: 'You get no more messages.', START: 'Welcome back.', HELP: 'Call 01 234 56 78.' };
  await settings(account, { answers });
  const person = newNumber();
  await write(person, account.ours, 'STOP');
  await write(person, account.ours, 'STOP');
  await write(person, account.ours, 'unsubscribe');
  expect(await sentTo(account, person)).toEqual([{ content: answers.STOP, sender: account.ours, price: '0.010000' }]);
  await write(person, account.ours, 'START');
  await write(person, account.ours, 'HELP');
  expect((await sentTo(account, person)).map(({ content }) => content)).toEqual([
    answers.STOP,
    answers.START,
    answers.HELP,
  ]);
  // Two machines that answer each other stop.
  for (let turn = 0; turn < 10; turn++) await write(person, account.ours, 'HELP');
  expect(await sentTo(account, person)).toHaveLength(4);
  const { balance, ledger } = await books(db, account);
  expect([balance, ledger]).toEqual(['9.960000', '9.960000']);
});

test('an account without money sends no answer, and its list changes all the same', async () => {
  const account = await customer('0');
  await settings(account, { answers: { STOP: 'You get no more messages.' } });
  const person = newNumber();
  await write(person, account.ours, 'STOP');
  expect(await sentTo(account, person)).toEqual([]);
  expect(await optOuts(account)).toHaveLength(1);
});

test('a scheduled message is checked again when it is due, and refunded', async () => {
  const account = await customer();
  const person = newNumber();
  const scheduledTime = Math.floor(Date.now() / 1_000) + 3_600;
  const [id] = idsOf(await sender(service, account)({ destinations: [person], scheduledTime }));
  await write(person, account.ours, 'STOP');
  expect(await message(account, id!)).toMatchObject({ status: 'SCHEDULED' });
  await db.query('UPDATE messages SET due_at = now() WHERE account_id = $1 AND id = $2', [account.id, id]);
  await releaseDue(db, 10);
  expect(await message(account, id!)).toMatchObject({ status: 'REJECTED', reason });
  expect(await books(db, account)).toMatchObject({ balance: '10.000000', ledger: '10.000000' });
});

test('a past time makes no difference: rejected immediately, and refunded', async () => {
  const account = await customer();
  const person = newNumber();
  await write(person, account.ours, 'STOP');
  const answer = await sender(service, account)({ destinations: [person], scheduledTime: 1 });
  expect(answer).toMatchObject({ status: 202, body: { status: 'accepted' } });
  expect(await message(account, idsOf(answer)[0]!)).toMatchObject({ status: 'REJECTED', reason });
  expect(await books(db, account)).toMatchObject({ balance: '10.000000', ledger: '10.000000' });
});

test('a preview shows the recipients that would be rejected', async () => {
  const account = await customer();
  const person = newNumber();
  await write(person, account.ours, 'STOP');
  const body = { sender: 'Shop', destinations: [person], message: { content: 'Hello' } };
  const preview = await service.call({ path: '/v1/sms/messages/preview', key: account.key, body });
  expect(preview.body).toMatchObject({ total: 0, recipients: [{ price: 0, rejected: reason }] });
});
