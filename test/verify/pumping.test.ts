/** Protection against SMS pumping: codes requested for numbers that earn money for the attacker, at the expense of the account. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { leastSettled } from '../../src/domain/verify/limits.ts';
import { countStatuses, testAccount, times } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { serviceOn, testService } from '../harness/service.ts';
import { age, checker, codeIn, number, startedOf, starter } from './codes.ts';

const service = await testService({}, { verifyFreshPrefix: 10, verifyPerNumber: 3 });
const { call, db, url } = service;
const second = await serviceOn(url, {}, { verifyFreshPrefix: 10, verifyPerNumber: 3 });
const admin = operator(service);

/** Codes are counted by the hour of the clock: an hour that ends during a test would allow twice the codes. */
const left = 3_600_000 - (Date.now() % 3_600_000);
if (left < 15_000) await sleep(left + 500);

type Block = { blockId: string; accountId: string; scope: string; started: number; confirmed: number };
const blocksOf = async (accountId: string) =>
  ((await admin({ path: `/verify/blocks?accountId=${accountId}` })).body as { blocks: Block[] }).blocks;

test('a range without a confirmed code gets ten codes per hour, over all processes', async () => {
  const account = await testAccount(db);
  const begin = [starter(service, account.key), starter(second, account.key)];
  const answers = await Promise.all(times(14, (index) => begin[index % 2]!({ to: number(10) })));
  expect(countStatuses(answers)).toEqual({ 202: 10, 429: 4 });
  expect((await begin[0]!({ to: number(11) })).status).toBe(202);
  // Other accounts are not affected.
  const other = await testAccount(db);
  expect((await starter(service, other.key)({ to: number(10) })).status).toBe(202);
});

test('a range whose codes are not confirmed is blocked until an operator unblocks it', async () => {
  const account = await testAccount(db);
  const begin = starter(service, account.key);
  for (const to of times(leastSettled.prefix, () => number(20))) expect((await begin({ to })).status).toBe(202);
  await age(db, account.id, '1 hour');
  const refused = await begin({ to: number(20) });
  expect(refused).toMatchObject({
    status: 429,
    body: { error: expect.stringContaining('no codes are sent to such numbers') },
  });
  expect(Number(refused.headers['retry-after'])).toBe(86_400);
  expect((await starter(second, account.key)({ to: number(20) })).status).toBe(429);
  expect((await begin({ to: number(21) })).status).toBe(202);
  const [block] = await blocksOf(account.id);
  expect(block).toMatchObject({ scope: '+3864020', started: leastSettled.prefix, confirmed: 0 });
  const { body } = await admin({ path: `/verify/conversions?by=prefix&accountId=${account.id}` });
  expect(body).toMatchObject({
    conversions: [
      { prefix: '+3864020', country: 'SI', started: 10, confirmed: 0, fresh: true, blockedUntil: expect.any(String) },
      { prefix: '+3864021', started: 1 },
    ],
  });
  const metrics = (await call({ path: '/metrics', key: null })).text;
  expect(metrics).toMatch(/^hermod_verifications_total\{outcome="blocked"\} [1-9]/m);

  expect((await admin({ method: 'DELETE', path: `/verify/blocks/${block!.blockId}` })).status).toBe(204);
  expect((await admin({ method: 'DELETE', path: `/verify/blocks/${block!.blockId}` })).status).toBe(404);
  expect(await blocksOf(account.id)).toEqual([]);
  // Ten in this hour of the clock: the range is still new, but no longer blocked.
  const again = await begin({ to: number(20) });
  expect(JSON.stringify(again.body)).not.toContain('no codes are sent to such numbers');
});

test('a confirmed code unblocks its range, and counts in its hour', async () => {
  const account = await testAccount(db);
  const begin = starter(service, account.key);
  const first = startedOf(await begin({ to: number(30) }));
  await checker(service, account.key)({ id: first.id, code: await codeIn(db, first.messageId) });
  const answers = await Promise.all(times(12, () => begin({ to: number(30) })));
  expect(countStatuses(answers)).toEqual({ 202: 12 });
  const { body } = await admin({ path: `/verify/conversions?accountId=${account.id}&country=SI` });
  expect(body).toMatchObject({ conversions: [{ country: 'SI', started: 13, confirmed: 1, fresh: false }] });
});

test('codes per number are limited over all processes, and an operator may allow an account more', async () => {
  const account = await testAccount(db);
  const to = number(40);
  const ask = async () => {
    await age(db, account.id, '1 minute');
    return starter(service, account.key)({ to });
  };
  expect(await ask()).toMatchObject({ status: 202 });
  expect(await ask()).toMatchObject({ status: 202 });
  expect(await ask()).toMatchObject({ status: 202 });
  expect(await ask()).toMatchObject({ status: 429 });
  const path = `/accounts/${account.id}/verify-limits`;
  expect(await admin({ method: 'PUT', path, body: { perNumber: 4 } })).toMatchObject({
    status: 200,
    body: { own: { perNumber: 4 }, inForce: { perNumber: 4, freshPrefix: 10 } },
  });
  expect(await ask()).toMatchObject({ status: 202 });
  expect((await admin({ method: 'PUT', path, body: { perNumber: 0 } })).status).toBe(400);
  expect((await admin({ path })).body).toMatchObject({ own: { perNumber: 4 } });
});

test('an account has at most twenty tries per day, however many codes are requested', async () => {
  const account = await testAccount(db);
  await admin({
    method: 'PUT',
    path: `/accounts/${account.id}/verify-limits`,
    body: { perNumber: 100, conversion: 0 },
  });
  const to = number(50);
  const guess = checker(service, account.key);
  let tried = 0;
  for (let round = 0; round < 6; round++) {
    await age(db, account.id, '1 minute');
    const { status } = await starter(service, account.key)({ to, length: 10 });
    if (status !== 202) break;
    for (let index = 0; index < 6; index++) await guess({ to, code: '0000' });
    const { rows } = await db.query<{ tries: number }>(
      'SELECT sum(tries)::integer AS tries FROM verifications WHERE account_id = $1',
      [account.id],
    );
    tried = rows[0]!.tries;
  }
  expect(tried).toBe(20);
  await age(db, account.id, '1 minute');
  expect((await starter(service, account.key)({ to })).status).toBe(429);
});
