import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../chaos/free-port.ts';
import { dataDir, hermod } from '../harness/command.ts';
import { testDatabase, withName } from '../harness/database.ts';
import { fakePostgres } from '../harness/fake-postgres.ts';
import { untilReady, up } from '../harness/running.ts';

const { url } = await testDatabase();
const untouched = await testDatabase();
const forgetful = await testDatabase();
const folder = dataDir();
const usual = { HERMOD_DATA_DIR: folder, HERMOD_PORT: '0', HERMOD_PROCESSES: '2', DATABASE_URL: url };

/** Starts with these settings and resolves with the exit code and the line with the reason. */
async function refusal(settings: Record<string, string>): Promise<{ code: number | null; line: string }> {
  const running = hermod(['start'], { ...usual, ...settings });
  const { code } = await running.exit();
  expect(running.complaints(), running.output()).toHaveLength(1);
  return { code, line: running.complaints()[0]! };
}

test('a port that is in use', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;
  expect(await refusal({ HERMOD_PORT: `${port}` })).toEqual({
    code: 3,
    line: `hermod: 127.0.0.1:${port} is in use by another program. Set HERMOD_PORT (or --port) to a free one`,
  });
  expect(await refusal({ HERMOD_SMTP_PORT: `${port}` })).toEqual({
    code: 3,
    line: `hermod: 127.0.0.1:${port} is in use by another program. Set HERMOD_SMTP_PORT to a free one`,
  });
});

test('a host that is not an address of this machine', async () => {
  const { code, line } = await refusal({ HERMOD_HOST: '192.0.2.1' });
  expect(code).toBe(3);
  expect(line).toBe(
    'hermod: 192.0.2.1:0 is not an address of this machine. Set HERMOD_HOST to an address of this machine',
  );
});

test('a data directory in a place where even root cannot create a folder', async () => {
  const { code, line } = await refusal({ DATABASE_URL: '', HERMOD_DATA_DIR: '/proc/hermod/data' });
  expect(code).toBe(3);
  expect(line).toContain('the data directory /proc/hermod/data cannot be used');
});

test('an unknown parameter of a carrier URL, without printing the rest of the URL', async () => {
  const url = 'smpp://me:hidden@127.0.0.1:2775?bind=2';
  expect(await refusal({ HERMOD_CARRIER_URL: url })).toEqual({
    code: 2,
    line:
      "hermod: HERMOD_CARRIER_URL: The carrier's URL is wrong: unknown parameter bind (did you mean binds?). " +
      'Correct it; docs/reference/carrier-url.md lists its parameters',
  });
});

test('a database that does not respond', async () => {
  const port = await freePort();
  const { code, line } = await refusal({
    DATABASE_URL: `postgres://hermod:hidden@127.0.0.1:${port}/hermod`,
    HERMOD_DATABASE_WAIT_SECONDS: '0',
  });
  expect(code).toBe(3);
  expect(line).toBe(
    `hermod: the database cannot be used (connect ECONNREFUSED 127.0.0.1:${port}). ` +
      'Check DATABASE_URL: host, port, user, password and database',
  );
});

test('a database that does not exist', async () => {
  const { code, line } = await refusal({ DATABASE_URL: withName(url, 'nowhere') });
  expect(code).toBe(3);
  expect(line).toContain('database "nowhere" does not exist');
});

test('a database user without the right to create tables', async () => {
  const visitor = `visitor_${process.pid}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(
    `CREATE ROLE ${visitor} LOGIN; REVOKE CREATE ON SCHEMA public FROM PUBLIC; DROP TABLE schema_migrations`,
  );
  onTestFinished(async () => {
    await admin.query(`DROP ROLE ${visitor}`);
    await admin.end();
  });
  const { code, line } = await refusal({ DATABASE_URL: url.replace('//hermod@', `//${visitor}@`) });
  expect(code).toBe(3);
  expect(line).toContain('permission denied for schema public');
});

