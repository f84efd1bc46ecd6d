/** The `hermod` command in a process of its own, as a user or a script starts it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, inject } from 'vitest';
import { secretKey } from './database.ts';
import { fault } from './faults.ts';
import { databaseFolder } from './folders.ts';
import { patienceMs } from './patience.ts';
import { postgresProcesses } from './processes.ts';

const ofRepository = join(import.meta.dirname, '..', '..', 'bin', 'hermod.mjs');

/** Tests start the same code dozens of times: a start from the compile cache takes a third of the time. */
const compileCache = join(tmpdir(), 'hermod-test-compile-cache');

export type Running = {
  child: ChildProcess;
  output(): string;
  /** What went to standard output alone. */
  written(): string;
  /** What went to standard error, by lines. */
  complaints(): string[];
  /** Resolves with the whole output once it contains this. */
  until(text: string, milliseconds?: number): Promise<string>;
  exit(): Promise<{ code: number | null; output: string }>;
};

export type Circumstances = {
  cwd?: string;
  detached?: boolean;
  uid?: number;
  gid?: number;
  node?: string;
  input?: string;
  /** Default: the launcher of the repository. */
  launcher?: string;
};

/** Runs in a clean environment: settings of the developer's shell must not reach the test. */
export function hermod(
  args: string[],
  settings: Record<string, string> = {},
  { node = process.execPath, launcher = ofRepository, input, ...circumstances }: Circumstances = {},
): Running {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(HERMOD_|DATABASE_URL|PG)/.test(name)),
  );
  const ours = {
    HERMOD_SMTP_PORT: '0',
    HERMOD_SMPP_PORT: '0',
    NODE_COMPILE_CACHE: compileCache,
    IN_HERMOD_TEST_RUN: inject('runId'),
  };
  const shared = settings['DATABASE_URL'] ? { HERMOD_SECRET_KEY: secretKey } : {};
  const env = { ...inherited, ...ours, ...shared, ...settings };
  const child = spawn(node, [launcher, ...args], { ...circumstances, env, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(input);
  let output = '';
  let written = '';
  let complaints = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const watchers = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const watch of watchers) watch();
    });
  }
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, output }));
  });
  return {
    child,
    output: () => output,
    written: () => written,
    complaints: () => complaints.split('\n').filter((line) => line !== ''),
    exit: () => ended,
    until: (text, ms) => until(text, ms),
  };

  function until(text: string, milliseconds = patienceMs): Promise<string> {
    return new Promise((resolve, reject) => {
      const fail = () => reject(new Error(`${JSON.stringify(text)} was not printed; the output:\n${output}`));
      const timer = setTimeout(fail, milliseconds);
      const look = () => {
        if (!output.includes(text)) return;
        clearTimeout(timer);
        watchers.delete(look);
        resolve(output);
      };
      void ended.then(() => (output.includes(text) ? look() : fail()));
      watchers.add(look);
      look();
    });
  }
}

/** The same with a terminal as standard output, which ends lines with `\r\n`. */
export function hermodAtTerminal(
  args: string[],
  settings: Record<string, string> = {},
  { node = process.execPath, launcher = ofRepository, ...circumstances }: Circumstances = {},
): Running {
  const command = [node, launcher, ...args].map((word) => `'${word}'`).join(' ');
  return hermod([command, '/dev/null'], settings, { ...circumstances, node: 'script', launcher: '-qefc' });
}

/** A data directory that is deleted after the test file, which fails if a PostgreSQL still runs in it. */
export function dataDir(name = 'data'): string {
  const folder = databaseFolder('hermod-data-');
  chmodSync(folder, 0o755);
  afterAll(() => {
    const left = postgresProcesses(join(folder, name));
    for (const pid of left) process.kill(pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
    if (left.length > 0) throw fault(`PostgreSQL was left running in ${name}`);
  });
  return join(folder, name);
}
