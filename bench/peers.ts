/** What stands around the service: an SMSC that answers and delivers at once, and an endpoint that counts. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { LoadOptions, LoadResult } from './client.ts';
import { ports } from './scenario.ts';

const here = import.meta.dirname;
const launcher = join(here, '..', 'bin', 'hermod.mjs');

export const carrierUrl = `smpp://bench:bench@127.0.0.1:${ports.smsc}?binds=2&window=500`;
/** Nobody listens there: messages wait. A carrier that is switched off would not do, what has no other route is refused. */
export const unreachable = 'smpp://bench:bench@127.0.0.1:1';
export const sinkUrl = `http://127.0.0.1:${ports.sink}/`;

/** Receipts come a moment after the answer: Kannel loses those that overtake it. */
export function startPeerSmsc(): ChildProcess {
  const flags = ['smsc', '--port', `${ports.smsc}`, '--window', '500', '--receipt-delay', '200', '--json'];
  return spawn(process.execPath, [launcher, ...flags], { stdio: ['ignore', 'ignore', 'inherit'] });
}

export function startSink(port = ports.sink): ChildProcess {
  return spawn(process.execPath, [join(here, 'sink.ts'), `${port}`], { stdio: 'inherit' });
}

export async function sinkCount(port = ports.sink): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/count`);
  return ((await answer.json()) as { fast: number }).fast;
}

const patienceMs = 30_000;

/** Milliseconds (of this process) at which so many had come. Gives up when nothing comes for half a minute. */
export async function untilCounted(count: number, port = ports.sink): Promise<number> {
  const { last, came } = await untilQuiet(count, port);
  if (came < count) throw new Error(`${came} of ${count} reports came, then no more`);
  return last;
}

/** How many came, and when the last of them: all, or what there was before half a minute of silence. */
export async function untilQuiet(count: number, port = ports.sink): Promise<{ last: number; came: number }> {
  let came = -1;
  let last = performance.now();
  for (;;) {
    const now = await sinkCount(port);
    if (now !== came) last = performance.now();
    came = now;
    if (came >= count || performance.now() - last > patienceMs) return { last, came };
    await sleep(50);
  }
}

/** The load generator runs in a process of its own. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [join(here, 'client.ts'), JSON.stringify(options)], {
    maxBuffer: 1e6,
  });
  return JSON.parse(stdout) as LoadResult;
}