test('a folder that cannot be written to', async () => {
  const { code, line } = await refusal({ HERMOD_DATA_DIR: '/dev/null/data' });
  expect(code).toBe(3);
  expect(line).toBe(
    'hermod: the data directory /dev/null/data cannot be used (ENOTDIR). ' +
      'Set HERMOD_DATA_DIR to a folder that this user may write to',
  );
});

test.each([
  [{ HERMOD_PORT: '80a' }, 'HERMOD_PORT is wrong: found "80a", expected a whole number from 0 to 65535'],
  [{ HERMOD_PROCESSES: '0' }, 'HERMOD_PROCESSES is wrong: found "0", expected auto or a whole number from 1 to 256'],
  [{ HERMOD_DEMO: 'maybe' }, 'HERMOD_DEMO is wrong: found "maybe", expected true or false'],
  [
    { DATABASE_URL: 'localhost:secret' },
    'DATABASE_URL is wrong: found its value, expected a URL such as postgres://user:password@host:5432/database',
  ],
])('a value that makes no sense: %o', async (settings, complaint) => {
  expect(await refusal(settings)).toEqual({ code: 2, line: `hermod: ${complaint}. Change it or unset it` });
});

test('a certificate without its key, an unreadable one, and an invalid one', async () => {
  const garbage = join(dirname(folder), 'garbage.pem');
  writeFileSync(garbage, 'this is not PEM\n');
  expect(await refusal({ HERMOD_TLS_CERT: garbage })).toEqual({
    code: 2,
    line: 'hermod: HERMOD_TLS_CERT is set but HERMOD_TLS_KEY is not. Set HERMOD_TLS_KEY as well, or unset HERMOD_TLS_CERT',
  });
  expect(await refusal({ HERMOD_TLS_CERT: '/nowhere/cert.pem', HERMOD_TLS_KEY: garbage })).toEqual({
    code: 2,
    line: 'hermod: HERMOD_TLS_CERT is wrong: /nowhere/cert.pem cannot be read (ENOENT). Give the path of a readable PEM file',
  });
  const { code, line } = await refusal({ HERMOD_TLS_CERT: garbage, HERMOD_TLS_KEY: garbage });
  expect(code).toBe(2);
  expect(line).toMatch(/are not a certificate and its key .+ Set HERMOD_TLS_CERT and HERMOD_TLS_KEY to PEM files/);
});

test.each([
  [
    { server_version: '13.14', server_version_num: '130014' },
    'PostgreSQL 13.14 is too old. Use PostgreSQL 15 or newer',
  ],
  [
    { server_version: '17.2', server_version_num: '170002', fsync: 'off' },
    'PostgreSQL has fsync = off, so accepted messages could be lost. ' +
      'Run ALTER SYSTEM SET fsync = on; SELECT pg_reload_conf();',
  ],
  [
    { server_version: '17.2', server_version_num: '170002', full_page_writes: 'off' },
    'PostgreSQL has full_page_writes = off, so accepted messages could be lost. ' +
      'Run ALTER SYSTEM SET full_page_writes = on; SELECT pg_reload_conf();',
  ],
])('a server that is not good enough: %o', async (settings, complaint) => {
  const { code, line } = await refusal({ DATABASE_URL: await fakePostgres(settings) });
  expect({ code, line }).toEqual({ code: 3, line: `hermod: ${complaint}` });
});

test('a server that may lose committed transactions', async () => {
  await forgetful.db.query(`ALTER DATABASE ${new URL(forgetful.url).pathname.slice(1)} SET synchronous_commit = off`);
  const { code, line } = await refusal({ DATABASE_URL: forgetful.url });
  expect(code).toBe(3);
  expect(line).toContain('synchronous_commit = off');
});

test('an unknown setting is a warning with the probable name, and the start continues', async () => {
  const running = await up({
    ...usual,
    DATABASE_URL: untouched.url,
    HERMOD_PROCESSES: '1',
    HERMOD_RETENTION_DAY: '30',
  });
  expect(running.output()).toContain('unknown setting HERMOD_RETENTION_DAY; did you mean HERMOD_RETENTION_DAYS?');
  await untilReady(running.base);
  expect(await running.stop()).toBe(0);
});
