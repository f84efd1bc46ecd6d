import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodes, Problem } from '../../base/problem.ts';
import { version } from '../../base/version.ts';
import type { Db, Queryable } from '../../database/db.ts';

export type Migration = {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
  /** The migration that code has to know to work with what this one makes. Without one, code of before it can go on. */
  readonly requires?: string | undefined;
};

/** A line of its own in the file. */
const requiring = /^-- requires: (\w+)$/m;

const folder = join(import.meta.dirname, '..', '..', '..', 'migrations');
/** Any number, as long as every Hermod uses the same: processes that start together take turns. */
const lockKey = 4_856_321;

export function readMigrations(from: string = folder): Migration[] {
  return readdirSync(from)
    .filter((file) => /^\d{4}_.+\.sql$/.test(file))
    .sort()
    .map((file) => {
      const sql = readFileSync(join(from, file), 'utf8');
      return {
        name: file.slice(0, -'.sql'.length),
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
        requires: requiring.exec(sql)?.[1],
      };
    });
}

/**
 * Applies what is missing, each file in a transaction of its own; returns the names of what was applied. Where nothing is
 * missing, nothing is asked for that takes more than the right to read.
 */
export async function migrate(db: Db, migrations = readMigrations()): Promise<string[]> {
  const state = await schemaState(db, migrations).catch(noTable);
  if (state !== undefined) refuseNewer(state);
  if (state?.pending.length === 0) return [];
  const client = await db.pool.connect();
  // A lost connection fails the statement; without a listener it would also end the process, with a stack for a message.
  client.on('error', () => {});
  try {
    // Waiting for others and building an index on a large table may both take longer than a usual statement may.
    await client.query('SET statement_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    // New tables go where the others are, also if another schema has come before it in the search_path.
    await client.query(
      `SELECT set_config('search_path', concat_ws(', ', relnamespace::regnamespace, current_setting('search_path')), false)
       FROM pg_class WHERE oid = to_regclass('schema_migrations')`,
    );
    return await applyAll(client, migrations);
  } finally {
    // Dropping the connection gives back the lock and the setting, whatever happened before.
    client.release(true);
  }
}

async function applyAll(client: Queryable, migrations: Migration[]): Promise<string[]> {
  await client
    .query(
      `CREATE TABLE IF NOT EXISTS schema_migrations (
       name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
    )
    .catch(mayNot);
  const pending = await pendingMigrations(client, migrations);
  for (const migration of pending) {
    await client.query('BEGIN');
    try {
      await client.query(migration.sql);
      await note(client, migration);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw new Problem(
        `migration ${migration.name} failed (${(error as Error).message})`,
        (error as { code?: unknown }).code === insufficientPrivilege
          ? asOwner
          : 'The database is as it was before this migration; mend the cause and start again',
        exitCodes.unavailable,
      );
    }
  }
  return pending.map(({ name }) => name);
}

/** In those columns that the table has by now: migrations add to it, too. */
async function note(client: Queryable, { name, checksum, requires }: Migration): Promise<void> {
  await client.query(
    `INSERT INTO schema_migrations SELECT * FROM jsonb_populate_record(NULL::schema_migrations,
       $1::jsonb || jsonb_build_object('applied_at', now()))`,
    [JSON.stringify({ name, checksum, requires, release: version })],
  );
}

export const insufficientPrivilege = '42501';
export const asOwner = 'Run hermod migrate as the role that owns the tables';

/** A role without the right to create has a schema that somebody else keeps up to date. */
export function mayNot(error: Error & { code?: string }): never {
  if (error.code !== insufficientPrivilege) throw error;
  throw new Problem(`this role may not change the schema (${error.message})`, asOwner, exitCodes.unavailable);
}

export type SchemaState = {
  /** What this version of Hermod knows and the database has not yet. */
  readonly pending: readonly Migration[];
  /** What a newer version has made. This one can go on beside it. */
  readonly newer: readonly string[];
  /** What a newer version has made, and this one cannot work with; `release` has applied it, unless that is unknown. */
  readonly tooNew: readonly { readonly name: string; readonly requires: string; readonly release: string | null }[];
};

/** Refuses a file that was changed after it was applied. */
export async function schemaState(db: Queryable, migrations = readMigrations()): Promise<SchemaState> {
  // Older schemas have neither column: nothing was required then.
  const { rows } = await db.query<{ name: string; checksum: string; requires: string | null; release: string | null }>(
    `SELECT name, checksum, to_jsonb(m) ->> 'requires' AS requires, to_jsonb(m) ->> 'release' AS release
     FROM schema_migrations m ORDER BY name`,
  );
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  for (const { name, checksum } of migrations) {
    if (applied.has(name) && applied.get(name) !== checksum) {
      throw new Problem(
        `migration ${name} was edited after it had been applied`,
        'Put the file back and add a new one',
      );
    }
  }
  const known = new Set(migrations.map(({ name }) => name));
  const newer = rows.filter(({ name }) => !known.has(name));
  const tooNew = newer.flatMap(({ name, requires, release }) =>
    requires === null || known.has(requires) ? [] : [{ name, requires, release }],
  );
  return {
    pending: migrations.filter(({ name }) => !applied.has(name)),
    newer: newer.map(({ name }) => name),
    tooNew,
  };
}

/** What this version of Hermod knows and the database has not yet. */
export async function pendingMigrations(db: Queryable, migrations = readMigrations()): Promise<readonly Migration[]> {
  return (await schemaState(db, migrations)).pending;
}

/** Old code writes what a newer schema no longer has a place for: it must not begin. */
export function refuseNewer({ tooNew }: SchemaState): void {
  const last = tooNew.at(-1);
  if (last === undefined) return;
  throw new Problem(
    `the schema is newer than this Hermod (${version}): ${last.name} needs a version that knows ${last.requires}`,
    last.release === null ? 'Start the newer version' : `Start release ${last.release} or newer`,
    exitCodes.unavailable,
  );
}

/** Where nothing was ever migrated. */
export function noTable(error: Error & { code?: string }): undefined {
  if (error.code !== '42P01') throw error;
}
