/** The outcomes of the messages of every hour, counted in the background. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { uuidAt } from '../../src/domain/uuid.ts';
import { countTraffic } from '../../src/flows/statistics/statistics.ts';
import { lockTraffic, mergeOldestHour } from '../../src/store/statistics/traffic.ts';
import { addCarrier, states, until } from '../dispatch/carrier.ts';
import { idsOf, sender, testAccount } from '../harness/accounts.ts';
import { testDatabase } from '../harness/database.ts';
import { operator } from '../harness/operator.ts';
import { recount } from '../harness/recount.ts';
import { serviceOn, testService } from '../harness/service.ts';

const service = await testService();
const call = operator(service);
const hourMs = 3_600_000;

type Hour = Record<string, number> & { hour: string; p50Seconds?: number; p95Seconds?: number };
type Spend = { accountId: string; country: string; currency: string; messages: number; amount: string };
type Statistics = { hours: Hour[]; spend: Spend[]; countedAt?: string };
const get = async (query: Record<string, string> = {}, via = call) => {
  const { status, body } = await via({ path: `/statistics?${new URLSearchParams(query).toString()}` });
  expect(status).toBe(200);
  return body as Statistics;
};

const counted = ['accepted', 'waiting', 'sent', 'delivered', 'failed', 'rejected', 'unknown', 'cancelled'];
/** Over all hours: an hour may end while the test runs. */
const totals = ({ hours }: Statistics) =>
  Object.fromEntries(counted.map((name) => [name, hours.reduce((sum, hour) => sum + hour[name]!, 0)]));

describe('of real traffic', () => {
  let bakery: { id: string; key: string; keyId: string };
  let garage: typeof bakery;
  const expected = {
    accepted: 11,
    waiting: 1,
    sent: 1,
    delivered: 4,
    failed: 1,
    rejected: 2,
    unknown: 1,
    cancelled: 1,
  };

  beforeAll(async () => {
    await addCarrier(service.db, 'simulator:?receipt_delay=300');
    bakery = await testAccount(service.db);
    garage = await testAccount(service.db);
    const send = sender(service, bakery);
    await send({ destinations: ['+38640123456', '+38640123457', '+385912345678'] });
    await send({ destinations: ['+38640000001', '+38640000003', '+38640000004', '+38640000005', '+38640000008'] });
    await sender(service, garage)({ message: { content: 'x'.repeat(161) } });
    const scheduledTime = Math.floor(Date.now() / 1_000) + 86_400;
    await send({ scheduledTime });
    const [cancelled] = idsOf(await send({ scheduledTime }));
    await service.call({ method: 'POST', path: `/v1/sms/messages/${cancelled}/cancel`, key: bakery.key });
    await until(async () => {
      const { DELIVERED, REJECTED, SENT, UNKNOWN, QUEUED = 0 } = await states(service.db);
      return DELIVERED === 4 && REJECTED === 2 && SENT === 1 && UNKNOWN === 1 && QUEUED === 0;
    });
  });

  test('the numbers are counted without a request', async () => {
    await until(async () => {
      const { delivered, cancelled } = totals(await get());
      return delivered === 4 && cancelled === 1;
    });
    const statistics = await get();
    expect(totals(statistics)).toEqual(expected);
    expect(Date.now() - Date.parse(statistics.countedAt!)).toBeLessThan(3_600_000);
  });

  test('the numbers include the delivery time', async () => {
    await recount(service.db);
    const hour = (await get()).hours.find(({ delivered }) => delivered! > 0)!;
    expect(hour.p50Seconds).toBeGreaterThan(0.25);
    expect(hour.p50Seconds).toBeLessThanOrEqual(hour.p95Seconds!);
    expect((await get()).hours.find(({ delivered }) => delivered === 0)).not.toHaveProperty('p50Seconds');
  });

  test('the numbers can be filtered by account', async () => {
    expect(totals(await get({ accountId: garage.id }))).toMatchObject({ accepted: 1, delivered: 1, waiting: 0 });
    expect(totals(await get({ accountId: bakery.id }))).toMatchObject({ accepted: 10, delivered: 3 });
    const hour = (await get({ accountId: garage.id })).hours.find(({ delivered }) => delivered! > 0)!;
    expect(hour.p50Seconds).toBeGreaterThan(0.25);
    const none = await get({ accountId: randomUUID() });
    expect([totals(none)['accepted'], none.spend]).toEqual([0, []]);
  });

  test('the spend is that of the ledger', async () => {
    const { spend } = await get();
    expect(spend).toEqual(
      [
        { accountId: bakery.id, country: 'SI', currency: 'EUR', messages: 6, amount: '0.06' },
        { accountId: garage.id, country: 'SI', currency: 'EUR', messages: 1, amount: '0.02' },
        { accountId: bakery.id, country: 'HR', currency: 'EUR', messages: 1, amount: '0.02' },
      ].toSorted((a, b) => Number(b.amount) - Number(a.amount) || (a.accountId < b.accountId ? -1 : 1)),
    );
    const { rows } = await service.db.query(
      `SELECT trim_scale(-sum(amount))::text AS spent FROM ledger WHERE kind IN ('charge', 'refund') AND account_id = $1`,
      [bakery.id],
    );
    expect(rows[0].spent).toBe('0.08');
  });

  test('processes that count at the same time count once', async () => {
    await service.db.query('UPDATE traffic_slices SET due_at = now() WHERE due_at IS NOT NULL');
    await Promise.all(Array.from({ length: 6 }, () => countTraffic(service.db, 90, 5_000)));
    await recount(service.db);
    expect(totals(await get())).toEqual(expected);
  });

  test('minutes are merged into an hour with the same totals', async () => {
    const before = await get();
    await until(() =>
      service.db.transaction(async (tx) => {
        if (!(await lockTraffic(tx))) return false;
        await mergeOldestHour(tx, new Date(Date.now() + hourMs));
        return true;
      }),
    );
    expect((await service.db.query('SELECT 1 FROM traffic_slices')).rowCount).toBeLessThanOrEqual(61);
    const { hours, spend } = await get();
    expect({ hours, spend }).toEqual({ hours: before.hours, spend: before.spend });
    await recount(service.db);
    expect(totals(await get())).toEqual(expected);
  });
});

