/** An external PostgreSQL: its defaults, limits, roles and schema. */
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { request } from 'undici';
import { afterAll, expect, inject, onTestFinished, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { openDb } from '../../src/database/db.ts';
import type { Finding } from '../../src/domain/health/finding.ts';
import { ensureDemo } from '../../src/flows/accounts/demo.ts';
import { ensureDefaultCarrier } from '../../src/flows/carriers/carriers.ts';
import { dropAged } from '../../src/flows/upkeep/retention.ts';
import { fitConnections } from '../../src/host/connections.ts';
import { examineServer, prepareSchema, withConnection } from '../../src/host/database.ts';
import { beat } from '../../src/store/message/workers.ts';
import { migrate } from '../../src/store/schema/migrations.ts';
import { ensurePartitions } from '../../src/store/schema/partitions.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { dataDir } from '../harness/command.ts';
import { emptyDatabase, withName } from '../harness/database.ts';
import { doctorFindings } from '../harness/doctor.ts';
import { fakePostgres } from '../harness/fake-postgres.ts';
import { patienceMs } from '../harness/patience.ts';
import { adminToken, demoKey, type RunningService, serviceOn, testConfig } from '../harness/service.ts';

const name = `nodes_${process.pid}`;
const [owner, role] = [`${name}_owner`, `${name}_service`];
const as = (user: string, database: string) =>
  withName(inject('databaseUrl').replace('//hermod@', `//${user}@`), database);
const [url, asOwner, asRole] = ['hermod', owner, role].map((user) => as(user, name)) as [string, string, string];
const log = createLog('silent');
const home = dataDir();

/** The statements of the guide, with the names of this file: before and after it connects to the new database. */
const [before, after] = guide('docs/guides/database.md');
await run(as('hermod', 'postgres'), before);
afterAll(() => run(as('hermod', 'postgres'), [`DROP DATABASE ${name} WITH (FORCE)`, `DROP ROLE ${owner}, ${role}`]));
await run(asOwner, after);
await withConnection(asOwner, log, prepareSchema);
await run(asOwner, [`REVOKE INSERT, UPDATE, DELETE ON schema_migrations FROM ${role}`]);
await withConnection(asRole, log, async (mine) => {
  await ensureDefaultCarrier(mine, 'simulator:?receipt_delay=50');
  await ensureDemo(mine, demoKey);
});

function guide(file: string): [string[], string[]] {
  const [, block = ''] = /```sql\n(.*?)```/s.exec(readFileSync(join(import.meta.dirname, '../..', file), 'utf8')) ?? [];
  const own = block.replace(/\bhermod(_owner)?\b/g, (_found, isOwner) => (isOwner ? owner : role));
  const lines = own.trim().split('\n');
  const connected = lines.findIndex((line) => line.startsWith('\\c '));
  const before = lines
    .slice(0, connected)
    .map((line) => line.replace(`CREATE DATABASE ${role}`, `CREATE DATABASE ${name}`));
  return [before, lines.slice(connected + 1)];
}

async function run(connectionString: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

const strange = {
  DateStyle: "'German, DMY'",
  IntervalStyle: 'sql_standard',
  TimeZone: "'Asia/Kolkata'",
  bytea_output: 'escape',
  default_transaction_isolation: 'serializable',
  standard_conforming_strings: 'off',
  statement_timeout: "'10min'",
  idle_in_transaction_session_timeout: "'10min'",
  lock_timeout: "'1ms'",
  extra_float_digits: '-3',
  jit_above_cost: '0',
};
await run(
  url,
  Object.entries(strange).map(([setting, value]) => `ALTER DATABASE ${name} SET ${setting} = ${value}`),
);

const db = openDb(url, log);
afterAll(() => db.close());
/** The service as that role, on a database with those defaults. */
const service = await serviceOn(asRole, { HERMOD_DATA_DIR: '/proc' });

async function delivered({ call }: RunningService, content: string): Promise<void> {
  const body = { sender: 'Hermod', destinations: ['+38640123456'], message: { content } };
  const sent = await call({ path: '/v1/sms/messages', body });
  expect(sent.status, sent.text).toBe(202);
  const id = (sent.body as { messages: { messageId: string }[] }).messages[0]!.messageId;
  const state = async () => ((await call({ path: `/v1/sms/messages/${id}` })).body as { status: string }).status;
  await expect.poll(state, { timeout: patienceMs }).toBe('DELIVERED');
}

test('unusual defaults of a database affect no connection, and a role with only write access is enough', async () => {
  const { rows } = await db.query<{ found: string }>(
    `SELECT concat_ws('|', current_setting('DateStyle'), current_setting('IntervalStyle'), current_setting('TimeZone'),
       current_setting('transaction_isolation'), current_setting('transaction_read_only'), current_setting('bytea_output'),
       current_setting('statement_timeout'), current_setting('lock_timeout')) AS found`,
  );
  expect(rows[0]!.found).toBe('ISO, MDY|postgres|UTC|read committed|off|hex|30s|0');
  await delivered(service, 'As a role that owns nothing');
  const { body } = await service.call({ path: '/v1/sms/messages' });
  const { acceptedAt } = (body as { messages: { acceptedAt: string }[] }).messages[0]!;
  expect(Math.abs(Date.now() - Date.parse(acceptedAt))).toBeLessThan(patienceMs);
  // /proc is a file system without a free block: ready reports it while everything works.
  expect(await service.call({ path: '/health/ready' })).toMatchObject({
    status: 200,
    body: { status: 'ready', notes: ['the disk of the database is nearly full'] },
  });
});

test('operations this role may not perform are left to the owner, and reported when they are needed', async () => {
  const mine = openDb(asRole, log, { connections: 2 });
  onTestFinished(() => mine.close());
  expect(await prepareSchema(mine)).toEqual([]);
  expect(await dropAged(mine, log, 1)).toEqual({ dropped: [], waiting: [], thinned: 0 });
  const settings = { HERMOD_DATA_DIR: home, HERMOD_PORT: '0', HERMOD_SMTP_PORT: '0', DATABASE_URL: asRole };
  const rights = async () => (await doctorFindings(settings)).find(({ check }) => check === 'Rights');
  expect(await rights()).toMatchObject({ verdict: 'ok' });

  const { rows } = await db.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relname LIKE 'receipt_log_2%' AND relkind = 'r' ORDER BY 1`,
  );
  // The second partition is this week's: the first is last week's.
  for (const { name } of rows.slice(2)) await db.query(`DROP TABLE ${name}`);
  await expect(ensurePartitions(mine)).rejects.toThrow(/may not change the schema/);
  await expect(prepareSchema(mine)).rejects.toMatchObject({ next: expect.stringContaining('hermod migrate') });
  expect(await rights()).toMatchObject({ verdict: 'problem', text: expect.stringContaining('Run hermod migrate') });
  await withConnection(asOwner, log, ensurePartitions);

  await db.query(`REVOKE DELETE ON outbox FROM ${role}`);
  expect(await rights()).toMatchObject({ verdict: 'problem', text: expect.stringContaining('outbox') });
  await db.query(`GRANT DELETE ON outbox TO ${role}`);
});

test('a newer schema is accepted if it declares compatibility, otherwise refused by start, doctor and ready', async () => {
  const ready = async () => (await service.call({ path: '/health/ready' })).status;
  await db.query(`INSERT INTO schema_migrations (name, checksum) VALUES ('9001_expand', 'x')`);
  expect(await ready()).toBe(200);
  expect(await migrate(db)).toEqual([]);
  await db.query(
    `INSERT INTO schema_migrations (name, checksum, requires) VALUES ('9002_contract', 'x', '9001_expand'),
       ('9003_later', 'x', '0029_nodes')`,
  );
  expect(await service.call({ path: '/health/ready' })).toMatchObject({
    status: 503,
    body: { reason: 'the schema is newer than this version: 9002_contract' },
  });
  await expect(migrate(db)).rejects.toThrow('9002_contract needs a version that knows 9001_expand');
  const settings = { HERMOD_DATA_DIR: home, HERMOD_PORT: '0', HERMOD_SMTP_PORT: '0', DATABASE_URL: url };
  expect(await doctorFindings(settings)).toContainEqual({
    check: 'PostgreSQL',
    verdict: 'problem',
    text: expect.stringContaining('the schema is newer than this Hermod'),
  });
  await db.query(`DELETE FROM schema_migrations WHERE name LIKE '900%'`);
  expect(await ready()).toBe(200);
});

test('a start uses the connections left on the server, after reserving those of running processes, or is refused', async () => {
  const mine = openDb(asRole, log, { connections: 1 });
  onTestFinished(async () => {
    await mine.close();
    await db.query(`ALTER ROLE ${role} CONNECTION LIMIT -1; DELETE FROM workers WHERE host = 'elsewhere'`);
  });
  const config = testConfig({ HERMOD_PROCESSES: '2' });
  const limited = async (most: number) => {
    await db.query(`ALTER ROLE ${role} CONNECTION LIMIT ${most}`);
    return fitConnections(mine, config);
  };
  // The service of this file has 14 of them, in use or not; 2 are reserved for commands.
  expect(await limited(14 + 42 + 2)).toMatchObject({ budget: 14, isLess: false });
  expect(await limited(14 + 41 + 2)).toMatchObject({
    budget: 13,
    isLess: true,
    text: expect.stringMatching(
      /room for 41 more connections .* 14 for running processes\): each process takes 13 instead of 14$/,
    ),
  });
  await beat(db, newId(), newId(), { host: 'elsewhere', pid: 1, version: '1', connections: 20 });
  expect(await limited(14 + 41 + 2)).toMatchObject({ budget: 7 });
  // A process of this machine that was killed a moment ago.
  await beat(db, newId(), newId(), { host: hostname(), pid: 2 ** 22 - 1, version: '1', connections: 20 });
  expect(await limited(14 + 41 + 2)).toMatchObject({ budget: 7 });
  await expect(limited(14 + 20 + 17 + 2)).rejects.toThrow(
    /has room for 17 more connections .* too few for 2 processes/,
  );
});

test('when the server accepts no more connections, the open ones are used; without any, the service is not ready', async () => {
  const few = openDb(asRole, log, { connections: 8 });
  onTestFinished(async () => {
    await few.close();
    await db.query(`ALTER ROLE ${role} CONNECTION LIMIT -1`);
  });
  await few.query('SELECT 1');
  await db.query(`ALTER ROLE ${role} CONNECTION LIMIT 0`);
  const all = await Promise.all(Array.from({ length: 20 }, () => few.query('SELECT pg_sleep(0.01)')));
  expect(all).toHaveLength(20);
  expect(few.pool.totalCount).toBe(1);

  const cutOff = () => db.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1`, [role]);
  await cutOff();
  const ready = () => service.call({ path: '/health/ready' });
  await expect
    .poll(async () => (await ready()).body, { timeout: patienceMs })
    .toEqual({
      status: 'not ready',
      reason: 'the database accepts no more connections',
    });
  await db.query(`ALTER ROLE ${role} CONNECTION LIMIT -1`);
  await expect.poll(async () => (await ready()).status, { timeout: patienceMs }).toBe(200);
  await delivered(service, 'Connected again');
});

test('with a read-only database the service is not ready and reports why, and continues when it is writable again', async () => {
  const reason = 'the database is read-only: a standby, or default_transaction_read_only is on';
  /** A new default applies to new connections. */
  const readOnly = async (value: 'on' | 'off') => {
    await run(as('hermod', 'postgres'), [`ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`]);
    await db.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [role]);
  };
  onTestFinished(() => run(as('hermod', 'postgres'), [`ALTER DATABASE ${name} RESET default_transaction_read_only`]));
  const ready = async () => (await service.call({ path: '/health/ready' })).body;
  const post = (path: string, body: object) =>
    request(`${service.base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const headers = { apikey: demoKey, 'content-type': 'application/json' };
  const scraped = async () => (await service.call({ path: '/metrics' })).text;
  expect(await scraped()).toMatch(/^hermod_database_writable 1$/m);

  await readOnly('on');
  await expect.poll(ready, { timeout: patienceMs }).toEqual({ status: 'not ready', reason });
  expect(await scraped()).toMatch(/^hermod_database_writable 0$/m);
  const sent = await post('/v1/sms/messages', {
    sender: 'Hermod',
    destinations: ['+38640123456'],
    message: { content: 'x' },
  });
  expect([sent.statusCode, await sent.body.json()]).toEqual([
    503,
    { error: `Error: 8 - Internal server error: ${reason}, try again` },
  ]);
  const registered = await post('/v1/senders', { value: 'Shop', type: 0, channel: 'SMS' });
  expect([registered.statusCode, await registered.body.json()]).toEqual([
    503,
    { error: `error: 503 - T${reason.slice(1)}, try again` },
  ]);
  // Requests that only read continue.
  expect((await service.call({ path: '/v1/sms/messages' })).status).toBe(200);
  const { body } = await service.call({
    path: '/admin/v1/health',
    key: null,
    headers: { authorization: `Bearer ${adminToken}` },
  });
  expect((body as { findings: Finding[] }).findings).toContainEqual(
    expect.objectContaining({ check: 'Writing', verdict: 'problem', text: `Nothing can be written: ${reason}` }),
  );
  const settings = { HERMOD_DATA_DIR: home, HERMOD_PORT: '0', HERMOD_SMTP_PORT: '0', DATABASE_URL: asRole };
  expect(await doctorFindings(settings)).toContainEqual({
    check: 'Writing',
    verdict: 'problem',
    text: expect.stringContaining('default_transaction_read_only is on'),
  });

  await readOnly('off');
  await expect.poll(ready, { timeout: patienceMs }).toMatchObject({ status: 'ready' });
  await delivered(service, 'Written again');
});

test('a missing privilege is reported with the GRANT that adds it', async () => {
  const settings = { HERMOD_DATA_DIR: home, HERMOD_PORT: '0', HERMOD_SMTP_PORT: '0', DATABASE_URL: asRole };
  const rights = async () => (await doctorFindings(settings)).find(({ check }) => check === 'Rights');
  const partition = (
    await db.query<{ name: string }>(
      `SELECT max(relname) AS name FROM pg_class WHERE relname LIKE 'messages_2%' AND relkind = 'r'`,
    )
  ).rows[0]!.name;
  const lacks = [
    ['USAGE ON SCHEMA public', `GRANT USAGE ON SCHEMA public TO ${role}`],
    ['SELECT ON schema_migrations', `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`],
    ['UPDATE ON workers', `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`],
    [`DELETE ON ${partition}`, `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`],
  ] as const;
  for (const [right, grant] of lacks) {
    const from = right.startsWith('USAGE') ? 'PUBLIC' : role;
    await db.query(`REVOKE ${right} FROM ${from}`);
    const found = await rights();
    await db.query(`GRANT ${right} TO ${from}`);
    expect(found, right).toMatchObject({ verdict: 'problem', text: expect.stringContaining(grant) });
  }
  expect(await rights()).toMatchObject({ verdict: 'ok' });
  await expect
    .poll(async () => (await service.call({ path: '/health/ready' })).status, { timeout: patienceMs })
    .toBe(200);
});

test('an owner without the right to create partitions, and a role in an empty database, are reported', async () => {
  const settings = { HERMOD_DATA_DIR: home, HERMOD_PORT: '0', HERMOD_SMTP_PORT: '0' };
  const rights = async (DATABASE_URL: string) =>
    (await doctorFindings({ ...settings, DATABASE_URL })).find(({ check }) => check === 'Rights');
  const { rows } = await db.query<{ owner: string }>(
    `SELECT pg_get_userbyid(nspowner) AS owner FROM pg_namespace WHERE nspname = 'public'`,
  );
  // The owner of a database owns its schema public only through a role, and not if another user has created it.
  await db.query('ALTER SCHEMA public OWNER TO hermod');
  expect(await rights(asOwner)).toMatchObject({
    verdict: 'problem',
    text: expect.stringContaining(`GRANT USAGE, CREATE ON SCHEMA public TO ${owner}`),
  });
  await db.query(`ALTER SCHEMA public OWNER TO ${rows[0]!.owner}`);
  expect(await rights(asOwner)).toMatchObject({ verdict: 'ok' });
  const empty = await emptyDatabase();
  onTestFinished(empty.drop);
  const inEmpty = as(role, new URL(empty.url).pathname.slice(1));
  expect(await rights(inEmpty)).toMatchObject({
    verdict: 'problem',
    text: expect.stringContaining(`GRANT USAGE, CREATE ON SCHEMA public TO ${role}`),
  });
});

test('a database with an encoding other than UTF-8 is refused', async () => {
  const latin = { server_version: '17.2', server_version_num: '170002', server_encoding: 'LATIN1' };
  const examined = withConnection(await fakePostgres(latin), log, examineServer);
  await expect(examined).rejects.toThrow('the database has the encoding LATIN1');
});
