import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { exitCodes, Problem } from '../base/problem.ts';
import { startTime } from '../base/processes.ts';
import { findRunning, readOwner, runningFile } from '../base/running.ts';

const mine = (url = ''): string => `${process.pid} ${startTime(process.pid) ?? ''} ${url}`.trimEnd();

/** One `start` per data directory. The file names the process for good (number and start time), so a killed one never blocks. */
export function lockDataDir(dataDir: string): () => void {
  try {
    writeFileSync(runningFile(dataDir), `${mine()}\n`, { flag: 'wx', mode: 0o644 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    refuseIfRunning(dataDir);
    replace(dataDir, mine());
    // Two may have found the same dead owner; the later rename wins, and the other sees a name that is not its own.
    if (!isMine(dataDir)) refuseIfRunning(dataDir);
  }
  return () => {
    if (isMine(dataDir)) rmSync(runningFile(dataDir), { force: true });
  };
}

/** Lets commands in other terminals find the service, whatever its port. */
export function announce(dataDir: string, url: string): void {
  if (isMine(dataDir)) replace(dataDir, mine(url));
}

/** The process number of the running `start` of this data directory, if there is one. */
export const runningHermod = (dataDir: string): number | undefined => findRunning(dataDir)?.pid;

function isMine(dataDir: string): boolean {
  const owner = readOwner(dataDir);
  return owner?.pid === process.pid && owner.started === (startTime(process.pid) ?? '');
}

/** Whole at every moment, for those who read it meanwhile. */
function replace(dataDir: string, text: string): void {
  const fresh = `${runningFile(dataDir)}.${process.pid}`;
  writeFileSync(fresh, `${text}\n`, { mode: 0o644 });
  renameSync(fresh, runningFile(dataDir));
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
