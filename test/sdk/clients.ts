/** The clients of both languages, each in a separate process that executes one call per line. */
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inject } from 'vitest';
import { ensureDebian } from '../harness/debian.ts';
import { atEnd } from '../harness/endings.ts';

const root = join(import.meta.dirname, '..', '..');

export type ClientOptions = { apiKey: string; baseUrl: string; timeoutMs?: number; retries?: number };
export type Failure = {
  type: string;
  kind?: string;
  message: string;
  status?: number;
  code?: number;
  requestId?: string;
  invalidDestinations?: string[];
  retryAfter?: number;
  idempotencyKey?: string;
  reason?: string;
};
export type Outcome = { value?: unknown; error?: Failure };
/** `method` as in `hermod.messages.send`; the arguments as in TypeScript. Lists are returned as a whole. */
export type Client = {
  /** The guide's marker for its programs, and how they are run. */
  readonly fence: 'ts' | 'python';
  readonly program: string;
  readonly env: Record<string, string>;
  /** The folder for files of the test. */
  readonly folder: string;
  call(options: ClientOptions, method: string, ...args: unknown[]): Promise<Outcome>;
};

/** The SDK as published: compiled, and resolved by its name below node_modules of the folder. */
export function installSdk(): string {
  const folder = temporaryFolder();
  const sdk = join(root, 'packages', 'sdk');
  const target = join(folder, 'node_modules', '@hermod', 'sdk');
  const { status, stdout } = spawnSync(process.execPath, [join(sdk, 'scripts', 'build.mjs'), join(target, 'dist')], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the SDK could not be built: ${stdout}`);
  copyFileSync(join(sdk, 'package.json'), join(target, 'package.json'));
  return folder;
}

export function typescriptClient(): Client {
  const folder = installSdk();
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const driver = join(folder, 'driver.mjs');
  copyFileSync(join(import.meta.dirname, 'driver.mjs'), driver);
  return started({ fence: 'ts', program: process.execPath, env: {}, folder }, driver);
}

/** Undefined where Python is missing and cannot be installed; the reason is printed. */
export async function pythonClient(): Promise<Client | undefined> {
  const usual = process.env['PYTHON'] ?? 'python3';
  const isThere = spawnSync(usual, ['--version']).status === 0;
  if (!isThere && (await ensureDebian('python3', '/usr/bin/python3')) !== undefined) return undefined;
  const program = isThere ? usual : '/usr/bin/python3';
  const env = { PYTHONPATH: join(root, 'packages', 'python', 'src'), PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1' };
  return started({ fence: 'python', program, env, folder: temporaryFolder() }, join(import.meta.dirname, 'driver.py'));
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hermod-sdk-'));
  atEnd(async () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function started(language: Omit<Client, 'call'>, driver: string): Client {
  const { program } = language;
  const env = { ...process.env, ...language.env, IN_HERMOD_TEST_RUN: inject('runId') };
  const child = spawn(program, [driver], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map<number, (outcome: Outcome) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, ...outcome } = JSON.parse(line) as Outcome & { id: number };
    waiting.get(id)?.(outcome);
    waiting.delete(id);
  });
  const gone = new Promise<void>((resolve) => child.on('close', () => resolve()));
  void gone.then(() => {
    for (const answer of waiting.values()) answer({ error: { type: 'gone', message: `${program} has ended` } });
  });
  atEnd(() => {
    child.stdin.end();
    return gone;
  });
  let count = 0;
  return {
    ...language,
    call: (options, method, ...args) =>
      new Promise((resolve) => {
        count += 1;
        waiting.set(count, resolve);
        child.stdin.write(`${JSON.stringify({ id: count, options, method, args })}\n`);
      }),
  };
}
