/** One machine that runs Hermod: a `hermod start` that is started again whenever it ends, as by systemd. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf, commandOf, signal } from '../test/harness/processes.ts';

const launcher = join(import.meta.dirname, '..', 'bin', 'hermod.mjs');
/** All nodes of a run share a database, and so its key. */
const secretKey = Buffer.alloc(32, 'chaos').toString('base64');
const pauseMs = 300;
const startMs = 180_000;

export type NodeOptions = { name: string; folder: string; port: number; settings: Record<string, string> };

export class HermodNode {
  readonly name: string;
  readonly base: string;
  readonly #options: NodeOptions;
  #child: ChildProcess | undefined;
  #wanted = false;

  constructor(options: NodeOptions) {
    this.name = options.name;
    this.base = `http://127.0.0.1:${options.port}`;
    this.#options = options;
    mkdirSync(options.folder, { recursive: true });
  }

  get supervisor(): number | undefined {
    return this.#child?.pid;
  }

  workers(): number[] {
    const parent = this.supervisor;
    if (parent === undefined) return [];
    return childrenOf(parent).filter((pid) => /main\.[jt]s/.test(commandOf(pid)));
  }

  start(): void {
    this.#wanted = true;
    this.#spawn();
  }

  /** Resolves when the node reports that it is ready. */
  async untilReady(): Promise<void> {
    const until = Date.now() + startMs;
    while (Date.now() < until) {
      if (await isReady(this.base)) return;
      await sleep(100);
    }
    throw new Error(`${this.name} does not get ready; read ${this.logFile}`);
  }

  get logFile(): string {
    return join(this.#options.folder, 'hermod.log');
  }

  /** A power failure: all processes are killed at the same time. It is started again unless it is meant to stay away. */
  kill(stay: 'away' | 'restart' = 'restart'): void {
    this.#wanted = stay === 'restart';
    const pids = [this.supervisor, ...this.workers()];
    for (const pid of pids) if (pid !== undefined) signal(pid, 'SIGKILL');
  }

  async stop(): Promise<void> {
    this.#wanted = false;
    const child = this.#child;
    if (child === undefined) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    // A stopped process has to receive the signal.
    for (const pid of this.workers()) signal(pid, 'SIGCONT');
    child.kill('SIGTERM');
    const late = setTimeout(() => this.kill('away'), 20_000);
    await ended;
    clearTimeout(late);
  }

  #spawn(): void {
    const { port, folder, settings } = this.#options;
    const log = openSync(this.logFile, 'a');
    const child = spawn(process.execPath, [launcher, 'start'], {
      env: {
        ...cleanEnvironment(),
        HERMOD_DATA_DIR: join(folder, 'data'),
        HERMOD_PORT: `${port}`,
        HERMOD_SECRET_KEY: secretKey,
        ...settings,
      },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.#child = child;
    child.once('exit', () => {
      if (this.#child === child) this.#child = undefined;
      if (this.#wanted) setTimeout(() => this.#wanted && this.#child === undefined && this.#spawn(), pauseMs);
    });
  }
}

/** Settings of the user's shell must not affect the run. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(HERMOD_|DATABASE_URL|PG)/.test(name)));
}

function isReady(base: string): Promise<boolean> {
  return fetch(`${base}/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => {
      await answer.text();
      return answer.ok;
    },
    () => false,
  );
}
