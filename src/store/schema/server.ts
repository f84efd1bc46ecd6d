import { exitCodes, Problem } from '../../base/problem.ts';
import type { Queryable } from '../../database/db.ts';

const oldestVersion = 150_000;

/** Hermod answers 202 only for what survives a power cut, so it does not run on a server that may forget. */
export async function checkServer(db: Queryable): Promise<{ version: string }> {
  const { rows } = await db.query<{ name: string; setting: string }>(
    `SELECT name, setting FROM pg_settings
     WHERE name IN ('server_version', 'server_version_num', 'fsync', 'full_page_writes', 'synchronous_commit', 'server_encoding')`,
  );
  const found = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  if (Number(found['server_version_num']) < oldestVersion) {
    throw new Problem(
      `PostgreSQL ${found['server_version']} is too old`,
      'Use PostgreSQL 15 or newer',
      exitCodes.unavailable,
    );
  }
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    if (found[name] !== 'off') continue;
    throw new Problem(
      `PostgreSQL has ${name} = off, so accepted messages could be lost`,
      `Run ALTER SYSTEM SET ${name} = on; SELECT pg_reload_conf();`,
      exitCodes.unavailable,
    );
  }
  if ((found['server_encoding'] ?? 'UTF8') !== 'UTF8') {
    throw new Problem(
      `the database has the encoding ${found['server_encoding']}, which cannot hold every text`,
      "Create it with ENCODING 'UTF8' TEMPLATE template0",
      exitCodes.unavailable,
    );
  }
  return { version: found['server_version'] ?? '' };
}
