import { setTimeout as sleep } from 'node:timers/promises';
import { exitCodes, Problem } from '../base/problem.ts';
import { version } from '../base/version.ts';
import { type Config, mostProcesses } from '../config/config.ts';
import { neededFor } from '../database/budget.ts';
import { type Db, openDb } from '../database/db.ts';
import { sqlState } from '../database/fault.ts';
import { StandbyError } from '../database/session.ts';
import { missingPartitions } from '../store/health/vitals.ts';
import { insufficientPrivilege, migrate, schemaState } from '../store/schema/migrations.ts';
import { ensurePartitions } from '../store/schema/partitions.ts';
import { checkServer } from '../store/schema/server.ts';
import { createLog, type Log } from '../telemetry/log.ts';
import { isPassing } from '../work/retrying.ts';
import { refusePooledTransactions } from './connections.ts';
import { lockDataDir, openDataDir } from './data-dir.ts';
import { startEmbedded } from './postgres/embedded.ts';

/** Stops what was started; called in reverse order. */
export type Undo = () => void | Promise<void>;

/** Locks the data directory and returns the URL of the database: as set, or of the embedded one, which is started. */
export async function openDatabase(config: Config, log: Log, undo: Undo[]): Promise<string> {
  openDataDir(config.dataDir);
  undo.push(lockDataDir(config.dataDir));
  if (config.databaseUrl !== undefined) return config.databaseUrl;
  const connections = neededFor(mostProcesses(config), config.databaseConnections);
  const postgres = await startEmbedded(config.dataDir, { say: printStep, log, connections });
  undo.push(() => postgres.stop());
  return postgres.url;
}

const lookMs = 500;

/** Waits for a database that is unreachable, starting, full or still a standby, and prints one line about it. */
export async function awaitDatabase(url: string, log: Log, { databaseWaitSeconds }: Config, signal?: AbortSignal) {
  const until = performance.now() + databaseWaitSeconds * 1_000;
  for (let isPrinted = false; ; isPrinted = true) {
    try {
      await refusePooledTransactions(url);
      return await withConnection(url, log, (db) => db.query('SELECT 1'));
    } catch (error) {
      if (!isAway(error) || performance.now() >= until) return unusable(error as Error);
      if (!isPrinted)
        printStep(`the database is away (${reasonOf(error)}); waiting for it, ${databaseWaitSeconds} s at most`);
      await sleep(lookMs, undefined, { signal });
    }
  }
}

/** Whether a retry can succeed: not with a wrong password, database name or certificate, or a missing right. */
function isAway(error: unknown): boolean {
  if (error instanceof Problem || sqlState(error) === insufficientPrivilege) return false;
  return isPassing(error) && !/ssl|certificate/i.test((error as Error).message);
}

/** For a name with several addresses the error has only a code. */
function reasonOf(error: unknown): string {
  const { message, code = 'unknown' } = error as NodeJS.ErrnoException;
  return message || code;
}

/** Refuses a server that is too old or not durable, then applies pending migrations and returns their names. */
export async function prepareSchema(db: Db): Promise<string[]> {
  await examineServer(db);
  const applied = await migrate(db).catch(unusable);
  const { newer } = await schemaState(db).catch(unusable);
  if (newer.length > 0) printStep(`the schema is newer (${newer.at(-1)}), and release ${version} may use it`);
  await makePartitions(db).catch(unusable);
  return applied;
}

/** A role without the right to create partitions can still start if those of the next week exist. */
async function makePartitions(db: Db): Promise<void> {
  try {
    await ensurePartitions(db);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if ((await missingPartitions(db)).length > 0) throw error;
    printStep(`partitions of later weeks are missing. ${error.next}`);
  }
}

export function examineServer(db: Db): Promise<{ version: string }> {
  return checkServer(db).catch(unusable);
}

export async function withConnection<T>(
  url: string,
  log: Log,
  work: (db: Db) => Promise<T>,
  connections = 1,
): Promise<T> {
  const db = openDb(url, log, { connections, name: 'hermod' });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** The error of the driver, with advice. */
export function unusable(error: Error): never {
  if (error instanceof Problem) throw error;
  throw new Problem(
    `the database cannot be used (${reasonOf(error)})`,
    error instanceof StandbyError
      ? 'Point DATABASE_URL at the primary, or list all servers and add target_session_attrs=read-write'
      : 'Check DATABASE_URL: host, port, user, password and database',
    exitCodes.unavailable,
  );
}

export async function unwind(undo: Undo[]): Promise<void> {
  for (const step of undo.reverse()) await step();
}

/** Prints a step for a person, or logs it once `logSteps` was called. */
export function printStep(step: string): void {
  if (steps === undefined) console.log(`hermod: ${step}`);
  else steps.info(step);
}

let steps: Log | undefined;

/** Makes steps log lines (JSON) at every HERMOD_LOG_LEVEL, so that start and stop are visible even with `silent`. */
export function logSteps(): Log {
  steps ??= createLog('info', { process: 'supervisor' });
  return steps;
}
