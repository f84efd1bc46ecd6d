/** Where the PostgreSQL servers of tests keep their files. */
import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const GiB = 2 ** 30;

/**
 * In memory if the machine has 4 GiB to spare: a checkpoint flushes every file of a database that was created or dropped, which
 * takes a second on a busy disk and about 50 ms in memory. No test cuts the power, so none needs the disk.
 */
export const databaseParent: string = hasRoom('/dev/shm') ? '/dev/shm' : tmpdir();

/** A new folder for the files of one PostgreSQL; the caller deletes it. */
export function databaseFolder(prefix: string): string {
  return mkdtempSync(join(databaseParent, prefix));
}

const dayMs = 86_400_000;

/** A run that was killed leaves its folders in memory. No run lasts a day. */
export function deleteAbandonedFolders(now: number): void {
  if (databaseParent === tmpdir()) return;
  for (const name of readdirSync(databaseParent).filter((each) =>
    /^hermod-(test|data|pair|chaos|attack)-/.test(each),
  )) {
    const folder = join(databaseParent, name);
    const changedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (changedAt < now - dayMs) rmSync(folder, { recursive: true, force: true });
  }
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > 4 * GiB && process.availableMemory() > 4 * GiB;
  } catch {
    return false;
  }
}
