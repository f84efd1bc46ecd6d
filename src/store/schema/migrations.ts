import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Db, Queryable } from '../../db.ts';
import { exitCodes, Problem } from '../../problem.ts';

export type Migration = { readonly name: string; readonly sql: string; readonly checksum: string };

const folder = join(import.meta.dirname, '..', '..', '..', 'migrations');
/** Any number, as long as every Hermod uses the same: processes that start together take turns. */
const lockKey = 4_856_321;

export function readMigrations(from: string = folder): Migration[] {
  return readdirSync(from)
    .filter((file) => /^\d{4}_.+\.sql$/.test(file))
    .sort()
    .map((file) => {
      const sql = readFileSync(join(from, file), 'utf8');
      return { name: file.slice(0, -'.sql'.length), sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/** Applies what is missing, each file in a transaction of its own; returns the names of what was applied. */
export async function migrate(db: Db, migrations = readMigrations()): Promise<string[]> {
  const client = await db.pool.connect();
  // A lost connection fails the statement; without a listener it would also end the process, with a stack for a message.
  client.on('error', () => {});
  try {
    // Waiting for others and building an index on a large table may both take longer than a usual statement may.
    await client.query('SET statement_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    return await applyAll(client, migrations);
  } finally {
    // Dropping the connection gives back the lock and the setting, whatever happened before.
    client.release(true);
  }
}

async function applyAll(client: Queryable, migrations: Migration[]): Promise<string[]> {
  await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
    name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
  const pending = await pendingMigrations(client, migrations);
  for (const { name, sql, checksum } of pending) {
    await client.query('BEGIN');
    try {
      await client.query(sql);
      await client.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [name, checksum]);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw new Problem(
        `migration ${name} failed (${(error as Error).message})`,
        'The database is as it was before this migration; mend the cause and start again',
        exitCodes.unavailable,
      );
    }
  }
  return pending.map(({ name }) => name);
}

/** What this version of Hermod knows and the database has not yet. Refuses a file that was changed after it was applied. */
export async function pendingMigrations(db: Queryable, migrations = readMigrations()): Promise<Migration[]> {
  const { rows } = await db.query<{ name: string; checksum: string }>('SELECT name, checksum FROM schema_migrations');
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  for (const { name, checksum } of migrations) {
    if (applied.has(name) && applied.get(name) !== checksum) {
      throw new Problem(
        `migration ${name} was edited after it had been applied`,
        'Put the file back and add a new one',
      );
    }
  }
  return migrations.filter(({ name }) => !applied.has(name));
}
