import type { Config } from '../config.ts';
import { createLog } from '../log.ts';
import { openDatabase, prepareSchema, say, type Undo, unwind, withConnection } from './database.ts';

/** `hermod migrate`: for those who apply schema changes before they roll out new processes. */
export async function migrateCommand(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  const undo: Undo[] = [];
  try {
    const url = await openDatabase(config, log, undo);
    const applied = await withConnection(url, log, prepareSchema);
    for (const name of applied) say(`applied ${name}`);
    if (applied.length === 0) say('the schema is up to date');
  } finally {
    await unwind(undo);
  }
}
