import type { Config } from '../config.ts';
import { type Db, openDb } from '../db.ts';
import type { Log } from '../log.ts';
import { exitCodes, Problem } from '../problem.ts';
import { migrate } from '../store/schema/migrations.ts';
import { ensurePartitions } from '../store/schema/partitions.ts';
import { checkServer } from '../store/schema/server.ts';
import { openDataDir } from './data-dir.ts';
import { lockDataDir } from './lock.ts';
import { startEmbedded } from './postgres/embedded.ts';

/** How to take down what was brought up; done in reverse. */
export type Undo = () => void | Promise<void>;

/** The data directory, ours alone, and the address of the database: given, or the one we start ourselves. */
export async function openDatabase(config: Config, log: Log, undo: Undo[]): Promise<string> {
  openDataDir(config.dataDir);
  undo.push(lockDataDir(config.dataDir));
  if (config.databaseUrl !== undefined) return config.databaseUrl;
  const postgres = await startEmbedded(config.dataDir, { say, log });
  undo.push(() => postgres.stop());
  return postgres.url;
}

/** Refuses a server that is too old or may forget, then brings the schema up to date; returns what was applied. */
export async function prepareSchema(db: Db): Promise<string[]> {
  await examineServer(db);
  const applied = await migrate(db).catch(unusable);
  await ensurePartitions(db);
  return applied;
}

export function examineServer(db: Db): Promise<{ version: string }> {
  return checkServer(db).catch(unusable);
}

export async function withConnection<T>(url: string, log: Log, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDb(url, log, { connections: 1, name: 'hermod' });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

function unusable(error: Error): never {
  if (error instanceof Problem) throw error;
  const { code } = error as NodeJS.ErrnoException;
  throw new Problem(
    `the database cannot be used (${error.message || code})`,
    'Check DATABASE_URL: host, port, user, password and database',
    exitCodes.unavailable,
  );
}

export async function unwind(undo: Undo[]): Promise<void> {
  for (const step of undo.reverse()) await step();
}

export function say(step: string): void {
  console.log(`hermod: ${step}`);
}
