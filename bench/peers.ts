/** The surroundings of the service: an SMSC that responds and delivers, and an endpoint that counts. In C where there is a compiler. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LoadOptions, LoadResult } from './client.ts';
import { usage } from './cpu.ts';
import { instruments } from './instruments.ts';
import { ports } from './scenario.ts';
import { ended, untilAnswers } from './service.ts';

const here = import.meta.dirname;
const launcher = join(here, '..', 'bin', 'hermod.mjs');

export const carrierUrl = `smpp://bench:bench@127.0.0.1:${ports.smsc}?binds=2&window=500`;
/** A port without a listener, so messages wait. A disabled carrier would not do: messages without another route are rejected. */
export const unreachable = 'smpp://bench:bench@127.0.0.1:1';
export const sinkUrl = `http://127.0.0.1:${ports.sink}/`;

export type Peer = {
  /** Requests received by the endpoint. */
  requests(): Promise<number>;
  /** Processor time so far, in seconds. */
  cpuSeconds(): Promise<number>;
  stop(): Promise<void>;
};

export type PeerDelays = {
  readonly answerMs?: number;
  readonly receiptMs?: number;
  /** Milliseconds for which input is collected before it is handled: halves the processor time, for runs that do not measure latency. */
  readonly gatherMs?: number;
};

/** Receipts follow the response after a delay: Kannel loses receipts that overtake it. */
export async function startPeer({ answerMs = 0, receiptMs = 200, gatherMs = 0 }: PeerDelays = {}): Promise<Peer> {
  const delays = ['--answer-delay', `${answerMs}`, '--receipt-delay', `${receiptMs}`];
  const light = instruments();
  return light === undefined ? startInNode(delays) : startInC(light.peer, [...delays, '--gather', `${gatherMs}`]);
}

async function startInC(program: string, delays: string[]): Promise<Peer> {
  const flags = ['--smpp-port', `${ports.smsc}`, '--http-port', `${ports.sink}`, ...delays];
  const child = spawn(program, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  if (child.exitCode !== null) throw new Error('the peer did not start');
  return {
    requests: async () => (await counts()).requests,
    cpuSeconds: async () => (await counts()).cpuSeconds,
    stop: () => ended(child),
  };
}

async function startInNode(delays: string[]): Promise<Peer> {
  const flags = ['smsc', '--port', `${ports.smsc}`, '--window', '500', ...delays, '--json'];
  const smsc = spawn(process.execPath, [launcher, ...flags], { stdio: ['ignore', 'ignore', 'inherit'] });
  const sink = startSink();
  await untilAnswers(ports.sink);
  return {
    requests: async () => (await counts()).requests,
    cpuSeconds: async () => usage({ peer: [smsc.pid!, sink.pid!] })['peer']!,
    stop: async () => void (await Promise.all([ended(smsc), ended(sink)])),
  };
}

/** The endpoint alone, which can also stop responding. */
export function startSink(port = ports.sink): ChildProcess {
  return spawn(process.execPath, [join(here, 'sink.ts'), `${port}`], { stdio: 'inherit' });
}

async function counts(): Promise<{ requests: number; cpuSeconds: number }> {
  const answer = await fetch(`${sinkUrl}count`);
  return (await answer.json()) as { requests: number; cpuSeconds: number };
}

/** Milliseconds from the SMSC's response to the report SENT, and from its receipt to the report DELIVERED. */
export type ReportTimes = Record<'sent' | 'delivered', { count: number; p50: number; p99: number }>;

/** Since the previous call; only the peer in C has them. */
export async function reportTimes(): Promise<ReportTimes> {
  return (await (await fetch(`${sinkUrl}times`)).json()) as ReportTimes;
}

/** Call only while no receipt is queued; only the peer in C supports it. */
export async function delayReceipts(milliseconds: number): Promise<void> {
  await fetch(`${sinkUrl}receipt-delay/${milliseconds}`);
}

/** The load generator in Node, in its own process. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [join(here, 'client.ts'), JSON.stringify(options)], {
    maxBuffer: 1e6,
  });
  return JSON.parse(stdout) as LoadResult;
}
