/** A database of its own for each test file, cloned from the migrated template. */

import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { type Db, openDb } from '../../src/db.ts';
import { createLog } from '../../src/log.ts';

export type TestDatabase = { readonly url: string; readonly db: Db };

let made = 0;

export async function testDatabase(): Promise<TestDatabase> {
  const template = inject('databaseUrl');
  const name = `test_${process.pid}_${++made}`;
  const admin = async (sql: string) => {
    const client = new pg.Client({ connectionString: withName(template, 'postgres') });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await admin(`CREATE DATABASE ${name} TEMPLATE ${new URL(template).pathname.slice(1)}`);
  const url = withName(template, name);
  const db = openDb(url, createLog('silent'));
  afterAll(async () => {
    await db.close();
    await admin(`DROP DATABASE ${name} WITH (FORCE)`);
  });
  return { url, db };
}

export function withName(url: string, name: string): string {
  return url.replace(/\/[^/]*$/, `/${name}`);
}
