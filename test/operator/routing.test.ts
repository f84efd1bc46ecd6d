/** Delivery rates per carrier and hour decide the route where a policy says so. */
import { expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { refreshRates } from '../../src/flows/carriers/routing.ts';
import { operator } from '../harness/operator.ts';
import { testService } from '../harness/service.ts';

const service = await testService();
const { db } = service;
const call = operator(service);

async function carrier(name: string, delivered: number, failed: number): Promise<string> {
  const { body } = await call({ path: '/carriers', body: { name, url: 'simulator:' } });
  const { carrierId } = body as { carrierId: string };
  await call({ path: '/routes', body: { carrierId, priority: 5 } });
  await db.query(
    `INSERT INTO traffic_of_all (starts_at, currency, country, carrier_id, accepted, waiting, sent, delivered, failed, rejected,
       unknown, cancelled, paid, spend)
     VALUES (date_trunc('hour', now() - interval '3 hours'), 'EUR', 'SI', $1, $2::int + $3::int, 0, 0, $2, $3, 0, 0, 0, $2 + $3, 1)`,
    [carrierId, delivered, failed],
  );
  return carrierId;
}
const versionOf = async () => (await db.query<{ version: string }>('SELECT version FROM routing')).rows[0]!.version;

test('rates are stored once for all processes, and explained', async () => {
  const bad = await carrier('bad', 700, 300);
  const good = await carrier('good', 980, 20);
  const few = await carrier('few', 3, 0);
  expect(await refreshRates(db)).toBe(false);
  const body = { policies: [{ country: null, policy: 'best delivery', windowHours: 24 }] };
  expect((await call({ method: 'PUT', path: '/routing/policies', body })).status).toBe(200);
  await refreshRates(db);
  const version = await versionOf();
  expect(await refreshRates(db)).toBe(false);
  expect(await versionOf()).toBe(version);
  const { candidates } = (await call({ path: '/routes/explain?destination=%2B38640123456' })).body as {
    candidates: { carrierId: string; deliveredPercent?: number }[];
  };
  const ours = candidates.filter(({ carrierId }) => [bad, good, few].includes(carrierId));
  expect(ours.map(({ carrierId, deliveredPercent }) => [carrierId, deliveredPercent])).toEqual([
    // Too few messages to judge the carrier, so it stays eligible.
    [few, undefined],
    [good, 98],
    [bad, 70],
  ]);
});

test.each([
  ['/routing/policies', { policies: [{ country: 'XX', policy: 'weight' }] }],
  ['/routing/policies', { policies: [{ country: null, policy: 'luck' }] }],
  [
    '/routing/policies',
    {
      policies: [
        { country: 'SI', policy: 'weight' },
        { country: 'SI', policy: 'least cost' },
      ],
    },
  ],
])('%s refuses %j', async (path, body) => {
  const before = await call({ path });
  expect((await call({ method: 'PUT', path, body })).status).toBe(400);
  expect((await call({ path })).text).toBe(before.text);
});

test('costs of an unknown carrier are refused', async () => {
  const path = `/carriers/${newId()}/costs`;
  expect((await call({ path })).status).toBe(404);
  const body = { currency: 'EUR', costs: [] };
  expect((await call({ method: 'PUT', path, body })).status).toBe(404);
});
