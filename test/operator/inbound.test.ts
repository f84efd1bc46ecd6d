/** Inbound messages, also simulated ones, and receipts that match no message. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { parkReceipts } from '../../src/store/receipt/receipts.ts';
import { addCarrier } from '../dispatch/carrier.ts';
import { testAccount, times } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { serviceOn, testService } from '../harness/service.ts';
import { walk, wrongPaging, wrongRange } from './walk.ts';

const service = await testService({ HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8' });
const { db } = service;
const call = operator(service);
const elsewhere = operator(await serviceOn(service.url));
const receiver = await webhookReceiver();
const ours = '+38641111222';
const phone = '+38640123456';
const account = await testAccount(db, { senders: [{ value: ours, type: 1 }, {}] });
await db.query('UPDATE senders SET inbound_url = $1 WHERE account_id = $2', [`${receiver.url}/in`, account.id]);
await db.query(`UPDATE senders SET deleted_at = now() WHERE account_id <> $1`, [account.id]);

type Inbound = { inboundId: string; text: string; accountId: string | null; receivedAt: string; recipient: string };
const list = (query: Record<string, string> = {}) => walk<Inbound>(call, '/inbound', 'inbound', query);
const simulate = (fields: object = {}, via = call) =>
  via({ path: '/simulator/inbound', body: { from: phone, to: ours, text: 'Yes, please', ...fields } });

test('without a simulator no inbound message can be simulated', async () => {
  const refused = { status: 409, body: { error: expect.stringContaining('add one with the URL simulator:') } };
  expect(await simulate()).toMatchObject(refused);
  const carrierId = await addCarrier(db, 'simulator:');
  await db.query('UPDATE carriers SET enabled = false WHERE id = $1', [carrierId]);
  expect(await simulate()).toMatchObject(refused);
  await db.query('UPDATE carriers SET enabled = true WHERE id = $1', [carrierId]);
  expect(await list()).toEqual([]);
});

test('a simulated message goes to the webhook of its sender, from any process', async () => {
  const long = 'A long answer with a € and many words. '.repeat(20);
  const texts = ['Yes, please', 'Čšž 😀', long];
  for (const [index, text] of texts.entries()) {
    const answer = await simulate({ text }, index === 0 ? call : elsewhere);
    expect(answer).toMatchObject({ status: 202, body: { accountId: account.id, inboundId: expect.any(String) } });
  }
  await receiver.until(3);
  const bodies = receiver.received.map(({ body }) => JSON.parse(body) as { Message: string });
  expect(bodies.map(({ Message }) => Message).toSorted()).toEqual(texts.toSorted());
  expect(bodies[0]).toMatchObject({ Sender: phone, Recipient: ours });
  expect((await list()).map(({ text }) => text)).toEqual(texts.toReversed());
});

test('the audit trail holds the simulated message without numbers and text', async () => {
  const { text, body } = await call({ path: `/audit?accountId=${account.id}` });
  expect(body).toMatchObject({ entries: [{ action: 'simulator inbound', details: { parts: 6 } }, {}, {}] });
  expect(text).not.toContain(phone);
});

test('a message to a name belongs to the account of the name, one to an unknown number to no account', async () => {
  expect(await simulate({ to: 'Shop' })).toMatchObject({ status: 202, body: { accountId: account.id } });
  expect(await simulate({ to: '+38640999999', text: 'Hello?' })).toMatchObject({ body: { accountId: null } });
  const [last] = await list();
  expect(last).toMatchObject({ accountId: null, senderId: null, text: 'Hello?', complete: true, sender: phone });
});

test.each([
  { from: '040123456' },
  { from: '+3861' },
  { from: 'Shop' },
  { to: '' },
  { to: '+386' },
  { to: 'a\0b' },
  { to: 'x'.repeat(29) },
  { text: '' },
  { text: 'x'.repeat(1_001) },
  { text: 'a\0' },
  { text: '\ud800' },
  { text: 5 },
  { text: undefined },
  { carrier: 'x' },
])('%j is refused with 400, and nothing comes in', async (fields) => {
  const before = (await list()).length;
  expect(await simulate(fields)).toMatchObject({ status: 400, body: { error: expect.stringMatching(/^error: 400/) } });
  expect(await list()).toHaveLength(before);
});

test('inbound messages are listed newest first, in pages, and can be searched', async () => {
  const all = await list();
  expect(all).toHaveLength(5);
  for (const limit of ['1', '2', '5']) expect(await list({ limit })).toEqual(all);
  const those = (fits: (inbound: Inbound) => boolean) => all.filter(fits);
  expect(await list({ accountId: account.id, limit: '2' })).toEqual(those(({ accountId }) => accountId === account.id));
  expect(await list({ recipient: 'Shop' })).toEqual(those(({ recipient }) => recipient === 'Shop'));
  expect(await list({ sender: phone, accountId: account.id })).toHaveLength(4);
  expect(await list({ sender: ours })).toEqual([]);
  const { receivedAt: from } = all[2]!;
  expect(await list({ from })).toEqual(those(({ receivedAt }) => receivedAt >= from));
  expect(await list({ to: from })).toEqual(those(({ receivedAt }) => receivedAt < from));
});

test('receipts that match no message are listed newest first', async () => {
  const [one, two] = [randomUUID(), randomUUID()];
  const parked = times(5, (index) => ({
    id: newId(),
    carrierId: index === 2 ? two : one,
    carriers: [],
    numbers: [],
    keys: [`ref-${index}`, `0${index}`],
    outcome: 'delivered',
    destination: phone,
    error: index === 0 ? '001' : undefined,
    text: `id:ref-${index} stat:DELIVRD`,
  }));
  await parkReceipts(db, parked);
  type Receipt = { receiptId: string };
  const receipts = (query = {}) => walk<Receipt>(call, '/receipts/unmatched', 'receipts', query);
  const all = await receipts();
  expect(all.map(({ receiptId }) => receiptId)).toEqual(parked.map(({ id }) => id).reverse());
  expect(all.at(-1)).toMatchObject({
    carrierId: one,
    references: ['ref-0', '00'],
    outcome: 'delivered',
    destination: phone,
    error: '001',
    text: 'id:ref-0 stat:DELIVRD',
  });
  expect(await receipts({ limit: '2' })).toEqual(all);
  expect(await receipts({ carrierId: two })).toEqual([all[2]]);
  expect(await receipts({ carrierId: one, limit: '1' })).toHaveLength(4);
});

test.each([...wrongPaging, { carrierId: 'x' }])('of receipts, %j is refused with 400', async (query) => {
  const parameters = new URLSearchParams(query as Record<string, string>).toString();
  expect(await call({ path: `/receipts/unmatched?${parameters}` })).toMatchObject({ status: 400 });
});

test.each([...wrongPaging, ...wrongRange, { accountId: 'x' }, { sender: '\0' }])(
  'of inbound messages, %j is refused with 400',
  async (query) => {
    const parameters = new URLSearchParams(query as Record<string, string>).toString();
    expect(await call({ path: `/inbound?${parameters}` })).toMatchObject({ status: 400 });
  },
);
