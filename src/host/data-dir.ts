import { randomBytes } from 'node:crypto';
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exitCodes, Problem } from '../problem.ts';

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
