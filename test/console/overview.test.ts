/** The front page of the console, and the numbers by group, for the operator and for customers. */
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { uuidAt } from '../../src/domain/uuid.ts';
import { lockTraffic, mergeOldestHour } from '../../src/store/statistics/traffic.ts';
import { addCarrier, states, until } from '../dispatch/carrier.ts';
import { idsOf, sender, type TestAccount, testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { recount } from '../harness/recount.ts';
import { serviceOn, testService } from '../harness/service.ts';

const service = await testService();
const other = await serviceOn(service.url);
const admin = operator(service);
const { db } = service;

type Overview = {
  range: string;
  stepSeconds: number;
  series: Record<string, number | string>[];
  totals: Record<string, number>;
  previous: { totals: Record<string, number>; accepted: number[] };
  spend: { currency: string; amount: unknown }[];
  failures: { reason: string; count: number }[];
  now: Record<string, unknown> & { carriers?: Record<string, unknown>[] };
  empty: boolean;
};
type Row = Record<string, unknown> & { key: string };
const ofOperator = async (range = '1h') => (await admin({ path: `/overview?range=${range}` })).body as Overview;
const ofAccount = async ({ key }: TestAccount, range = '1h', from = service) =>
  (await from.call({ path: `/v1/overview?range=${range}`, key })).body as Overview;
const by = async (query: Record<string, string>) =>
  ((await admin({ path: `/statistics/by?${new URLSearchParams(query).toString()}` })).body as { rows: Row[] }).rows;
const ownBy = async ({ key }: TestAccount, query: Record<string, string>) =>
  (
    (await service.call({ path: `/v1/statistics/by?${new URLSearchParams(query).toString()}`, key })).body as {
      rows: Row[];
    }
  ).rows;

test('an empty system says so', async () => {
  const overview = await ofOperator();
  expect(overview).toMatchObject({ range: '1h', stepSeconds: 60, empty: true, spend: [], failures: [] });
  expect(overview.series).toHaveLength(60);
  expect(overview.totals).toMatchObject({ accepted: 0 });
  expect(overview.totals).not.toHaveProperty('deliveredShare');
  expect(overview.now).toMatchObject({ waiting: 0, oldestWaitingSeconds: 0, webhookBacklog: 0, carriers: [] });
  const account = await testAccount(db);
  expect(await ofAccount(account)).toMatchObject({ empty: true, now: { balance: 1000, currency: 'EUR', waiting: 0 } });
  expect((await ofAccount(account)).now).not.toHaveProperty('carriers');
});

describe('with traffic', () => {
  let bakery: TestAccount;
  let garage: TestAccount;
  let carrierId: string;

  beforeAll(async () => {
    carrierId = await addCarrier(db, 'simulator:?receipt_delay=300', [{ country: 'SI' }]);
    await db.query(`UPDATE carriers SET name = '=cmd|x' WHERE id = $1`, [carrierId]);
    bakery = await testAccount(db);
    garage = await testAccount(db);
    const send = sender(service, bakery);
    await send({ destinations: ['+38640123456', '+38640123457'] });
    // FAILED, and REJECTED at the submit; and a country that no route leads to.
    await send({ destinations: ['+38640000001', '+38640000003', '+38640000008'] });
    await send({ destinations: ['+385912345678'] });
    await sender(service, garage)();
    const scheduledTime = Math.floor(Date.now() / 1_000) + 86_400;
    const [cancelled] = idsOf(await send({ scheduledTime }));
    await service.call({ method: 'POST', path: `/v1/sms/messages/${cancelled}/cancel`, key: bakery.key });
    await until(async () => {
      const { QUEUED = 0, SENT = 0 } = await states(db);
      return QUEUED === 0 && SENT <= 1;
    });
    await recount(db);
  });

  test('all accounts are summed up, and one sees its own', async () => {
    await until(async () => (await ofOperator()).totals['accepted'] === 8);
    const all = await ofOperator();
    const own = await ofAccount(bakery);
    expect(all.empty).toBe(false);
    expect(own.totals).toMatchObject({ accepted: 7, cancelled: 1 });
    expect((await ofAccount(garage)).totals).toMatchObject({ accepted: 1, delivered: 1, deliveredShare: 1 });
    for (const { series, totals } of [all, own]) {
      for (const name of ['accepted', 'delivered', 'failed', 'rejected', 'waiting', 'sent'])
        expect(series.reduce((sum, step) => sum + (step[name] as number), 0)).toBe(totals[name]);
    }
    expect(all.totals['p50Seconds']).toBeGreaterThan(0.25);
    expect(all.spend).toEqual([{ currency: 'EUR', amount: expect.any(String) }]);
    expect(own.spend).toEqual([{ currency: 'EUR', amount: expect.any(Number) }]);
    expect(Number(all.spend[0]!.amount)).toBeCloseTo((own.spend[0]!.amount as number) + 0.01, 6);
  });

  test('ranges of a day and a month hold the same', async () => {
    for (const [range, steps, stepSeconds] of [
      ['24h', 24, 3_600],
      ['30d', 30, 86_400],
    ] as const) {
      const { series, totals, stepSeconds: step } = await ofOperator(range);
      expect([series.length, step, totals['accepted']]).toEqual([steps, stepSeconds, 8]);
    }
    expect((await admin({ path: '/overview?range=1y' })).status).toBe(400);
  });

  test('failures are grouped by their reason', async () => {
    const { failures } = await ofAccount(bakery, '24h');
    const noRoute = 'No route leads to this number.';
    const simulated = 'The simulator refused the message, as its magic number asks.';
    expect(failures).toContainEqual({ reason: 'no carrier takes messages to HR', reasonText: noRoute, count: 1 });
    expect(failures).toContainEqual({ reason: 'a magic number asks for it', reasonText: simulated, count: 1 });
    expect(failures.reduce((sum, { count }) => sum + count, 0)).toBe(
      await ofAccount(bakery, '24h').then(({ totals }) => totals['failed']! + totals['rejected']! + totals['unknown']!),
    );
    expect((await ofAccount(garage, '24h')).failures).toEqual([]);
  });

  test('numbers by carrier, account, country and time', async () => {
    const carriers = await by({ group: 'carrier' });
    expect(carriers.map(({ key }) => key)).toEqual(expect.arrayContaining([carrierId, 'none']));
    const taken = carriers.find(({ key }) => key === carrierId)!;
    expect(taken).toMatchObject({ label: '=cmd|x', currency: 'EUR', spend: expect.any(String) });
    expect(carriers.reduce((sum, { accepted }) => sum + (accepted as number), 0)).toBe(8);
    const accounts = await by({ group: 'account' });
    expect(accounts.map(({ key, accepted }) => [key, accepted])).toEqual([
      [bakery.id, 7],
      [garage.id, 1],
    ]);
    expect(await by({ group: 'account', country: 'HR' })).toMatchObject([{ key: bakery.id, accepted: 1, rejected: 1 }]);
    expect((await by({ group: 'country', accountId: garage.id })).map(({ key }) => key)).toEqual(['SI']);
    const sums = await Promise.all((['day', 'hour'] as const).map((group) => by({ group })));
    for (const rows of sums) expect(rows.reduce((sum, { accepted }) => sum + (accepted as number), 0)).toBe(8);
    expect(sums[0]![0]!.key).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(new Date(sums[1]![0]!.key).toISOString()).toBe(sums[1]![0]!.key.replace('Z', '.000Z'));
  });

  test('groups in steps add up to the groups, and small ones are together', async () => {
    const sumOf = (rows: Row[], key: string) =>
      rows.filter((row) => row.key === key).reduce((sum, { accepted }) => sum + (accepted as number), 0);
    for (const group of ['country', 'carrier', 'account'])
      for (const step of ['day', 'hour']) {
        const rows = await by({ group, step });
        for (const { key, accepted } of await by({ group })) expect([key, sumOf(rows, key)]).toEqual([key, accepted]);
        for (const { at } of rows)
          expect(new Date(at as string).getTime() % (step === 'day' ? 86_400_000 : 3_600_000)).toBe(0);
      }
    expect(await ownBy(garage, { group: 'country', step: 'day' })).toMatchObject([{ key: 'SI', accepted: 1 }]);
    const old = '2026-03-01T10:00:00Z';
    const countries = ['AT', 'BE', 'CH', 'DE', 'ES', 'FR', 'GB', 'HR', 'IT', 'SI'];
    await db.query(
      `INSERT INTO traffic_of_all (starts_at, currency, country, carrier_id, accepted, waiting, sent, delivered, failed, rejected, unknown,
         cancelled, paid, spend) SELECT $1, 'EUR', c, $2, 100 - n, 0, 0, 0, 0, 0, 0, 0, 0, 0.5 FROM unnest($3::text[]) WITH ORDINALITY AS w (c, n)`,
      [old, carrierId, countries],
    );
    const range = { group: 'country', step: 'day', from: old, to: '2026-03-01T11:00:00Z' };
    const rows = await by(range);
    expect(rows.map(({ key }) => key).sort()).toEqual([...countries.slice(0, 8), 'other'].sort());
    expect(rows.find(({ key }) => key === 'other')).toMatchObject({ accepted: 91 + 90, spend: '1', currency: 'EUR' });
    expect(await by({ ...range, group: 'carrier' })).toMatchObject([{ key: carrierId, label: '=cmd|x' }]);
    for (const query of [
      'group=day&step=hour',
      'group=country&step=minute',
      'group=country&step=hour&from=2026-03-01T00:00:00Z',
    ])
      expect(await admin({ path: `/statistics/by?${query}` })).toMatchObject({ status: 400 });
  });

  test('the period before is beside each period', async () => {
    const { previous } = await ofOperator('24h');
    expect(previous).toMatchObject({ totals: { accepted: 0 } });
    expect(previous.accepted).toHaveLength(24);
    const at = new Date(Math.floor(Date.now() / 3_600_000 - 30) * 3_600_000);
    await db.query(
      `INSERT INTO traffic_of_all (starts_at, currency, country, carrier_id, accepted, waiting, sent, delivered, failed, rejected, unknown,
         cancelled, paid, spend) VALUES ($1, 'EUR', 'SI', $2, 7, 0, 0, 5, 2, 0, 0, 0, 0, 0)`,
      [at, carrierId],
    );
    // Another process has nothing in its cache.
    const fresh = (await operator(other)({ path: '/overview?range=24h' })).body as Overview;
    expect(fresh.previous.totals).toMatchObject({ accepted: 7, delivered: 5, failed: 2, deliveredShare: 0.7143 });
    const place = fresh.previous.accepted.indexOf(7);
    expect(Date.parse(fresh.series[place]!['at'] as string) - at.getTime()).toBe(86_400_000);
    expect(await ofAccount(garage, '24h')).toMatchObject({ previous: { totals: { accepted: 0 } } });
  });

  test('a customer has its own, and no carriers', async () => {
    expect(await ownBy(garage, { group: 'country' })).toMatchObject([
      { key: 'SI', accepted: 1, delivered: 1, deliveredShare: 1, spend: 0.01, currency: 'EUR' },
    ]);
    const [row] = await ownBy(bakery, { group: 'day', accountId: garage.id });
    expect(row).toMatchObject({ accepted: 7 });
    for (const group of ['carrier', 'account'])
      expect((await service.call({ path: `/v1/statistics/by?group=${group}`, key: garage.key })).status).toBe(400);
    const { hours, spend } = (await service.call({ path: '/v1/statistics', key: garage.key })).body as {
      hours: { accepted: number }[];
      spend: object[];
    };
    expect(hours.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(1);
    expect(spend).toEqual([{ country: 'SI', currency: 'EUR', messages: 1, amount: 0.01 }]);
  });

  test('a spreadsheet runs nothing of it', async () => {
    const { text, headers } = await admin({ path: '/statistics/by.csv?group=carrier' });
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toContain('attachment');
    const lines = text.trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^key,label,accepted,/);
    expect(text).toContain(`${carrierId},'=cmd|x,`);
    const own = await service.call({ path: '/v1/statistics/by.csv?group=country', key: garage.key });
    expect(own.text).toContain('\r\nSI,,1,1,0,0,0,0,0,0,1,0.01,EUR\r\n');
  });

  test('minutes become an hour without a change', async () => {
    const before = [await by({ group: 'carrier' }), await by({ group: 'account' })];
    const reasons = 'SELECT account_id, reason, sum(messages) AS messages FROM failures GROUP BY 1, 2 ORDER BY 1, 2';
    const { rows: failures } = await db.query(reasons);
    await until(() =>
      db.transaction(async (tx) => {
        if (!(await lockTraffic(tx))) return false;
        await mergeOldestHour(tx, new Date(Date.now() + 3_600_000));
        return true;
      }),
    );
    expect([await by({ group: 'carrier' }), await by({ group: 'account' })]).toEqual(before);
    expect((await db.query(reasons)).rows).toEqual(failures);
    await recount(db);
    expect([await by({ group: 'carrier' }), await by({ group: 'account' })]).toEqual(before);
  });

  test('reasons that differ by a number are one, and the rare ones are counted together', async () => {
    const account = await testAccount(db);
    const accepted = new Date().toISOString();
    const add = async (reason: string) => {
      const id = newId();
      await db.query(
        `INSERT INTO messages (account_id, id, submission_id, destination, country, price, state, due_at, state_at, reason)
         VALUES ($1, $2, $2, '+38640123456', 'SI', 0, 'FAILED', $3, $3, $4)`,
        [account.id, id, accepted, reason],
      );
    };
    for (let each = 0; each < 5; each++) await add(`no such message ${newId()} from +3864012345${each}`);
    for (let each = 0; each < 25; each++) await add(`carrier error ${each}`);
    await recount(db);
    await until(async () => (await ofAccount(account, '1h')).totals['accepted'] === 30);
    const { failures } = await ofAccount(account, '1h');
    expect(failures).toHaveLength(20);
    const { rows } = await db.query<{ reason: string; messages: string }>(
      'SELECT reason, sum(messages) AS messages FROM failures WHERE account_id = $1 GROUP BY 1',
      [account.id],
    );
    expect(rows.find(({ reason }) => reason === 'no such message … from +…')).toMatchObject({ messages: '5' });
    expect(rows.find(({ reason }) => reason === 'other reasons')).toBeDefined();
    expect(rows.reduce((sum, { messages }) => sum + Number(messages), 0)).toBe(30);
  });
});

test.each([
  'group=week',
  'group=hour&from=2026-01-01T00:00:00Z&to=2026-03-01T00:00:00Z',
  'group=day&from=2024-01-01T00:00:00Z&to=2026-03-01T00:00:00Z',
  'group=day&from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z',
  'group=account&accountId=me',
])('%s is refused with 400', async (query) => {
  expect((await admin({ path: `/statistics/by?${query}` })).status).toBe(400);
});

describe('now', () => {
  test('each process reports the rates of all', async () => {
    const account = await testAccount(db);
    const send = sender(service, account);
    await until(async () => {
      await send();
      const [here, there] = [await ofAccount(account), await ofAccount(account, '1h', { ...service, ...other })];
      return (here.now['acceptedPerSecond'] as number) > 0 && (there.now['acceptedPerSecond'] as number) > 0;
    });
    expect((await ofOperator()).now['acceptedPerSecond']).toBeGreaterThan(0);
    await until(async () => ((await ofAccount(account)).now['deliveredPerSecond'] as number) > 0);
  });

  test('what waits is counted, and its age is known', async () => {
    const account = await testAccount(db);
    await db.query(`UPDATE carriers SET enabled = false`);
    // A carrier that cannot be reached takes them one day.
    const { rows } = await db.query<{ queue: number }>(
      `INSERT INTO carriers (id, name, url) VALUES ($1, 'far away', 'smpp://a:b@127.0.0.1:1') RETURNING queue`,
      [newId()],
    );
    const id = newId();
    await db.query(
      `INSERT INTO submissions SELECT $1, $2, $1, 'Shop', 'Hello', 'GSM-7', 1, false, NULL, NULL, now() - interval '100 seconds'`,
      [account.id, id],
    );
    await db.query(
      `INSERT INTO messages (account_id, id, submission_id, destination, country, price, state, due_at, state_at, queue)
       SELECT $1, m, $2, '+38640123456', 'SI', 0, 'QUEUED', now() + interval '1 hour', now(), $3 FROM unnest($4::uuid[]) m`,
      [account.id, id, rows[0]!.queue, [newId(), newId(), newId()]],
    );
    // One that failed, and two more of the same message behind it; the last one is older than what the list of endpoints looks back.
    const [event, behind, older] = [newId(), newId(), uuidAt(Date.now() - 2 * 86_400_000)];
    await db.query(
      `INSERT INTO outbox (account_id, id, kind, subject_id, url, origin, payload, created_at, due_at, state, attempts)
       SELECT $1, id, 'delivery report', $2, 'http://127.0.0.1:9/', 'http://127.0.0.1:9', '{}', now() - interval '50 seconds',
         now() + interval '1 hour', state, attempts
       FROM unnest($3::uuid[], '{ready,blocked,blocked}'::text[], '{1,0,0}'::integer[]) AS o (id, state, attempts)`,
      [account.id, event, [event, behind, older]],
    );
    await until(async () => (await ofAccount(account)).now['waiting'] === 3);
    const { now } = await ofAccount(account);
    expect(now['oldestWaitingSeconds']).toBeGreaterThanOrEqual(100);
    expect(now['webhookBacklog']).toBe(3);
    const endpoints = { path: '/v1/webhooks/endpoints', key: account.key };
    expect((await service.call(endpoints)).body).toMatchObject({ endpoints: [{ waiting: 2, retrying: 1 }] });
    expect(now['webhookOldestSeconds']).toBeGreaterThanOrEqual(50);
    await until(async () => ((await ofOperator()).now['waiting'] as number) >= 3);
    const all = (await ofOperator()).now;
    expect(all['oldestWaitingSeconds']).toBeGreaterThanOrEqual(100);
    expect(all['webhookOldestSeconds']).toBeGreaterThanOrEqual(50);
    expect(all['webhookBacklog']).toBe(3);
    const health = (await admin({ path: '/health' })).body as { findings: Record<string, string>[] };
    expect(health.findings.find(({ check }) => check === 'Waiting messages')).toMatchObject({
      verdict: 'note',
      text: expect.stringMatching(/oldest has been waiting for \d+ s$/),
    });
    expect(all.carriers).toContainEqual(
      expect.objectContaining({ name: 'far away', enabled: true, linksUp: 0, throttled: false, waiting: 3 }),
    );
    // Another account has nothing of it.
    expect((await ofAccount(await testAccount(db))).now).toMatchObject({ waiting: 0, webhookBacklog: 0 });
  });
});
