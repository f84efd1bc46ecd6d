/** A database of its own for each test file, cloned from the migrated template. */

import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { type Db, openDb } from '../../src/database/db.ts';
import { useMasterKeys } from '../../src/secrets/master-keys.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { patienceMs } from './patience.ts';

export type TestDatabase = { readonly url: string; readonly db: Db };

/** What services of the tests encrypt secrets by. */
export const secretKey = Buffer.alloc(32, 'tests').toString('base64');

let made = 0;

/** Cloned from the migrated template, closed and dropped with the test file. */
export async function testDatabase(): Promise<TestDatabase> {
  const template = new URL(inject('databaseUrl')).pathname.slice(1);
  const { url, drop } = await createDatabase(template);
  const db = openDb(url, createLog('silent'), { connectSeconds: patienceMs / 1_000 });
  useMasterKeys(secretKey);
  afterAll(async () => {
    await db.close();
    await drop();
  });
  return { url, db };
}

/** Without any table; dropped by whoever asked for it. */
export function emptyDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  return createDatabase('template0');
}

async function createDatabase(template: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const url = inject('databaseUrl');
  const name = `test_${process.pid}_${++made}`;
  const admin = async (sql: string) => {
    // Every page of a new database is written to the log of changes, where nobody needs it to be small.
    const client = new pg.Client({ connectionString: withName(url, 'postgres'), options: '-c wal_compression=off' });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  await admin(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  return { url: withName(url, name), drop: () => admin(`DROP DATABASE ${name} WITH (FORCE)`) };
}

export function withName(url: string, name: string): string {
  return url.replace(/\/[^/]*$/, `/${name}`);
}
