/** What explains a change in a chart: releases, pauses, and carriers that are down. */
import { expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { version } from '../../src/base/version.ts';
import { uuidAt } from '../../src/domain/uuid.ts';
import { addCarrier, until } from '../dispatch/carrier.ts';
import { testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { testService } from '../harness/service.ts';

type Annotation = {
  kind: string;
  at: string;
  until?: string;
  subject?: string;
  subjectId?: string;
  name?: string;
  by?: string;
  text?: string;
};

const service = await testService();
const { db } = service;
const call = operator(service);
const annotations = async (query: Record<string, string> = {}) =>
  (
    (await call({ path: `/statistics/annotations?${new URLSearchParams(query).toString()}` })).body as {
      annotations: Annotation[];
    }
  ).annotations;
const pauses = async (query?: Record<string, string>) =>
  (await annotations(query)).filter(({ kind }) => kind === 'pause');

test('a pause has its beginning, its end, its subject and its author', async () => {
  expect(await pauses()).toEqual([]);
  const headers = { 'x-operator': 'Anna' };
  await call({ method: 'PUT', path: '/pauses/all', headers });
  expect(await pauses()).toEqual([{ kind: 'pause', at: expect.any(String), subject: 'all', by: 'Anna' }]);
  await call({ method: 'DELETE', path: '/pauses/all' });
  expect(await pauses()).toEqual([
    { kind: 'pause', at: expect.any(String), until: expect.any(String), subject: 'all', by: 'Anna' },
  ]);
});

test('a pause that is older than the range lasts from its start; one that is over is not in it', async () => {
  const carrierId = await addCarrier(db, 'simulator:');
  const hours = (ago: number) => new Date(Date.now() - ago * 3_600_000);
  const entry = (ago: number, action: string) =>
    db.query(
      `INSERT INTO audit (id, at, actor_kind, actor, action, subject_id) VALUES ($1, $2, 'operator', 'Bor', $3, $4)`,
      [`${uuidAt(hours(ago).getTime()).slice(0, 24)}${newId().slice(24)}`, hours(ago), action, carrierId],
    );
  await entry(50, 'carrier pause');
  await entry(40, 'carrier resume');
  await entry(30, 'carrier pause');
  await entry(20, 'carrier resume');
  const from = hours(25).toISOString();
  const [first] = await pauses({ from, to: hours(10).toISOString() });
  expect(first).toMatchObject({ subject: 'carrier', name: `carrier ${carrierId}`, until: expect.any(String) });
  expect(first).not.toHaveProperty('by');
  // The range begins at a whole hour.
  expect(Date.parse(first!.at)).toBe(Math.floor(hours(25).getTime() / 3_600_000) * 3_600_000);
  expect(await pauses({ from: hours(15).toISOString(), to: hours(10).toISOString() })).toEqual([]);
  expect(await pauses({ from: hours(60).toISOString(), to: hours(10).toISOString() })).toHaveLength(2);
});

test('a release is dated by its migrations and processes', async () => {
  const [deployment, ...others] = (await annotations()).filter(({ kind }) => kind === 'deployment');
  expect(deployment).toMatchObject({ text: version });
  expect(others).toEqual([]);
  await db.query(`INSERT INTO workers (id, oldest, release) VALUES ($1, $1, '9.9.9')`, [newId()]);
  const found = (await annotations()).filter(({ kind }) => kind === 'deployment');
  expect(found.map(({ text }) => text)).toEqual([version, '9.9.9']);
});

test('a carrier that is down is an outage, which a customer does not see', async () => {
  const carrierId = await addCarrier(db, 'smpp://esme:hunter2x@127.0.0.1:1', [{}]);
  await until(async () => (await annotations()).some(({ kind }) => kind === 'outage'));
  const [outage] = (await annotations()).filter(({ kind }) => kind === 'outage');
  expect(outage).toMatchObject({
    subject: 'carrier',
    subjectId: carrierId,
    text: expect.stringContaining('ECONNREFUSED'),
  });
  expect(outage).not.toHaveProperty('until');
  await until(async () => {
    const { annotations: shown } = (await call({ path: '/overview?range=1h' })).body as { annotations: Annotation[] };
    return shown.some(({ kind }) => kind === 'outage');
  });
  const account = await testAccount(db);
  const own = await service.call({ path: '/v1/overview?range=1h', key: account.key });
  expect(own.body).not.toHaveProperty('annotations');
  expect(await service.call({ path: '/admin/v1/statistics/annotations', key: account.key })).toMatchObject({
    status: 401,
  });
});

test('an outage that is over stays in the charts of its time', async () => {
  const carrierId = await addCarrier(db, 'smpp://esme:hunter2x@127.0.0.1:1', [{}]);
  const outageOf = async () => (await annotations()).find(({ subjectId }) => subjectId === carrierId);
  const rows = async () => (await db.query('SELECT FROM carrier_outages WHERE carrier_id = $1', [carrierId])).rowCount;
  await until(async () => (await outageOf()) !== undefined);
  await db.query(`UPDATE carrier_links SET since = now() - interval '10 minutes' WHERE carrier_id = $1`, [carrierId]);
  await until(async () => (await rows()) === 1);
  await db.query('UPDATE carriers SET enabled = false WHERE id = $1', [carrierId]);
  await until(async () => (await outageOf())?.until !== undefined);
  expect(await outageOf()).toMatchObject({ kind: 'outage', text: expect.stringContaining('ECONNREFUSED') });
  const before = {
    from: new Date(Date.now() - 14_400_000).toISOString(),
    // Ranges are of whole hours.
    to: new Date(Date.now() - 7_200_000).toISOString(),
  };
  expect((await annotations(before)).filter(({ subjectId }) => subjectId === carrierId)).toEqual([]);
  expect(await rows()).toBe(1);
});
