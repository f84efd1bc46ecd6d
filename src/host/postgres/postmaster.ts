import { spawn } from 'node:child_process';
import {
  closeSync,
  constants,
  fchownSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitCodes, Problem } from '../../base/problem.ts';
import { isAlive } from '../../base/processes.ts';
import { type Binaries, environment, type Identity, owner } from './binaries.ts';
import { serverSettings } from './cluster.ts';

/** The content of postmaster.pid, which PostgreSQL writes and pg_ctl reads. */
export type Postmaster = { pid: number; port: number; socketFolder: string; status: string };

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
const pollMs = 10;
const largestLog = 10 * 2 ** 20;

export function readPostmaster(folder: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const [pid, , , port, socketFolder = '', , , status = ''] = lines;
  if (!/^\d+$/.test(pid ?? '')) return undefined;
  return { pid: Number(pid), port: Number(port), socketFolder, status: status.trim() };
}

/** The running postmaster of this folder, if any: usually left by a supervisor that was killed. */
export function runningPostmaster(folder: string): Postmaster | undefined {
  const found = readPostmaster(folder);
  if (found === undefined) return undefined;
  // The file of a dead postmaster stays: PostgreSQL uses it to see whether a backend still holds the shared memory.
  if (!isAlive(found.pid)) return undefined;
  if (isPostgresOf(found.pid, folder)) return found;
  // After a reboot or in a container the number may belong to another program; PostgreSQL would refuse to start.
  rmSync(join(folder, 'postmaster.pid'), { force: true });
  return undefined;
}

function isPostgresOf(pid: number, folder: string): boolean {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return command.some((word) => basename(word) === 'postgres') && command.includes(folder);
  } catch {
    // No /proc on this system: trust the file, as PostgreSQL does.
    return process.platform !== 'linux';
  }
}

export type Launch = {
  folder: string;
  logFile: string;
  socketFolder: string;
  binaries: Binaries;
  identity: Identity;
  /** The least number of connections of the server. */
  connections?: number;
};

/** Detached: Ctrl-C must not stop the postmaster before the processes that use it, and it must survive a killed supervisor. */
export async function launch(options: Launch): Promise<Postmaster> {
  // The shared memory of a postmaster that was just killed is released when its last backend has ended.
  for (let attempt = 1; attempt <= 10; attempt++) {
    const pid = spawnPostgres(options);
    const ready = await untilReady(options.folder, pid);
    if (ready) return ready;
    await sleep(attempt * 100);
  }
  throw new Problem(
    `PostgreSQL does not start (${lastComplaint(options.logFile)})`,
    `Read ${options.logFile}`,
    exitCodes.unavailable,
  );
}

function spawnPostgres({ folder, logFile, socketFolder, binaries, identity, connections = 0 }: Launch): number {
  const log = openLog(logFile, identity);
  const [command = '', ...args] = [
    ...identity.prefix,
    binaries.postgres,
    '-D',
    folder,
    ...serverSettings(socketFolder, connections),
  ];
  const child = spawn(command, args, {
    ...owner(identity),
    cwd: folder,
    env: environment(binaries),
    detached: true,
    stdio: ['ignore', log, log],
  });
  child.on('error', () => {}); // it has no pid then, and untilReady returns undefined
  child.unref();
  closeSync(log);
  return child.pid ?? -1;
}

function openLog(logFile: string, { uid, gid }: Identity): number {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > largestLog) renameSync(logFile, `${logFile}.old`);
  // Not through a link: root would change the owner of its target.
  if (lstatSync(logFile, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Problem(`${logFile} is a link`, 'Remove it', exitCodes.unavailable);
  }
  const log = openSync(logFile, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
  if (uid !== undefined && gid !== undefined && fstatSync(log).nlink === 1) fchownSync(log, uid, gid);
  return log;
}

/** Crash recovery may take minutes: waits as long as the process runs. */
async function untilReady(folder: string, pid: number): Promise<Postmaster | undefined> {
  while (pid > 0 && isAlive(pid)) {
    const found = readPostmaster(folder);
    if (found?.pid === pid && found.status === 'ready') return found;
    await sleep(pollMs);
  }
  return undefined;
}

export async function untilGone(pid: number, milliseconds: number): Promise<boolean> {
  for (let waited = 0; waited < milliseconds; waited += pollMs) {
    if (!isAlive(pid)) return true;
    await sleep(pollMs);
  }
  return !isAlive(pid);
}

function lastComplaint(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trim().split('\n');
  const fatal = lines.filter((line) => /FATAL|PANIC|could not/.test(line)).at(-1) ?? lines.at(-1) ?? 'no message';
  return fatal.replace(/^.*?(FATAL|PANIC):\s*/, '');
}
