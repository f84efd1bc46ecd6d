import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { exitCodes, Problem } from '../base/problem.ts';
import { findRunning, readOwner, runningFile, startTime } from '../base/processes.ts';

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

/** Replaces a file atomically, also if the process crashes. `isSynced`: the content is on disk when this returns. */
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