describe('of the past', async () => {
  const { db, url } = await testDatabase();
  const account = await testAccount(db);
  const now = Date.now();
  const hourOf = (ageHours: number) => new Date(Math.floor(now / hourMs - ageHours) * hourMs);
  const insert = async (ageHours: number, count: number, state: string, tookSeconds = 1) => {
    const at = hourOf(ageHours).getTime() + 60_000;
    const ids = Array.from({ length: count }, (_, index) => uuidAt(at + index).replace('-0000-0000', '-7000-8000'));
    const accepted = new Date(at).toISOString();
    await db.query(
      `INSERT INTO submissions SELECT $1, id, $1, 'Shop', 'Hello', 'GSM-7', 1, false, NULL, NULL, $3
       FROM unnest($2::uuid[]) id`,
      [account.id, ids, accepted],
    );
    await db.query(
      `INSERT INTO messages (account_id, id, submission_id, destination, country, price, state, due_at, state_at)
       SELECT $1, id, id, '+38640123456', 'SI', 0.01, $3, $4, $4::timestamptz + $5 * interval '1 second'
       FROM unnest($2::uuid[]) id`,
      [account.id, ids, state, accepted, tookSeconds],
    );
  };
  await insert(30, 20, 'DELIVERED', 5);
  await insert(5, 10, 'SENT');
  await recount(db);
  // From here on, every process that counts keeps messages for one day.
  const past = operator(await serviceOn(url, { HERMOD_RETENTION_DAYS: '1' }));
  const range = { from: hourOf(31).toISOString() };
  const hours = async () => (await get(range, past)).hours;

  test('hours from before the first count are counted', async () => {
    const all = await hours();
    expect(all.map(({ hour }) => hour)).toEqual(
      Array.from({ length: 32 }, (_, index) => hourOf(31 - index).toISOString()).slice(0, all.length),
    );
    expect(all[1]).toMatchObject({ accepted: 20, delivered: 20 });
    expect(all[1]!.p50Seconds).toBeCloseTo(5, 0);
    expect(all[26]).toMatchObject({ accepted: 10, sent: 10, delivered: 0 });
  });

  test('an hour is counted again while its messages can change, and then no longer', async () => {
    await db.query(`UPDATE messages SET state = 'FAILED' WHERE state = 'SENT'`);
    await recount(db, 1);
    expect((await hours())[26]).toMatchObject({ accepted: 10, sent: 0, failed: 10 });
    const due = 'SELECT due_at FROM traffic_slices WHERE starts_at = $1';
    expect((await db.query(due, [hourOf(5)])).rows).toEqual([{ due_at: null }]);
  });

  test('numbers are kept after their messages are deleted', async () => {
    await db.query('DELETE FROM messages');
    await db.query('UPDATE traffic_slices SET due_at = now() WHERE starts_at = $1', [hourOf(30)]);
    await recount(db, 1);
    expect((await hours())[1]).toMatchObject({ accepted: 20, delivered: 20 });
    expect((await get(range, past)).spend).toMatchObject([{ messages: 30, amount: '0.3' }]);
  });
});

test('a range is whole hours, and one day by default', async () => {
  const { hours } = await get();
  expect(hours.length).toBe(25);
  const one = await get({ from: '2026-01-01T10:30:00Z', to: '2026-01-01T11:00:00Z' });
  expect(one.hours.map(({ hour }) => hour)).toEqual(['2026-01-01T10:00:00.000Z']);
  const [from, to] = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'];
  expect((await get({ from, to })).hours).toHaveLength(31 * 24);
});

test.each([
  { from: 'yesterday' },
  { to: '2026-01-01' },
  { from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' },
  { from: '2026-01-01T00:00:00Z', to: '2026-03-01T00:00:00Z' },
  { accountId: 'me' },
])('%j is refused with 400', async (query) => {
  const parameters = new URLSearchParams(query as Record<string, string>).toString();
  expect(await call({ path: `/statistics?${parameters}` })).toMatchObject({ status: 400 });
});
