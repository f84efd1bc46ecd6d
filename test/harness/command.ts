/** The real `hermod` command in a process of its own, as a person or a script starts it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, inject } from 'vitest';

const launcher = join(import.meta.dirname, '..', '..', 'bin', 'hermod.mjs');

export type Running = {
  child: ChildProcess;
  output(): string;
  /** Resolves with the whole output once it contains this. */
  until(text: string, milliseconds?: number): Promise<string>;
  exit(): Promise<{ code: number | null; output: string }>;
};

/** A clean environment: settings of the person's shell must not reach the test. */
export function hermod(args: string[], settings: Record<string, string> = {}, cwd = process.cwd()): Running {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(HERMOD_|DATABASE_URL|PG)/.test(name)),
  );
  const env = { ...inherited, HERMOD_TEST_LEAK_CHECK: inject('runId'), ...settings };
  const child = spawn(process.execPath, [launcher, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
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
  return { child, output: () => output, exit: () => ended, until: (text, ms) => until(text, ms) };

  function until(text: string, milliseconds = 30_000): Promise<string> {
    return new Promise((resolve, reject) => {
      const fail = () => reject(new Error(`waited in vain for ${JSON.stringify(text)}; so far:\n${output}`));
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

/** A data directory that goes away with the test file. `name` may hold spaces. */
export function dataDir(name = 'data'): string {
  const folder = mkdtempSync(join(tmpdir(), 'hermod-data-'));
  chmodSync(folder, 0o755);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, name);
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
