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
  /** The migration that code must know to work with this one. Without one, older code can continue. */
  readonly requires?: string | undefined;
};

/** A line of its own in the file. */
const requiring = /^-- requires: (\w+)$/m;

const folder = join(import.meta.dirname, '..', '..', '..', 'migrations');
/** The key of the advisory lock, the same in every version: processes that start at the same time take turns. */
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

/** Applies the missing migrations, each in its own transaction; returns their names. If none is missing, the right to read suffices. */
export async function migrate(db: Db, migrations = readMigrations()): Promise<string[]> {
  const state = await schemaState(db, migrations).catch(noTable);
  if (state !== undefined) refuseNewer(state);
  if (state?.pending.length === 0) return [];
  const client = await db.pool.connect();
  // A lost connection fails the statement; without a listener it would also end the process.
  client.on('error', () => {});
  try {
    // Waiting for other processes and building an index on a large table may take longer than the usual timeout.
    await client.query('SET statement_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    // New tables are created in the schema of the others, even if another schema precedes it in the search_path.
    await client.query(
      `SELECT set_config('search_path', concat_ws(', ', relnamespace::regnamespace, current_setting('search_path')), false)
       FROM pg_class WHERE oid = to_regclass('schema_migrations')`,
    );
    return await applyAll(client, migrations);
  } finally {
    // Closing the connection releases the lock and resets the setting.
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
  const { pending } = await schemaState(client, migrations);
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

/** Writes only the columns that the table has: migrations add columns to it, too. */
async function note(client: Queryable, { name, checksum, requires }: Migration): Promise<void> {
  await client.query(
    `INSERT INTO schema_migrations SELECT * FROM jsonb_populate_record(NULL::schema_migrations,
       $1::jsonb || jsonb_build_object('applied_at', now()))`,
    [JSON.stringify({ name, checksum, requires, release: version })],
  );
}

export const insufficientPrivilege = '42501';
const asOwner = 'Run hermod migrate as the role that owns the tables';

/** A role without the right to create uses a schema that another role migrates. */
export function mayNot(error: Error & { code?: string }): never {
  if (error.code !== insufficientPrivilege) throw error;
  throw new Problem(`this role may not change the schema (${error.message})`, asOwner, exitCodes.unavailable);
}

export type SchemaState = {
  readonly pending: readonly Migration[];
  /** Migrations of a newer version that this version can work with. */
  readonly newer: readonly string[];
  /** Migrations of a newer version that this version cannot work with; `release` has applied them, if known. */
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

/** Old code must not start with a schema that it cannot write to. */
export function refuseNewer({ tooNew }: SchemaState): void {
  const last = tooNew.at(-1);
  if (last === undefined) return;
  throw new Problem(
    `the schema is newer than this Hermod (${version}): ${last.name} needs a version that knows ${last.requires}`,
    last.release === null ? 'Start the newer version' : `Start release ${last.release} or newer`,
    exitCodes.unavailable,
  );
}

/** Ignores the error of a database without any migration. */
export function noTable(error: Error & { code?: string }): undefined {
  if (error.code !== '42P01') throw error;
}
