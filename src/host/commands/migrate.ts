import type { Config } from '../../config/config.ts';
import { dropAged } from '../../flows/upkeep/retention.ts';
import { createLog, type Log } from '../../telemetry/log.ts';
import {
  awaitDatabase,
  openDatabase,
  prepareSchema,
  printStep,
  type Undo,
  unwind,
  withConnection,
} from '../database.ts';

/**
 * `hermod migrate`: applies schema changes before a rollout, or for processes whose role may not. With `--drop-old` it also drops weeks
 * older than HERMOD_RETENTION_DAYS of this command.
 */
export async function migrateCommand(config: Config, { dropOld = false }: { dropOld?: boolean }): Promise<void> {
  const log = createLog(config.logLevel);
  const undo: Undo[] = [];
  try {
    const url = await openDatabase(config, log, undo);
    await awaitDatabase(url, log, config);
    const applied = await withConnection(url, log, prepareSchema);
    for (const name of applied) printStep(`applied ${name}`);
    if (applied.length === 0) printStep('the schema is up to date');
    if (dropOld) await dropOldWeeks(url, log, config);
  } finally {
    await unwind(undo);
  }
}

async function dropOldWeeks(url: string, log: Log, { retentionDays }: Config): Promise<void> {
  const done = await withConnection(url, log, (db) => dropAged(db, log, retentionDays));
  for (const name of done?.dropped ?? []) printStep(`dropped ${name}`);
  if (done === undefined) printStep('another process drops old weeks at this moment');
}
