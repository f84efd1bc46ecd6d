import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodes, Problem } from '../base/problem.ts';
import { type Config, settings } from '../config/config.ts';
import { value } from '../config/setting.ts';
import type { Queryable } from '../database/db.ts';
import { useMasterKeys } from '../secrets/cipher.ts';
import { listDataKeys } from '../store/secrets/data-keys.ts';
import { replaceFile } from './data-dir.ts';

const current = 'secret-key';
const previous = 'secret-key-previous';

/** Every node on a shared database needs the same key, so no node generates one. */
export function requireSecretKey({ embedded, secretKey }: Config): void {
  if (embedded || secretKey !== undefined) return;
  throw new Problem(
    'HERMOD_SECRET_KEY is not set, and with DATABASE_URL it has to be: it encrypts the secrets in the database',
    'Make a key with openssl rand -base64 32, set it on every node, and keep a copy apart from the backups of the database',
  );
}

/**
 * The settings with the master key, which this process uses from now on: as set, or from the data directory, where it is generated
 * once. If the database holds encrypted secrets, a missing key is an error: a new one could not decrypt them.
 */
export async function withSecretKey(db: Queryable, config: Config): Promise<Config> {
  requireSecretKey(config);
  const { dataDir, secretKeyPrevious } = config;
  const secretKey = config.secretKey ?? readKey(dataDir, current) ?? (await firstKey(db, dataDir));
  const filled = { ...config, secretKey, secretKeyPrevious: secretKeyPrevious ?? readKey(dataDir, previous) };
  useMasterKeys(filled.secretKey, filled.secretKeyPrevious);
  return Object.freeze(filled);
}

async function firstKey(db: Queryable, dataDir: string): Promise<string> {
  if ((await listDataKeys(db)).length > 0)
    throw new Problem(
      `the secrets in the database are encrypted, and their key is missing: ${join(dataDir, current)}`,
      'Put the file back that belongs to this database or backup, or set HERMOD_SECRET_KEY to its content',
      exitCodes.unavailable,
    );
  return keepKey(dataDir, current, newKey());
}

const newKey = (): string => randomBytes(32).toString('base64');

function readKey(dataDir: string, name: string): string | undefined {
  const file = join(dataDir, name);
  if (!existsSync(file)) return undefined;
  return value({ ...settings.secretKey, name: file }, readFileSync(file, 'utf8').trim());
}

/** Synchronized to disk before the key is used: without the key, every secret in the database is lost. */
function keepKey(dataDir: string, name: string, key: string): string {
  replaceFile(join(dataDir, name), `${key}\n`, 0o600, true);
  return key;
}

/** Generates the new key of a rotation. An interrupted rotation has a previous key, and keeps the new key that it generated. */
export function replaceKeptKey({ dataDir, secretKey: old, secretKeyPrevious }: Config): void {
  if (secretKeyPrevious !== undefined && secretKeyPrevious !== old) return;
  keepKey(dataDir, previous, old!);
  useMasterKeys(keepKey(dataDir, current, newKey()), old);
}

export function forgetPreviousKey({ dataDir }: Config): void {
  rmSync(join(dataDir, previous), { force: true });
}
