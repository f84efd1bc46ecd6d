/** Tables in a separate schema, beside another schema with tables of the same names. */
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { type Db, openDb } from '../../src/database/db.ts';
import { ensureDemo } from '../../src/flows/accounts/demo.ts';
import { ensureDefaultCarrier } from '../../src/flows/carriers/carriers.ts';
import { dropAged } from '../../src/flows/upkeep/retention.ts';
import { prepareSchema } from '../../src/host/database.ts';
import { missingPartitions } from '../../src/store/health/vitals.ts';
import { migrate } from '../../src/store/schema/migrations.ts';
import { ensurePartitions, partitionedTables, partitionsAround } from '../../src/store/schema/partitions.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { emptyDatabase } from '../harness/database.ts';
import { patienceMs } from '../harness/patience.ts';
import { demoKey, serviceOn } from '../harness/service.ts';

const log = createLog('silent');
const { url, drop } = await emptyDatabase();
const inSchemas = (path: string) => `${url}?options=${encodeURIComponent(`-c search_path=${path}`)}`;
const opened = (path: string) => openDb(inSchemas(path), log, { connections: 2 });
const [everywhere, tenant] = [opened('public'), opened('tenant')];
afterAll(async () => {
  await Promise.all([everywhere.close(), tenant.close()]);
  await drop();
});
await prepareSchema(everywhere);
await everywhere.query('CREATE SCHEMA tenant');
await prepareSchema(tenant);
await ensureDefaultCarrier(tenant, 'simulator:?receipt_delay=50');
await ensureDemo(tenant, demoKey);
const { call } = await serviceOn(inSchemas('tenant'));

const partitionsIn = async (db: Db, schema: string) =>
  (
    await db.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relispartition AND relkind = 'r' AND relnamespace = $1::regnamespace ORDER BY 1`,
      [schema],
    )
  ).rows.map(({ name }) => name);

test('each schema has its own partitions, also if another one has those names', async () => {
  const expected = partitionsAround(Date.now(), await partitionedTables(tenant)).map(({ name }) => name);
  expect(await partitionsIn(tenant, 'tenant')).toEqual(expected.sort());
  await tenant.query(`DROP TABLE ${expected.at(-1)}`);
  const both = opened('tenant,public');
  onTestFinished(() => both.close());
  expect(await ensurePartitions(both)).toBe(1);
  expect(await partitionsIn(tenant, 'tenant')).toEqual(expected);
});

test('a service runs in that schema, and retention finds its weeks', async () => {
  expect(await call({ path: '/health/ready' })).toMatchObject({ status: 200 });
  const body = { sender: 'Hermod', destinations: ['+38640123456'], message: { content: 'In a schema of its own' } };
  const sent = await call({ path: '/v1/sms/messages', body });
  expect(sent.status, sent.text).toBe(202);
  const id = (sent.body as { messages: { messageId: string }[] }).messages[0]!.messageId;
  const state = async () => ((await call({ path: `/v1/sms/messages/${id}` })).body as { status: string }).status;
  await expect.poll(state, { timeout: patienceMs }).toBe('DELIVERED');
  expect((await everywhere.query('SELECT id FROM messages')).rows).toEqual([]);
  expect(await dropAged(tenant, log, 90)).toMatchObject({ dropped: [] });
});

test('a schema earlier in the search path, such as one named like the role, hides no table', async () => {
  await everywhere.query('CREATE SCHEMA first');
  const shadowed = opened('first,tenant');
  onTestFinished(() => shadowed.close());
  const tables = await partitionedTables(shadowed);
  expect(tables).toContain('messages');
  const [name] = (await partitionsIn(tenant, 'tenant')).filter((each) => each.startsWith('receipt_log')).slice(-1);
  await tenant.query(`DROP TABLE ${name}`);
  expect(await ensurePartitions(shadowed)).toBe(1);
  expect(await partitionsIn(tenant, 'tenant')).toContain(name);
  expect(await missingPartitions(shadowed, Date.now())).toEqual([]);

  const known = (await tenant.query<{ name: string; checksum: string }>('SELECT name, checksum FROM schema_migrations'))
    .rows;
  const all = known.map((each) => ({ ...each, sql: '' }));
  await migrate(shadowed, [...all, { name: '9001_new', sql: 'CREATE TABLE brand_new (x int)', checksum: 'x' }]);
  const { rows } = await tenant.query(
    `SELECT relnamespace::regnamespace::text AS schema FROM pg_class WHERE relname = 'brand_new'`,
  );
  expect(rows).toEqual([{ schema: 'tenant' }]);
});
