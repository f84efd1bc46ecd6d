import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitCodes, Problem } from '../../base/problem.ts';
import type { Config } from '../../config/config.ts';
import { replaceFile, runningHermod } from '../data-dir.ts';

const lookMs = 100;
const fileOf = (dataDir: string) => join(dataDir, 'reload.json');

/** Reloads that the running `start` has begun and finished, and why the last one failed. */
type Reloads = { readonly begun: number; readonly done: number; readonly failure?: string | undefined };
const none: Reloads = { begun: 0, done: 0 };

/** Asks the running supervisor to replace its processes. Its log reports the result; so does this command with `--wait`. */
export async function reload({ dataDir }: Config, { wait = false }: { wait?: boolean }): Promise<void> {
  const pid = supervisorOf(dataDir);
  const before = readReloads(dataDir);
  process.kill(pid, 'SIGHUP');
  console.log(`hermod: asked process ${pid} to replace its processes`);
  if (!wait) return;
  const { failure } = await finished(dataDir, pid, before);
  if (failure !== undefined) {
    const text = `the old processes keep running (${failure})`;
    throw new Problem(text, 'See the log of the service', exitCodes.unavailable);
  }
  console.log('hermod: all processes have been replaced');
}

/** A reload that was in progress at the signal does not count: another one follows it. */
async function finished(dataDir: string, pid: number, before: Reloads): Promise<Reloads> {
  for (;;) {
    const now = readReloads(dataDir);
    if (now.done > before.begun) return now;
    if (supervisorOf(dataDir) !== pid) throw notRunning(dataDir);
    await sleep(lookMs);
  }
}

function supervisorOf(dataDir: string): number {
  const pid = runningHermod(dataDir);
  if (pid === undefined) throw notRunning(dataDir);
  return pid;
}

function notRunning(dataDir: string): Problem {
  return new Problem(`Hermod is not running on ${dataDir}`, 'Start it with hermod start', exitCodes.unavailable);
}

/** Written by the supervisor; starts at zero with it. */
export class ReloadRecord {
  readonly #dataDir: string;
  #reloads = none;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#write(none);
  }

  begin(): void {
    this.#write({ ...this.#reloads, begun: this.#reloads.begun + 1 });
  }

  end(failure?: string): void {
    const { begun } = this.#reloads;
    this.#write({ begun, done: begun, failure });
  }

  #write(reloads: Reloads): void {
    this.#reloads = reloads;
    replaceFile(fileOf(this.#dataDir), JSON.stringify(reloads), 0o644);
  }
}

function readReloads(dataDir: string): Reloads {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as Reloads;
  } catch {
    return none;
  }
}
