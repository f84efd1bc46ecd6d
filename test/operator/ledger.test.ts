/** Balance changes by the operator, and the ledger that records them. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { books, countStatuses, numbers, sender, testAccount, times } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { serviceOn, testService } from '../harness/service.ts';

const service = await testService();
const { db } = service;
const call = operator(service);
const other = operator(await serviceOn(service.url));

type Entry = { entryId: string; kind: string; amount: string; messageId?: string; at: string };
type Booked = { entry: Entry; balance: string };
const topUp = (accountId: string, body: object) => call({ path: `/accounts/${accountId}/top-ups`, body });
const correct = (accountId: string, body: object) => call({ path: `/accounts/${accountId}/corrections`, body });
const ledger = async (accountId: string, query = '') =>
  (await call({ path: `/accounts/${accountId}/ledger${query}` })).body as { entries: Entry[]; nextCursor?: string };

test('a top-up is a ledger entry, changes the balance, and is in the audit trail', async () => {
  const { id } = await testAccount(db, { balance: '0.000001' });
  const answer = await topUp(id, { amount: '0012.500000', note: 'Invoice 7' });
  const entry = {
    kind: 'top-up',
    amount: '12.5',
    note: 'Invoice 7',
    entryId: expect.any(String),
    at: expect.any(String),
  };
  expect(answer).toMatchObject({ status: 201, body: { entry, balance: '12.500001' } });
  expect((answer.body as Booked).entry).not.toHaveProperty('messageId');
  expect((await ledger(id)).entries[0]).toEqual((answer.body as Booked).entry);
  expect(await books(db, { id })).toMatchObject({ balance: '12.500001', ledger: '12.500001' });
  const { body } = await call({ path: `/audit?accountId=${id}` });
  const details = { amount: '12.5', note: 'Invoice 7' };
  expect(body).toMatchObject({ entries: [{ action: 'balance top up', details }] });
});

test('a suspended account can be topped up', async () => {
  const { id } = await testAccount(db, { balance: '0' });
  await call({ method: 'PATCH', path: `/accounts/${id}`, body: { status: 'suspended' } });
  expect(await topUp(id, { amount: '5' })).toMatchObject({ status: 201, body: { balance: '5' } });
});

describe('with an id in the request', () => {
  test('a top-up repeated with its id is one entry', async () => {
    const { id } = await testAccount(db, { balance: '0' });
    const body = { amount: '5', note: 'first', id: randomUUID() };
    const first = await topUp(id, body);
    const again = await topUp(id, { ...body, amount: '5.00', note: 'again' });
    expect(first).toMatchObject({ status: 201, body: { entry: { requestId: body.id } } });
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect((await ledger(id)).entries).toHaveLength(1);
    const { body: audit } = await call({ path: `/audit?accountId=${id}` });
    expect(audit).toMatchObject({ entries: [{ action: 'balance top up' }] });
  });

  test('another amount or another kind with the same id is refused', async () => {
    const { id } = await testAccount(db, { balance: '0' });
    const requestId = randomUUID();
    await topUp(id, { amount: '5', id: requestId });
    const refused = {
      status: 409,
      body: { error: 'error: 409 - This id was used for another booking of the account' },
    };
    expect(await topUp(id, { amount: '5.000001', id: requestId })).toMatchObject(refused);
    expect(await correct(id, { amount: '5', note: 'x', id: requestId })).toMatchObject(refused);
    expect(await books(db, { id })).toMatchObject({ balance: '5.000000', ledger: '5.000000' });
  });

  test('fifty concurrent requests to two processes are one entry; other accounts are not affected', async () => {
    const [one, two] = [await testAccount(db, { balance: '0' }), await testAccount(db, { balance: '0' })];
    const body = { amount: '5', id: randomUUID() };
    const ask = (index: number) => [call, other][index % 2]!({ path: `/accounts/${one.id}/top-ups`, body });
    expect(countStatuses(await Promise.all(times(50, ask)))).toEqual({ 200: 49, 201: 1 });
    expect(await books(db, one)).toMatchObject({ balance: '5.000000', ledger: '5.000000' });
    expect(await topUp(two.id, body)).toMatchObject({ status: 201 });
  });
});

test('a correction can reduce the balance to the credit limit, and no further', async () => {
  const { id } = await testAccount(db, { balance: '1', creditLimit: '0.5' });
  expect(await correct(id, { amount: '-1.5', note: 'booked twice' })).toMatchObject({
    status: 201,
    body: { entry: { kind: 'correction', amount: '-1.5', note: 'booked twice' }, balance: '-0.5' },
  });
  expect(await correct(id, { amount: '-0.000001', note: 'more' })).toMatchObject({
    status: 409,
    body: {
      error: 'error: 409 - The balance would fall below the credit limit; correct by less, or raise the limit first',
    },
  });
  expect(await correct(id, { amount: '0.25', note: 'too much' })).toMatchObject({
    status: 201,
    body: { balance: '-0.25' },
  });
  expect(await books(db, { id })).toMatchObject({ balance: '-0.250000', ledger: '-0.250000' });
  const { body } = await call({ path: `/audit?accountId=${id}` });
  expect(body).toMatchObject({ entries: [{ action: 'balance correct' }, { details: { amount: '-1.5' } }] });
});

test('an amount beyond the range of the ledger is refused', async () => {
  const { id } = await testAccount(db, { balance: '99999999999999.999999' });
  const answer = await topUp(id, { amount: '0.000001' });
  const error = 'error: 409 - The balance would be larger than the books can hold';
  expect(answer).toMatchObject({ status: 409, body: { error } });
  expect((await ledger(id)).entries).toHaveLength(1);
});

describe('a wrong field is named and books nothing', () => {
  const wrong: [path: string, body: object, text: string][] = [
    ['top-ups', {}, 'amount is missing'],
    ['top-ups', { amount: 5 }, 'amount must be a text'],
    ['top-ups', { amount: '-5' }, 'amount must be'],
    ['top-ups', { amount: '1e3' }, 'amount must be'],
    ['top-ups', { amount: '0.0000001' }, 'amount must be'],
    ['top-ups', { amount: '0.000000' }, 'amount must be more than zero'],
    ['top-ups', { amount: '5', id: 'seven' }, 'id must be a UUID'],
    ['top-ups', { amount: '5', note: 'a\0b' }, 'note must be'],
    ['top-ups', { amount: '5', kind: 'refund' }, 'kind is not a field'],
    ['corrections', { amount: '5' }, 'note is missing'],
    ['corrections', { amount: '5', note: ' ' }, 'note must be'],
    ['corrections', { amount: '-0', note: 'x' }, 'amount must not be zero'],
    ['corrections', { amount: '--5', note: 'x' }, 'amount must be'],
  ];

  test.each(wrong)('%s %j', async (path, body, text) => {
    const { id } = await testAccount(db, { balance: '0' });
    const answer = await call({ path: `/accounts/${id}/${path}`, body });
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(text) } });
    expect((await ledger(id)).entries).toEqual([]);
  });

  test('an unknown account is not found', async () => {
    const id = randomUUID();
    const missing = { status: 404, body: { error: 'error: 404 - Account not found' } };
    expect(await topUp(id, { amount: '5' })).toMatchObject(missing);
    expect(await correct(id, { amount: '5', note: 'x' })).toMatchObject(missing);
    expect(await call({ path: `/accounts/${id}/ledger` })).toMatchObject(missing);
    const { rows } = await db.query('SELECT FROM ledger WHERE account_id = $1', [id]);
    expect(rows).toEqual([]);
  });
});

describe('the ledger', () => {
  test('is newest first, in pages, and its sum is the balance', async () => {
    const account = await testAccount(db, { balance: '1' });
    const send = sender(service, account);
    for (const count of [1, 2, 3]) await send({ destinations: numbers(count) });
    await correct(account.id, { amount: '-0.1', note: 'x' });
    const seen: Entry[] = [];
    let cursor: string | undefined = '';
    while (cursor !== undefined) {
      const page = await ledger(account.id, `?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.entries);
      cursor = page.nextCursor;
    }
    expect(seen.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
      'correction -0.1',
      'charge -0.03',
      'charge -0.02',
      'charge -0.01',
      'top-up 1',
    ]);
    expect((await books(db, account)).balance).toBe('0.840000');
  });

  test('is filtered by kind and time; a refund names its message', async () => {
    const account = await testAccount(db, { balance: '1' });
    const send = sender(service, account);
    const scheduledTime = Math.floor(Date.now() / 1_000) + 3_600;
    const sent = (await send({ scheduledTime })).body as { messages: { messageId: string }[] };
    const { messageId } = sent.messages[0]!;
    const path = `/v1/sms/messages/${messageId}/cancel`;
    expect((await service.call({ method: 'POST', path, key: account.key })).status).toBe(200);
    const kinds = async (query: string) => (await ledger(account.id, query)).entries.map(({ kind }) => kind);
    expect(await ledger(account.id, '?kind=refund')).toMatchObject({ entries: [{ amount: '0.01', messageId }] });
    expect(await kinds('?kind=top-up')).toEqual(['top-up']);
    expect(await kinds('?kind=charge')).toEqual(['charge']);
    const later = new Date(Date.now() + 60_000).toISOString();
    const earlier = new Date(Date.now() - 60_000).toISOString();
    expect(await kinds(`?from=${earlier}&to=${later}`)).toEqual(['refund', 'charge', 'top-up']);
    expect(await kinds(`?from=${later}`)).toEqual([]);
    expect(await kinds(`?to=${earlier}`)).toEqual([]);
    const wrong = await call({ path: `/accounts/${account.id}/ledger?kind=gift` });
    expect(wrong).toMatchObject({ status: 400, body: { error: expect.stringContaining('kind must') } });
  });
});
