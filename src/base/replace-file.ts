import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a file and moves it into place: a reader, or a crash, finds the old content or the new one. `isSynced`: the content is on disk when
 * this returns.
 */
export function replaceFile(file: string, text: string, mode: number, isSynced = false): void {
  const draft = `${file}.${process.pid}`;
  const opened = openSync(draft, 'w', mode);
  writeSync(opened, text);
  if (isSynced) fsyncSync(opened);
  closeSync(opened);
  renameSync(draft, file);
  if (!isSynced) return;
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}
