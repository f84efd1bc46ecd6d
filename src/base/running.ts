import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { isAlive, startTime } from './processes.ts';

export type Running = {
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
