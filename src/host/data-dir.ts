import { randomBytes } from 'node:crypto';
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exitCodes, Problem } from '../base/problem.ts';
import { replaceFile } from '../base/replace-file.ts';

/** Creates the folder and checks that it is writable. */
export function openDataDir(dataDir: string): void {
  try {
    if (!existsSync(dataDir)) {
      makeFolder(dataDir);
      // PostgreSQL may run as another user than root and has to reach its own folder; secret files have their own mode.
      chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
    }
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Problem(
      `the data directory ${dataDir} cannot be used (${(error as NodeJS.ErrnoException).code})`,
      'Set HERMOD_DATA_DIR to a folder that this user may write to',
      exitCodes.unavailable,
    );
  }
}

/** Not `recursive: true`: where a file system returns ENOENT although the parent exists (/proc), Node never stops trying. */
function makeFolder(folder: string): void {
  if (!existsSync(dirname(folder))) makeFolder(dirname(folder));
  mkdirSync(folder);
}

/** The operator's token: as set, or generated once and kept where only this user can read it. */
export function adminToken(dataDir: string, given: string | undefined): string {
  if (given !== undefined) return given;
  const file = join(dataDir, 'admin-token');
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  return readFileSync(file, 'utf8').trim();
}

/** Secrets of the demo account; `hermod send` reads the key from its file. */
export const demoFiles = {
  key: 'demo-key',
  webhookSecret: 'demo-webhook-secret',
  smppPassword: 'demo-smpp-password',
} as const;

/** A secret that only this user can read. */
export function keepSecret(dataDir: string, name: string, secret: string): void {
  if (readSecret(dataDir, name) !== secret) replaceFile(join(dataDir, name), `${secret}\n`, 0o600);
}

export function readSecret(dataDir: string, name: string): string | undefined {
  try {
    return readFileSync(join(dataDir, name), 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}
