/** A database for each test file, cloned from the migrated template. */
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { type Db, openDb } from '../../src/database/db.ts';
import { useMasterKeys } from '../../src/secrets/cipher.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { patienceMs } from './patience.ts';

export type TestDatabase = { readonly url: string; readonly db: Db };

/** The key with which services of tests encrypt secrets. */
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

/** Without any table; the caller drops it. */
export function emptyDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  return createDatabase('template0');
}

async function createDatabase(template: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const url = inject('databaseUrl');
  const name = `test_${process.pid}_${++made}`;
  const admin = async (sql: string) => {
    const client = new pg.Client({ connectionString: withName(url, 'postgres') });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  // Ten times as fast as writing every page to the WAL, where the files are in memory.
  await admin(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  return { url: withName(url, name), drop: () => admin(`DROP DATABASE ${name} WITH (FORCE)`) };
}

export function withName(url: string, name: string): string {
  return url.replace(/\/[^/]*$/, `/${name}`);
}
