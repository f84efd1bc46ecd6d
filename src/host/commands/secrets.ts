import { exitCodes, Problem } from '../../base/problem.ts';
import { table } from '../../base/table.ts';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../database/db.ts';
import { decryptAll, rotateKeys } from '../../flows/upkeep/encryption.ts';
import { fingerprints } from '../../secrets/cipher.ts';
import { isOlderReleaseAlive, liveWorkers } from '../../store/message/workers.ts';
import { noTable, schemaState } from '../../store/schema/migrations.ts';
import { countSecrets } from '../../store/secrets/columns.ts';
import { checkDataKeys, isEncryptionOn, listDataKeys } from '../../store/secrets/data-keys.ts';
import { createLog } from '../../telemetry/log.ts';
import { awaitDatabase, openDatabase, printStep, type Undo, unwind, withConnection } from '../database.ts';
import { runningUrl } from '../postgres/access.ts';
import { forgetPreviousKey, replaceKeptKey, requireSecretKey, withSecretKey } from '../secret-key.ts';

export function secretsStatus(config: Config): Promise<void> {
  return withDatabase(config, async (db) => {
    const held = await countSecrets(db);
    const count = (rows: typeof held) => rows.reduce((sum, { values }) => sum + values, 0);
    const clear = count(held.filter(({ keyId }) => keyId === undefined));
    const on = (await isEncryptionOn(db)) ? 'on' : 'off';
    const reason = (await isOlderReleaseAlive(db)) ? '; a process of an older release is alive' : '';
    console.log(`Encryption is ${on}${reason}. ${count(held) - clear} values are encrypted, ${clear} are clear.`);
    const [current] = fingerprints();
    const keys = (await listDataKeys(db)).map(({ id, master, createdAt }) => [
      id,
      master === current ? `${master} (current)` : `${master} (previous)`,
      createdAt.toISOString(),
      `${count(held.filter(({ keyId }) => keyId === id))}`,
    ]);
    console.log(table(['Data key', 'Master key', 'Made', 'Values'], keys));
    const rows = held.map(({ table: name, column, keyId = 'clear', values }) => [
      `${name}.${column}`,
      keyId,
      `${values}`,
    ]);
    console.log(table(['Column', 'Data key', 'Values'], rows));
    for (const { host, pid, masterKeys } of await liveWorkers(db))
      if (!masterKeys.includes(current ?? '')) printStep(`the current key is unknown to ${host} (process ${pid})`);
  });
}

/** `hermod secrets rotate`: a new data key, and a new master key if one is set or the key is kept in the data directory. */
export function rotateSecrets(config: Config): Promise<void> {
  return withDatabase(config, async (db, filled) => {
    const isKept = config.secretKey === undefined;
    const isRunning = (await liveWorkers(db)).length > 0;
    if (isKept && !isRunning) replaceKeptKey(filled);
    const values = await rotateKeys(db);
    if (isKept) forgetPreviousKey(filled);
    printStep(`${values} values were encrypted again, under the master key with the fingerprint ${fingerprints()[0]}`);
    if (isKept && isRunning)
      printStep('the master key is the same: stop Hermod and rotate again to replace it as well');
    if (config.secretKeyPrevious !== undefined)
      printStep('unset HERMOD_SECRET_KEY_PREVIOUS on every node: it is not needed any more');
  });
}

export function decryptSecrets(config: Config): Promise<void> {
  return withDatabase(config, async (db) => {
    printStep(
      `${await decryptAll(db)} values are now in plain text. The next start of this release encrypts them again`,
    );
  });
}

/** Uses a running database; an embedded one that does not run is started for the command. */
async function withDatabase(config: Config, work: (db: Db, filled: Config) => Promise<void>): Promise<void> {
  requireSecretKey(config);
  const log = createLog(config.logLevel);
  const undo: Undo[] = [];
  const open = async (db: Db) => {
    if (((await schemaState(db).catch(noTable))?.pending.length ?? 1) > 0)
      throw new Problem(
        'the schema of the database is not up to date',
        'Run hermod migrate first',
        exitCodes.unavailable,
      );
    const filled = await withSecretKey(db, config);
    await checkDataKeys(db);
    await work(db, filled);
  };
  try {
    const url = config.databaseUrl ?? runningUrl(config.dataDir) ?? (await openDatabase(config, log, undo));
    await awaitDatabase(url, log, config);
    await withConnection(url, log, open, connections);
  } finally {
    await unwind(undo);
  }
}

/** One holds the lock, one does the work. */
const connections = 2;
