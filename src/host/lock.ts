import { rmSync, writeFileSync } from 'node:fs';
import { exitCodes, Problem } from '../base/problem.ts';
import { startTime } from '../base/processes.ts';
import { replaceFile } from '../base/replace-file.ts';
import { findRunning, readOwner, runningFile } from '../base/running.ts';

const fileMode = 0o644;
const mine = (url = ''): string => `${process.pid} ${startTime(process.pid) ?? ''} ${url}`.trimEnd();

/** Allows one `start` per data directory. The file identifies its process uniquely, so a killed one never blocks the next. */
export function lockDataDir(dataDir: string): () => void {
  try {
    writeFileSync(runningFile(dataDir), `${mine()}\n`, { flag: 'wx', mode: fileMode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    refuseIfRunning(dataDir);
    replaceFile(runningFile(dataDir), `${mine()}\n`, fileMode);
    // Two starts may have found the same dead owner: the later rename wins, and the other one finds a foreign process number.
    if (!isMine(dataDir)) refuseIfRunning(dataDir);
  }
  return () => {
    if (isMine(dataDir)) rmSync(runningFile(dataDir), { force: true });
  };
}

/** Lets commands on this machine find the service at any port. */
export function announce(dataDir: string, url: string): void {
  if (isMine(dataDir)) replaceFile(runningFile(dataDir), `${mine(url)}\n`, fileMode);
}

/** The process number of the running `start` of this data directory, if any. */
export const runningHermod = (dataDir: string): number | undefined => findRunning(dataDir)?.pid;

function isMine(dataDir: string): boolean {
  const owner = readOwner(dataDir);
  return owner?.pid === process.pid && owner.started === (startTime(process.pid) ?? '');
}

function refuseIfRunning(dataDir: string): void {
  const pid = runningHermod(dataDir);
  if (pid === undefined) return;
  throw new Problem(
    `Hermod is already running on ${dataDir} (process ${pid})`,
    'Stop it first, or use another HERMOD_DATA_DIR and HERMOD_PORT',
    exitCodes.alreadyRunning,
  );
}
