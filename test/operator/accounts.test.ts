import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { serviceAccountId } from '../../src/domain/access/service-account.ts';
import { request, testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { testService } from '../harness/service.ts';
import { idOf, number, registrar } from '../senders/codes.ts';
import { walk } from './walk.ts';

const service = await testService();
const call = operator(service);

type Account = { accountId: string; name: string };
const create = async (fields: object = {}) =>
  (await call({ path: '/accounts', body: { name: 'Bakery', currency: 'EUR', ...fields } })).body as Account;

test('a new account is empty', async () => {
  const body = { name: 'Bakery', currency: 'EUR', creditLimit: '12.5', contactEmail: 'anna@bakery.example' };
  const answer = await call({ path: '/accounts', body });
  expect(answer).toMatchObject({ status: 201, body: { ...body, balance: '0', status: 'active' } });
  const { accountId } = answer.body as Account;
  expect(await call({ path: `/accounts/${accountId}` })).toMatchObject({ status: 200, body: answer.body });
});

describe('a wrong field is named and changes nothing', () => {
  const wrong: [body: object, text: string][] = [
    [{ currency: 'EUR' }, 'name is missing'],
    [{ name: ' ', currency: 'EUR' }, 'name must be'],
    [{ name: 'A', currency: 'eur' }, 'currency must be'],
    [{ name: 'A', currency: 'EUR', creditLimit: 5 }, 'creditLimit must be a text'],
    [{ name: 'A', currency: 'EUR', creditLimit: '-5' }, 'creditLimit must be'],
    [{ name: 'A', currency: 'EUR', creditLimit: '0.0000001' }, 'creditLimit must be'],
    [{ name: 'A', currency: 'EUR', contactEmail: 'anna' }, 'contactEmail must'],
    [{ name: 'A', currency: 'EUR', balance: '1000000' }, 'balance is not a field'],
  ];

  test.each(wrong)('%j', async (body, text) => {
    const count = () => service.db.query('SELECT count(*) FROM accounts').then(({ rows }) => rows[0].count);
    const before = await count();
    const answer = await call({ path: '/accounts', body });
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(text) } });
    expect(await count()).toBe(before);
  });
});

test('lists are newest first, in pages, and can be searched by name', async () => {
  const mark = randomUUID().slice(0, 8);
  const made: string[] = [];
  for (let i = 0; i < 5; i++) made.unshift((await create({ name: `Shop ${mark} ${i}` })).accountId);
  const seen: string[] = [];
  let cursor: string | undefined = '';
  while (cursor !== undefined) {
    const path = `/accounts?name=SHOP%20${mark}&limit=2${cursor && `&cursor=${cursor}`}`;
    const page = (await call({ path })).body as { accounts: Account[]; nextCursor?: string };
    seen.push(...page.accounts.map(({ accountId }) => accountId));
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(made);
});

test('the account that sends codes is not listed with customers, but can be read', async () => {
  const { key } = await testAccount(service.db);
  const sender = idOf(await registrar(service, key)({ value: number(), type: 1 }));
  expect(sender).toBeDefined();
  expect(await call({ path: `/accounts/${serviceAccountId}` })).toMatchObject({
    status: 200,
    body: { name: 'Service messages', balance: '0' },
  });
  const listed = await walk<Account>(call, '/accounts', 'accounts', { limit: '3' });
  expect(listed.length).toBeGreaterThan(0);
  expect(listed.map(({ accountId }) => accountId)).not.toContain(serviceAccountId);
  expect(await walk(call, '/accounts', 'accounts', { name: 'Service messages' })).toEqual([]);
});

test('a change keeps the fields that it does not name', async () => {
  const { accountId } = await create({ contactEmail: 'anna@bakery.example' });
  const path = `/accounts/${accountId}`;
  expect(await call({ method: 'PATCH', path, body: { creditLimit: '7' } })).toMatchObject({
    status: 200,
    body: { creditLimit: '7', name: 'Bakery', contactEmail: 'anna@bakery.example' },
  });
  expect(await call({ method: 'PATCH', path, body: { contactEmail: null } })).toMatchObject({
    body: { contactEmail: null, creditLimit: '7' },
  });
  const opened = await call({ method: 'PATCH', path, body: { doors: ['kannel'] } });
  expect(opened).toMatchObject({ body: { doors: ['kannel'], creditLimit: '7' } });
  expect(await call({ method: 'PATCH', path, body: { doors: ['window'] } })).toMatchObject({ status: 400 });
  expect(await call({ method: 'PATCH', path, body: { creditLimit: '8' } })).toMatchObject({
    body: { doors: ['kannel'] },
  });
  expect(await call({ method: 'PATCH', path, body: { doors: [] } })).toMatchObject({ body: { doors: [] } });
  expect(await call({ method: 'PATCH', path, body: {} })).toMatchObject({ status: 400 });
  const missing = { method: 'PATCH', path: `/accounts/${randomUUID()}`, body: { name: 'X' } };
  expect(await call(missing)).toMatchObject({ status: 404, body: { error: 'error: 404 - Account not found' } });
});

test('a credit limit below the debt is refused', async () => {
  const { id, key } = await testAccount(service.db, { balance: '0', creditLimit: '1' });
  await service.call({ path: '/v1/sms/messages', key, body: request() });
  const answer = await call({ method: 'PATCH', path: `/accounts/${id}`, body: { creditLimit: '0' } });
  expect(answer).toMatchObject({ status: 409, body: { error: expect.stringContaining('top it up first') } });
});

test('a suspended account sends nothing, until it is active again', async () => {
  const { id, key } = await testAccount(service.db);
  const send = () => service.call({ path: '/v1/sms/messages', key, body: request() });
  expect((await send()).status).toBe(202);
  await call({ method: 'PATCH', path: `/accounts/${id}`, body: { status: 'suspended' } });
  expect((await send()).status).not.toBe(202);
  await call({ method: 'PATCH', path: `/accounts/${id}`, body: { status: 'active' } });
  expect((await send()).status).toBe(202);
});

test('every change is in the audit trail with its operator', async () => {
  const headers = { 'x-operator': 'anna@office' };
  const body = { name: 'Audited', currency: 'EUR' };
  const { accountId } = (await call({ path: '/accounts', body, headers })).body as Account;
  await call({ method: 'PATCH', path: `/accounts/${accountId}`, body: { status: 'suspended' } });
  const trail = await call({ path: `/audit?accountId=${accountId}` });
  expect(trail.body).toMatchObject({
    entries: [
      { action: 'account change', actor: 'operator', subjectId: accountId, details: { status: 'suspended' } },
      { action: 'account create', actor: 'anna@office', address: '127.0.0.1', details: body },
    ],
  });
  await expect(service.db.query('DELETE FROM audit')).rejects.toThrow('append-only');
});
