/** The rate limit of a key. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { books, countStatuses, numbers, sender, testAccount, times } from '../harness/accounts.ts';
import { testService } from '../harness/service.ts';

const service = await testService({ HERMOD_RATE_LIMIT: '5' });
const { call, db } = service;

test('five requests per second are let through, the sixth gets the time to wait, and then is let through', async () => {
  const account = await testAccount(db);
  const send = sender(service, account);
  const answers = await Promise.all(times(30, () => send()));
  const accepted = answers.filter(({ status }) => status === 202);
  const refused = answers.filter(({ status }) => status === 429);
  expect(accepted.length + refused.length).toBe(30);
  // Tokens are refilled while the requests are on their way: five at first, and a few more.
  expect(accepted.length).toBeGreaterThanOrEqual(5);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers } of answers) expect(headers['ratelimit-policy']).toBe('"key";q=5;w=1');
  expect(accepted.map(({ headers }) => headers['ratelimit'])).toContain('"key";r=4;t=1');
  for (const { body, headers } of refused) {
    const error = 'Error: 7 - Message rejected: more than 5 requests a second with this key; try again in 1 s';
    expect(body).toEqual({ error });
    expect(headers['retry-after']).toBe('1');
    expect(headers['ratelimit']).toBe('"key";r=0;t=1');
    expect(headers['x-request-id']).toMatch(/./);
  }
  expect(await books(db, account)).toMatchObject({ submissions: accepted.length });
  await sleep(1_000 * Number(refused[0]!.headers['retry-after']));
  expect((await send()).status).toBe(202);
});

test('the limit counts per key over all endpoints, and affects no other key', async () => {
  const [first, other] = [await testAccount(db), await testAccount(db)];
  const paths = ['/v1/account', '/v1/sms/messages', '/v1/sms/messages/01900000-0000-7000-8000-000000000000'];
  // The requests of twenty seconds.
  expect((await sender(service, first)({ destinations: numbers(1_000) })).status).toBe(202);
  const answers = await Promise.all(paths.map((path) => call({ path, key: first.key })));
  expect(countStatuses(answers)).toEqual({ 429: 3 });
  expect((await call({ path: '/v1/account', key: other.key })).status).toBe(200);
});

test('wrong keys count against no other key, and health needs no key', async () => {
  const wrong = await Promise.all(
    times(20, () => call({ path: '/v1/account', key: '00000000-0000-4000-8000-000000000000' })),
  );
  expect(countStatuses(wrong)).toEqual({ 401: 20 });
  const live = await Promise.all(times(20, () => call({ path: '/health/live', key: null })));
  expect(countStatuses(live)).toEqual({ 200: 20 });
});

test.each([
  ['the usual request', {}],
  ['one that goes the long way', { 'content-encoding': 'identity' }],
])('%s costs one for every ten recipients, and one that costs more than the limit is possible', async (_, headers) => {
  const [some, many] = [await testAccount(db), await testAccount(db)];
  const three = await sender(service, some)({ destinations: numbers(25) }, headers);
  expect(three.status).toBe(202);
  expect(three.headers['ratelimit']).toBe('"key";r=2;t=1');
  const all = await sender(service, many)({ destinations: numbers(500) }, headers);
  expect(all.status).toBe(202);
  expect(all.headers['ratelimit']).toBe('"key";r=0;t=1');
  const next = await sender(service, many)({}, headers);
  expect(next.status).toBe(429);
  // The debt is forty-five tokens, and one more is needed.
  expect(Number(next.headers['retry-after'])).toBeGreaterThan(5);
  expect(await books(db, many)).toMatchObject({ messages: 500, submissions: 1 });
});
