import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodes, Problem } from '../problem.ts';
import { isAlive, startTime } from './processes.ts';

const fileOf = (dataDir: string) => join(dataDir, 'hermod.pid');

/** One `start` per data directory. The file names the process for good (number and start time), so a killed one never blocks. */
export function lockDataDir(dataDir: string): () => void {
  const file = fileOf(dataDir);
  const mine = `${process.pid} ${startTime(process.pid) ?? ''}\n`;
  try {
    writeFileSync(file, mine, { flag: 'wx', mode: 0o644 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    refuseIfRunning(dataDir);
    takeOver(file, mine);
    // Two may have found the same dead owner; the later rename wins, and the other sees a name that is not its own.
    if (readFileSync(file, 'utf8') !== mine) refuseIfRunning(dataDir);
  }
  return () => {
    if (readOwner(dataDir)?.text === mine) rmSync(file, { force: true });
  };
}

function takeOver(file: string, mine: string): void {
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, mine);
  renameSync(fresh, file);
}

/** The process number of the running `start` of this data directory, if there is one. */
export function runningHermod(dataDir: string): number | undefined {
  const owner = readOwner(dataDir);
  if (owner === undefined || owner.pid === process.pid || !isAlive(owner.pid)) return undefined;
  return owner.started === (startTime(owner.pid) ?? '') ? owner.pid : undefined;
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

function readOwner(dataDir: string): { pid: number; started: string; text: string } | undefined {
  try {
    const text = readFileSync(fileOf(dataDir), 'utf8');
    const [pid = '', started = ''] = text.trim().split(' ');
    return { pid: Number(pid), started, text };
  } catch {
    return undefined;
  }
}
