import { Problem } from '../../base/problem.ts';
import type { Db } from '../../database/db.ts';
import type { Runtime } from '../../runtime.ts';
import { fingerprints } from '../../secrets/cipher.ts';
import { refreshStatistics } from '../../store/erasure/erasure.ts';
import { alone } from '../../store/locks/alone.ts';
import { liveWorkers } from '../../store/message/workers.ts';
import { areUrlsClear, clearKeyInUrl, sealUrls, unsealUrls } from '../../store/secrets/callback-urls.ts';
import { countSecrets, dropUnusedKeys, rewriteSecrets, secretTables } from '../../store/secrets/columns.ts';
import {
  insertDataKey,
  isEncryptionOn,
  prepareSecrets,
  rewrapDataKeys,
  turnEncryption,
} from '../../store/secrets/data-keys.ts';
import type { Log } from '../../telemetry/log.ts';
import { Loop } from '../../work/loop.ts';

const everyMs = 60_000;

/** Throws if the master key is wrong. Then, every minute, one process encrypts what a stopped older release has stored in clear. */
export async function startEncryption({ db, log }: Runtime): Promise<Pick<Loop, 'stop'>> {
  await prepareSecrets(db);
  return new Loop('encryption of secrets', everyMs, log, () => encryptClear(db, log));
}

async function encryptClear(db: Db, log: Log): Promise<false> {
  await turnEncryption(db, true);
  if (!(await isEncryptionOn(db)) || !((await areUrlsClear(db)) || (await areSecretsClear(db)))) return false;
  const encrypted = await alone(db, 'encryption of secrets', async (connection) => {
    if (await areUrlsClear(db)) await sealUrls(db);
    const values = await rewriteSecrets(db, 'sealed');
    await refreshStatistics(connection, secretTables, clearKeyInUrl);
    return values;
  });
  if (encrypted) log.info({ encrypted }, 'secrets that were stored in clear are encrypted now');
  return false;
}

async function areSecretsClear(db: Db): Promise<boolean> {
  return (await countSecrets(db)).some(({ keyId }) => keyId === undefined);
}

/**
 * Encrypts the data keys with the current master key, and every value with a new data key. Processes keep running, since they hold
 * both master keys. After a crash, the next call finishes the work. Returns the number of values encrypted again.
 */
export async function rotateKeys(db: Db): Promise<number> {
  await refuseUnprepared(db);
  const rotated = await alone(db, 'rotation of keys', async () => {
    await db.transaction(async (tx) => {
      await rewrapDataKeys(tx);
      await insertDataKey(tx);
    });
    const values = await rewriteSecrets(db, 'sealed');
    await dropUnusedKeys(db);
    return values;
  });
  if (rotated === undefined) throw new Problem('another rotation is under way', 'Wait for its end');
  return rotated;
}

/** A process without the new key cannot decrypt what is written after the rotation. */
async function refuseUnprepared(db: Db): Promise<void> {
  if (!(await isEncryptionOn(db)))
    throw new Problem('encryption is not on: a process of an older release may be alive', 'Upgrade every node first');
  const [key = ''] = fingerprints();
  const without = (await liveWorkers(db)).filter(({ masterKeys }) => !masterKeys.includes(key));
  if (without.length === 0) return;
  const names = without.map(({ host, pid }) => `${host} (process ${pid})`).join(', ');
  throw new Problem(
    `the new key is unknown to ${names}`,
    'Set HERMOD_SECRET_KEY to the new key and HERMOD_SECRET_KEY_PREVIOUS to the old one on every node, restart them, and try again; a node that keeps its key in the data directory has to be stopped',
  );
}

/** Needed to go back to release 0.1.0. A running process would encrypt everything again. */
export async function decryptAll(db: Db): Promise<number> {
  const [alive] = await liveWorkers(db);
  if (alive !== undefined)
    throw new Problem(`a process is alive on ${alive.host} (process ${alive.pid})`, 'Stop every node first');
  await unsealUrls(db);
  const values = await rewriteSecrets(db, 'clear');
  await turnEncryption(db, false);
  return values;
}
