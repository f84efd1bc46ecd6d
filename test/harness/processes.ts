/** Processes as the kernel shows them. Without the test runner, since `chaos/` looks at them too. */
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { patienceMs } from './patience.ts';

/** Every process of that PostgreSQL works inside its folder, whatever it calls itself. */
export function postgresProcesses(dataDir: string): number[] {
  const folder = join(look(() => realpathSync(dataDir)) ?? dataDir, 'postgres');
  return processes().filter((pid) => look(() => readlinkSync(`/proc/${pid}/cwd`)) === folder);
}

export function userOf(pid: number): number {
  return Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

export function isRunning(pid: number): boolean {
  const state = look(() => statOf(pid)[0]);
  return state !== undefined && state !== 'Z';
}

/** Many come and go by themselves (PostgreSQL's helpers do); one that has gone needs no signal. */
export function signal(pid: number, name: NodeJS.Signals): void {
  look(() => process.kill(pid, name));
}

export async function untilGone(...pids: number[]): Promise<void> {
  const until = Date.now() + patienceMs;
  let left = pids.filter(isRunning);
  while (left.length > 0) {
    if (Date.now() > until) throw new Error(`still running: ${left.join(', ')}`);
    await sleep(20);
    left = left.filter(isRunning);
  }
}

function processes(): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter(isRunning);
}

export function childrenOf(parent: number): number[] {
  return processes().filter((pid) => look(() => statOf(pid)[1]) === `${parent}`);
}

export function commandOf(pid: number): string {
  return look(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? '';
}

/** The fields from the third on: state, parent … The second is a name that may hold spaces. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** A process may end while it is looked at. */
function look<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
