import { expect, test } from 'vitest';
import { readMigrations } from '../../src/store/schema/migrations.ts';
import { type Contraction, contractionsOf } from './expansion.ts';

/** Earlier migrations are exempt from the rule: all of them are part of 0.1.0. */
const firstHeld = '0038';

/** Contractions, one release after the code has stopped using what they remove. */
const contractions: readonly Contraction[] = [];

test('a migration only expands the schema: the previous release runs beside the new one on one schema', () => {
  const held = readMigrations().filter(({ name }) => name >= firstHeld);
  expect(held.flatMap(({ name, sql }) => contractionsOf(name, sql, contractions))).toEqual([]);
});

test('every contraction belongs to an existing migration', () => {
  const names = new Set(readMigrations().map(({ name }) => name));
  expect(contractions.filter(({ migration }) => !names.has(migration))).toEqual([]);
});

test.each([
  'DROP TABLE a',
  'DROP INDEX a_b',
  'DROP FUNCTION a',
  'TRUNCATE a',
  'REVOKE SELECT ON a FROM b',
  'ALTER TABLE a DROP COLUMN b',
  'ALTER TABLE a DROP b',
  'ALTER TABLE a DROP CONSTRAINT b',
  'ALTER TABLE a RENAME COLUMN b TO c',
  'ALTER TABLE a RENAME TO c',
  'ALTER SEQUENCE a_seq RENAME TO b_seq',
  'ALTER TABLE a SET SCHEMA other',
  'ALTER TABLE a ALTER COLUMN b TYPE bigint',
  'ALTER TABLE a ALTER b SET DATA TYPE bigint',
  'ALTER TABLE a ALTER b SET NOT NULL',
  'ALTER TABLE a ALTER b DROP DEFAULT',
  'ALTER TABLE a ADD COLUMN b text NOT NULL',
  'ALTER TABLE a ADD b text NOT NULL',
  'ALTER TABLE a ADD COLUMN b numeric(12, 2), ADD COLUMN c text NOT NULL',
  'ALTER TABLE a ADD CONSTRAINT b CHECK (c > 0)',
  'ALTER TABLE ONLY a ADD CHECK (c > 0) NOT VALID',
  'ALTER TABLE a ADD FOREIGN KEY (b) REFERENCES c (id)',
  'CREATE UNIQUE INDEX a_b ON a (b)',
  'create table b (x int); alter table a\n  drop column b',
  "INSERT INTO a VALUES (';'); DROP TABLE a",
])('contracts: %s', (sql) => expect(contractionsOf('0099_x', sql)).toHaveLength(1));

test.each([
  'CREATE TABLE a (b text NOT NULL CHECK (b > 0), UNIQUE (b)); CREATE UNIQUE INDEX a_c ON a (c); ALTER TABLE a ADD CHECK (b < 9)',
  'ALTER TABLE a ADD COLUMN b text',
  "ALTER TABLE a ADD COLUMN b text NOT NULL DEFAULT 'own' CHECK (b IN ('own', 'account'))",
  'ALTER TABLE a ADD COLUMN b bigint GENERATED ALWAYS AS IDENTITY',
  'ALTER TABLE a ALTER b DROP NOT NULL',
  'ALTER TABLE a ALTER b SET DEFAULT 1',
  'CREATE INDEX a_b ON a (b)',
  '-- DROP TABLE a\nSELECT 1',
  "COMMENT ON TABLE a IS 'ALTER TABLE a; DROP TABLE a'",
  'CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ DROP TABLE a; $$',
  'UPDATE a SET b = 1',
])('expands: %s', (sql) => expect(contractionsOf('0099_x', sql)).toEqual([]));

test('a listed contraction is allowed, for its own migration and statement', () => {
  const listed = [{ migration: '0099_x', statement: 'ALTER TABLE a DROP COLUMN b', reason: '0.2.0 does not read it' }];
  const sql = 'ALTER TABLE a\n  DROP COLUMN b;';
  expect(contractionsOf('0099_x', sql, listed)).toEqual([]);
  expect(contractionsOf('0098_y', sql, listed)).toHaveLength(1);
  expect(contractionsOf('0099_x', `${sql} DROP TABLE c`, listed)).toEqual([
    '0099_x takes something away: DROP TABLE c',
  ]);
});

test('the exempt migrations would have failed', () => {
  const [renamed] = readMigrations().filter(({ name }) => name.startsWith('0023'));
  const faults = contractionsOf(renamed!.name, renamed!.sql).join('\n');
  expect(faults).toContain('ALTER TABLE messages DROP COLUMN lane');
  expect(faults).toContain('ALTER TABLE carriers RENAME COLUMN lane TO queue');
});
