/** Where the PostgreSQL servers of tests keep their files. */
import { mkdtempSync, statfsSync } from 'node:fs';
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

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > 4 * GiB && process.availableMemory() > 4 * GiB;
  } catch {
    return false;
  }
}
