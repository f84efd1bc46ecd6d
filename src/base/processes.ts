import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';

/** Whether a process with this number runs; a zombie does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return processStat(pid)?.state !== 'Z';
}

/** Start time in clock ticks since boot: together with the number it identifies a process uniquely. */
export function startTime(pid: number): string | undefined {
  return processStat(pid)?.startTime;
}

function processStat(pid: number): { state: string; startTime: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name in parentheses, which may contain spaces; count from its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', startTime: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

type Running = {
  readonly pid: number;
  /** The address for commands; known once it serves requests. */
  readonly url: string | undefined;
};

/** Written by `hermod start`: its process number and start time, which identify it uniquely, and its address. */
export const runningFile = (dataDir: string): string => join(dataDir, 'hermod.pid');

/** The other `hermod start` that runs on this data directory, if any; the file of a killed one is ignored. */
export function findRunning(dataDir: string): Running | undefined {
  const owner = readOwner(dataDir);
  if (owner === undefined || owner.pid === process.pid || !isAlive(owner.pid)) return undefined;
  return owner.started === (startTime(owner.pid) ?? '') ? owner : undefined;
}

export function readOwner(dataDir: string): (Running & { readonly started: string }) | undefined {
  try {
    const [pid = '', started = '', url] = readFileSync(runningFile(dataDir), 'utf8').trim().split(' ');
    return { pid: Number(pid), started, url: url !== undefined && isHere(url) ? url : undefined };
  } catch {
    return undefined;
  }
}

/** Commands send keys to this address: a forged data directory must not lead them to another machine. */
function isHere(url: string): boolean {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return false;
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
  if (/^127(\.\d+){3}$/.test(host)) return true;
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === host));
}
