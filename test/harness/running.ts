/** A `hermod start` that is up, seen from outside: over HTTP, through /proc and on its database's socket. */
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { join } from 'node:path';
import pg from 'pg';
import { onTestFailed, onTestFinished, vi } from 'vitest';
import { type Circumstances, hermod, type Running } from './command.ts';
import { patienceMs } from './patience.ts';
import { childrenOf, commandOf } from './processes.ts';

export type Up = Running & {
  readonly pid: number;
  readonly base: string;
  readonly port: number;
  workers(): number[];
  /** Sends the signal and resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

/** Two processes on a free port, with the simulator, unless told otherwise. What the test leaves running is killed when it ends. */
export async function up(
  settings: Record<string, string>,
  circumstances: Circumstances = {},
  flags: string[] = [],
  ready: Ready = ownReady,
): Promise<Up> {
  const usual = { HERMOD_PORT: '0', HERMOD_PROCESSES: '2', HERMOD_CARRIER_URL: 'simulator:' };
  const running = hermod(['start', ...flags], { ...usual, ...settings }, circumstances);
  const pid = running.child.pid!;
  onTestFailed(() => console.error(running.output()));
  onTestFinished(() => {
    if (running.child.exitCode === null && running.child.signalCode === null) running.child.kill('SIGKILL');
  });
  const base = ready.base(await running.until(ready.text));
  return {
    ...running,
    pid,
    base,
    port: Number(new URL(base).port),
    workers: () => childrenOf(pid).filter((child) => /main\.[jt]s/.test(commandOf(child))),
    async stop(signal = 'SIGTERM') {
      running.child.kill(signal);
      return (await running.exit()).code;
    },
  };
}

/** In the line of a start that has come up; its standard output is not a terminal. */
export const isReady = '"msg":"ready"}';

/** What a start prints once it is up, and where its API is by that. */
export type Ready = { readonly text: string; base(output: string): string };
const ownReady: Ready = { text: isReady, base: (output) => readyFields(output)['api'] as string };

export function readyFields(output: string): Record<string, unknown> {
  const line = output.split('\n').find((each) => each.endsWith(isReady))!;
  return JSON.parse(line) as Record<string, unknown>;
}

export type Got = { status: number; text: string; headers: http.IncomingHttpHeaders };

/** One request on a connection of its own. */
export function get(url: string, options: https.RequestOptions = {}): Promise<Got> {
  const { request } = url.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent: false, ...options }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer
        .on('error', reject)
        .on('end', () => resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }));
    });
    sent.on('error', reject).end();
  });
}

export async function untilReady(base: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { status, text } = await get(`${base}/health/ready`);
      if (status !== 200) throw new Error(text);
    },
    { timeout: patienceMs, interval: 50 },
  );
}

/** The embedded PostgreSQL of a data directory, as it describes itself. */
export function postmaster(dataDir: string): { pid: number; url: string } {
  const [pid, , , port, socketFolder = ''] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split(
    '\n',
  );
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim();
  return { pid: Number(pid), url: `postgres://hermod:${password}@${encodeURIComponent(socketFolder)}:${port}/hermod` };
}

/** Runs one statement on the embedded PostgreSQL and resolves with its rows. */
export async function sql(dataDir: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: postmaster(dataDir).url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}
