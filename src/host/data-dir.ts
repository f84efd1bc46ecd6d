import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { exitCodes, Problem } from '../base/problem.ts';

/** Makes the folder and proves that it can be written to. */
export function openDataDir(dataDir: string): void {
  try {
    if (!existsSync(dataDir)) {
      makeFolder(dataDir);
      // PostgreSQL may run as another user than root and has to pass through; what is secret has rights of its own.
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

/** Not `recursive: true`: where a file system says ENOENT although the folder above is there (/proc), Node tries for ever. */
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

/** Files for the first minute with the demo account; `hermod send` looks for the key there too. */
export const demoFiles = {
  key: 'demo-key',
  webhookSecret: 'demo-webhook-secret',
  smppPassword: 'demo-smpp-password',
} as const;

/** A secret that only this user can read. Put in its place as a whole: a crash leaves the old one or the new one. */
export function keepSecret(dataDir: string, name: string, secret: string): void {
  if (readSecret(dataDir, name) === secret) return;
  const draft = join(dataDir, `${name}.${process.pid}`);
  writeFileSync(draft, `${secret}\n`, { mode: 0o600 });
  renameSync(draft, join(dataDir, name));
}

export function readSecret(dataDir: string, name: string): string | undefined {
  try {
    return readFileSync(join(dataDir, name), 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}
