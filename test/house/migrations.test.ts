import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { dumpSchema, schemaFile } from '../../scripts/schema.ts';
import { newId } from '../../src/base/ids.ts';
import { type Db, openDb } from '../../src/database/db.ts';
import { migrate, readMigrations, schemaState } from '../../src/store/schema/migrations.ts';
import { ensurePartitions, partitionedTables, partitionsAround } from '../../src/store/schema/partitions.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { dataDir, hermod } from '../harness/command.ts';
import { emptyDatabase, testDatabase } from '../harness/database.ts';

const many = 8;
const { db: migrated } = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), 'hermod-migrations-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const homes = [dataDir(), dataDir(), dataDir()];

/** Separate connections to one empty database, as from that many machines. */
async function connectionsToEmpty(count: number): Promise<Db[]> {
  const { url, drop } = await emptyDatabase();
  const dbs = Array.from({ length: count }, () => openDb(url, createLog('silent'), { connections: 1 }));
  onTestFinished(async () => {
    for (const db of dbs) await db.close();
    await drop();
  });
  return dbs;
}

const step = (name: string, sql: string) => ({ name, sql, checksum: `checksum of ${sql}` });
const names = async (db: Db) =>
  (await db.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name')).rows.map(({ name }) => name);
const columns = async (db: Db, table: string) =>
  (
    await db.query<{ name: string }>(
      'SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 ORDER BY ordinal_position',
      [table],
    )
  ).rows.map(({ name }) => name);

test('only migration files are read, in the order of their numbers', () => {
  for (const name of ['0010_last.sql', '0002_second.sql', '0001_first.sql', 'schema.sql', '0003_notes.txt']) {
    writeFileSync(join(folder, name), `-- ${name}`);
  }
  const read = readMigrations(folder);
  expect(read.map(({ name }) => name)).toEqual(['0001_first', '0002_second', '0010_last']);
  expect(read[0]).toMatchObject({ sql: '-- 0001_first.sql', checksum: expect.stringMatching(/^[0-9a-f]{64}$/) });
});

test('old code accepts what a newer version has added to the schema, and refuses what it has removed', async () => {
  writeFileSync(join(folder, '0011_contract.sql'), '-- Drops what is not read.\n-- requires: 0010_last\nSELECT 1');
  expect(readMigrations(folder).at(-1)).toMatchObject({ name: '0011_contract', requires: '0010_last' });
  const [db] = (await connectionsToEmpty(1)) as [Db];
  const first = step('0001_a', 'ALTER TABLE schema_migrations ADD COLUMN requires text');
  const expanded = step('0002_expand', 'CREATE TABLE a (x int)');
  const contracted = { ...step('0003_contract', 'DROP TABLE a'), requires: '0002_expand' };
  await migrate(db, [first, expanded]);
  expect(await migrate(db, [first])).toEqual([]);
  await migrate(db, [first, expanded, contracted]);
  expect(await migrate(db, [first, expanded])).toEqual([]);
  await expect(migrate(db, [first])).rejects.toThrow('0003_contract needs a version that knows 0002_expand');
});

test('concurrent starts apply each file exactly once', async () => {
  const dbs = await connectionsToEmpty(many);
  const applied = await Promise.all(dbs.map((db) => migrate(db)));
  const all = readMigrations().map(({ name }) => name);
  expect(applied.flat().sort()).toEqual(all);
  expect(await names(dbs[0]!)).toEqual(all);
  expect((await schemaState(dbs[0]!)).pending).toEqual([]);
});

test('concurrent creation of partitions creates each exactly once', async () => {
  const dbs = await connectionsToEmpty(many);
  await migrate(dbs[0]!);
  await Promise.all(dbs.map((db) => ensurePartitions(db)));
  const { rows } = await dbs[0]!.query<{ relname: string }>(
    `SELECT relname FROM pg_class WHERE relispartition AND relkind = 'r' ORDER BY relname`,
  );
  const expected = partitionsAround(Date.now(), await partitionedTables(dbs[0]!)).map(({ name }) => name);
  expect(rows.map(({ relname }) => relname)).toEqual(expected.sort());
  expect(await ensurePartitions(dbs[0]!)).toBe(0);
});

test('concurrent commands on one empty database all succeed', async () => {
  const { url, drop } = await emptyDatabase();
  onTestFinished(drop);
  const ended = await Promise.all(
    homes.map((HERMOD_DATA_DIR) => hermod(['migrate'], { HERMOD_DATA_DIR, DATABASE_URL: url }).exit()),
  );
  expect(ended.map(({ code }) => code)).toEqual(homes.map(() => 0));
  const said = ended.map(({ output }) => output).join('');
  for (const { name } of readMigrations()) expect(said.split(`applied ${name}\n`)).toHaveLength(2);
  expect(said.split('the schema is up to date')).toHaveLength(homes.length);
});

test('a file that was edited after it had been applied is refused', async () => {
  const [db] = (await connectionsToEmpty(1)) as [Db];
  await migrate(db, [step('0001_a', 'CREATE TABLE a (x int)')]);
  const edited = [step('0001_a', 'CREATE TABLE a (x bigint)'), step('0002_b', 'CREATE TABLE b (x int)')];
  await expect(migrate(db, edited)).rejects.toThrow('migration 0001_a was edited after it had been applied');
  expect(await names(db)).toEqual(['0001_a']);
  expect(await columns(db, 'b')).toEqual([]);
});

test('a file that fails leaves the database unchanged, and can be corrected', async () => {
  const [db] = (await connectionsToEmpty(1)) as [Db];
  const good = step('0001_a', 'CREATE TABLE a (x int)');
  const bad = step('0002_b', 'ALTER TABLE a ADD y int; CREATE TABLE b (x int); SELECT 1 / 0');
  await expect(migrate(db, [good, bad])).rejects.toThrow('migration 0002_b failed (division by zero)');
  expect(await names(db)).toEqual(['0001_a']);
  expect(await columns(db, 'a')).toEqual(['x']);
  expect(await columns(db, 'b')).toEqual([]);

  expect(await migrate(db, [good, step('0002_b', 'ALTER TABLE a ADD y int')])).toEqual(['0002_b']);
  expect(await columns(db, 'a')).toEqual(['x', 'y']);
});

test('existing counts are summed over all accounts, and counted again while their messages exist', async () => {
  const [db] = (await connectionsToEmpty(1)) as [Db];
  const all = readMigrations();
  await migrate(
    db,
    all.filter(({ name }) => name < '0026'),
  );
  await ensurePartitions(db);
  const accounts = ['EUR', 'EUR', 'USD'].map((currency) => ({ id: newId(), currency }));
  const long = '2020-01-01T10:00:00Z';
  for (const { id, currency } of accounts) {
    await db.query(`INSERT INTO accounts (id, name, currency) VALUES ($1, 'Test', $2)`, [id, currency]);
    await db.query(`INSERT INTO traffic VALUES ($1, $2, 'SI', 10, 0, 0, 9, 1, 0, 0, 0, 10, 0.1)`, [long, id]);
  }
  await db.query(
    `INSERT INTO traffic_slices (starts_at, ends_at) SELECT t, t + interval '1 hour'
     FROM unnest(ARRAY[$1::timestamptz, date_trunc('hour', now())]) t`,
    [long],
  );
  await migrate(db);
  const { rows } = await db.query(
    'SELECT currency, country, accepted::int, delivered::int, spend::float8 FROM traffic_of_all ORDER BY currency',
  );
  expect(rows).toEqual([
    { currency: 'EUR', country: 'SI', accepted: 20, delivered: 18, spend: 0.2 },
    { currency: 'USD', country: 'SI', accepted: 10, delivered: 9, spend: 0.1 },
  ]);
  const { rows: slices } = await db.query('SELECT due_at IS NOT NULL AS due FROM traffic_slices ORDER BY starts_at');
  expect(slices).toEqual([{ due: false }, { due: true }]);
});

test('the index of references leaves out large partitions, and every later partition has it', async () => {
  const [db] = (await connectionsToEmpty(1)) as [Db];
  const all = readMigrations();
  await migrate(
    db,
    all.filter(({ name }) => name < '0051'),
  );
  await ensurePartitions(db);
  const [accountId, id] = [newId(), newId()];
  await db.query(
    `INSERT INTO submissions (account_id, id, sender_id, sender, content, encoding, segments, price_report, accepted_at)
     SELECT $1, uuid_after($2, n), $1, 'Shop', repeat('x', 600), 'GSM-7', 1, false, now() FROM generate_series(1, 14000) n`,
    [accountId, id],
  );
  await migrate(db, all);
  const indexed = async () =>
    (
      await db.query<{ name: string; indexed: boolean }>(
        `SELECT c.relname AS name, EXISTS (SELECT FROM pg_index x JOIN pg_inherits j ON j.inhrelid = x.indexrelid
             WHERE x.indrelid = c.oid AND j.inhparent = 'submissions_reference'::regclass) AS indexed
         FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'submissions'::regclass ORDER BY 1`,
      )
    ).rows.map((row) => row.indexed);
  expect(await indexed()).toEqual([true, false, true, true, true, true]);
  await db.query(
    `CREATE TABLE submissions_later PARTITION OF submissions FOR VALUES FROM ('ff000000-0000-7000-8000-000000000000') TO (MAXVALUE)`,
  );
  expect((await indexed()).at(-1)).toBe(true);
});

test('the dumped schema in the repository matches the migrations', async () => {
  const dumped = await dumpSchema(migrated);
  expect(dumped, 'migrations/schema.sql is out of date: run `npx node scripts/schema.ts`').toBe(
    readFileSync(schemaFile, 'utf8'),
  );
});
