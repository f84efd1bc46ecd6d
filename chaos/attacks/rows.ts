/** Rows that an attacker would need days to create, inserted by SQL. */
import { type Db, openDb } from '../../src/database/db.ts';
import { createLog } from '../../src/telemetry/log.ts';
import type { Target } from './attack.ts';

export async function withRows<T>({ databaseUrl }: Target, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDb(databaseUrl, createLog('silent'), { connections: 1, name: 'attack', statementSeconds: 600 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
