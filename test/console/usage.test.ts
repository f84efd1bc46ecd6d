/** What a customer used: by country, sender and key, and for how long the balance will last. */
import { beforeAll, describe, expect, test } from 'vitest';
import { lockTraffic, mergeOldestHour } from '../../src/store/statistics/traffic.ts';
import { until } from '../dispatch/carrier.ts';
import { addKey, idsOf, numbers, request, sender, testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { recount } from '../harness/recount.ts';
import { testService } from '../harness/service.ts';
import { browser, linkIn } from './browser.ts';

type Row = { key: string; label?: string; accepted: number; cancelled: number; spend: number; currency: string };

const service = await testService();
const { db, call } = service;
const admin = operator(service);
const account = await testAccount(db, { balance: '10', senders: [{ value: 'Shop' }, { value: 'Info' }] });
const outsider = await testAccount(db, { senders: [{ value: 'Outsider' }] });
const till = await addKey(db, account.id);
const [one = '', ...others] = numbers(4);
const scheduledTime = Math.floor(Date.now() / 1_000) + 86_400;
const rowsBy = async (group: string, key = account.key) =>
  ((await call({ path: `/v1/statistics/by?group=${group}`, key })).body as { rows: Row[] }).rows;
const shown = (rows: Row[]) => rows.map(({ key, accepted, cancelled, spend }) => ({ key, accepted, cancelled, spend }));

beforeAll(async () => {
  await db.query(`UPDATE api_keys SET label = 'till' WHERE id = $1`, [till.keyId]);
  await sender(service, account)({ destinations: others, scheduledTime });
  const [cancelled] = idsOf(await sender(service, { ...account, ...till })({ sender: 'Info', scheduledTime }));
  await call({ method: 'POST', path: `/v1/sms/messages/${cancelled}/cancel`, key: till.key });
  await sender(service, { ...account, ...till })({ destinations: [one], scheduledTime });
  const person = browser(service);
  await person.logIn({ link: linkIn(await call({ method: 'POST', path: '/v1/console/link', key: account.key })) });
  await person.call({ path: '/v1/sms/messages', body: request({ scheduledTime }) });
  await sender(service, outsider)({ sender: 'Outsider', scheduledTime });
  await recount(db);
});

const bySender = [
  { key: 'Shop', accepted: 5, cancelled: 0, spend: 0.05 },
  { key: 'Info', accepted: 1, cancelled: 1, spend: 0 },
];

describe('usage', () => {
  test('by sender', async () => {
    expect(shown(await rowsBy('sender'))).toEqual(bySender);
  });

  test('by key, with its label; messages from the console have none', async () => {
    const rows = await rowsBy('key');
    expect(shown(rows)).toEqual([
      { key: account.keyId, accepted: 3, cancelled: 0, spend: 0.03 },
      { key: till.keyId, accepted: 2, cancelled: 1, spend: 0.01 },
      { key: 'none', accepted: 1, cancelled: 0, spend: 0.01 },
    ]);
    expect(rows.map(({ label }) => label)).toEqual([`${account.key.slice(0, 8)}…`, 'till', undefined]);
  });

  test('has the same sums in every grouping, and as a file', async () => {
    const sums = await Promise.all(
      ['country', 'sender', 'key', 'day'].map(async (group) =>
        (await rowsBy(group)).reduce((sum, { spend }) => sum + spend, 0).toFixed(6),
      ),
    );
    expect(new Set(sums)).toEqual(new Set(['0.050000']));
    const { text } = await call({ path: '/v1/statistics/by.csv?group=sender', key: account.key });
    expect(text).toContain('\r\nShop,,5,');
  });

  test('is that of the account alone', async () => {
    expect(await rowsBy('sender', outsider.key)).toMatchObject([{ key: 'Outsider', accepted: 1 }]);
    const asked = `/v1/statistics/by?group=key&accountId=${account.id}`;
    const { text } = await call({ path: asked, key: outsider.key });
    for (const part of [account.keyId, till.keyId, 'till']) expect(text).not.toContain(part);
  });

  test('by sender and key is not counted by country', async () => {
    for (const group of ['sender', 'key'])
      expect(await call({ path: `/v1/statistics/by?group=${group}&country=SI`, key: account.key })).toMatchObject({
        status: 400,
        body: { error: `error: 400 - country cannot be combined with group=${group}` },
      });
  });

  test('is shown to operators by account', async () => {
    const { body } = await admin({ path: `/statistics/by?group=sender&accountId=${account.id}` });
    expect(body).toMatchObject({ rows: [{ key: 'Shop', spend: '0.05' }, { key: 'Info' }] });
    const byKey = await admin({ path: `/statistics/by?group=key&accountId=${account.id}` });
    expect(byKey.body).toMatchObject({ rows: [{ key: account.keyId }, { key: till.keyId, label: 'till' }, {}] });
    // Not every operator may see the first characters of keys.
    expect(byKey.text).not.toContain(`${account.key.slice(0, 8)}…`);
  });

  test('stays the same when minutes are merged and counted again', async () => {
    await until(() =>
      db.transaction(async (tx) => {
        if (!(await lockTraffic(tx))) return false;
        await mergeOldestHour(tx, new Date(Date.now() + 3_600_000));
        return true;
      }),
    );
    expect(shown(await rowsBy('sender'))).toEqual(bySender);
    await recount(db);
    expect(shown(await rowsBy('sender'))).toEqual(bySender);
  });

  test('of minutes that the previous release left in a merged hour is not counted twice', async () => {
    await db.query(
      `INSERT INTO traffic_by_origin SELECT starts_at + interval '1 second', account_id, sender, key_id, accepted, waiting, sent,
         delivered, failed, rejected, unknown, cancelled, paid, spend, segments FROM traffic_by_origin`,
    );
    await recount(db);
    expect(shown(await rowsBy('sender'))).toEqual(bySender);
  });
});

describe('the balance lasts', () => {
  type Account = { balance: number; spentLast7Days: number; daysLeft?: number };
  const read = async (key: string) => (await call({ path: '/v1/account', key })).body as Account;

  test('for its multiple of what one day costs, in an account that began today', async () => {
    const { balance, spentLast7Days, daysLeft } = await read(account.key);
    expect(spentLast7Days).toBe(0.05);
    expect(daysLeft).toBeCloseTo(balance / 0.05, 6);
  });

  test('with the credit limit, and for no time without either', async () => {
    const { balance } = await read(account.key);
    await db.query('UPDATE accounts SET credit_limit = 5 WHERE id = $1', [account.id]);
    expect((await read(account.key)).daysLeft).toBeCloseTo((balance + 5) / 0.05, 6);
    const correction = { amount: `${(-5 - balance).toFixed(6)}`, note: 'test' };
    await admin({ path: `/accounts/${account.id}/corrections`, body: correction });
    expect((await read(account.key)).daysLeft).toBe(0);
  });

  test('unknown without spend', async () => {
    const { key } = await testAccount(db);
    const unused = await read(key);
    expect(unused.spentLast7Days).toBe(0);
    expect(unused).not.toHaveProperty('daysLeft');
  });
});
