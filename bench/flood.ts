/** Messages from the first request to the last report, in a closed loop or at a fixed rate. */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { idleShare, type ProcessorTimes, processorTimes } from './cpu.ts';
import { instruments } from './instruments.ts';
import { load, type Peer } from './peers.ts';

export type LoadRequest = {
  readonly port: number;
  readonly path: string;
  /** In fields and body, `@N@` is replaced with a number that differs in every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Defaults to GET without a body. */
  readonly body?: string;
  readonly connections: number;
  /** Ends after this number of requests, or after `seconds`. */
  readonly messages?: number;
  readonly seconds?: number;
  /** Requests per second, sent by the clock. Without it, each connection sends its next request when the previous one is answered. */
  readonly rate?: number;
  /** The running number restarts at 0 after this many requests. */
  readonly cycle?: number;
};

/** Including the reports of each message. */
export type FloodRequest = LoadRequest & { readonly reports: number };

export type Flood = {
  readonly messages: number;
  /** Milliseconds from a request to its response; at a fixed rate, from when the request was due. */
  readonly p50: number;
  readonly p99: number;
  /** Messages per second. */
  readonly rate: number;
  /** Reports that never arrived. */
  readonly missing: number;
  /** Share of the machine's processors used while requests were sent, 0 to 1. A closed loop that leaves them idle has not found the limit. */
  readonly idle: number;
  /** Share of one core used by the instruments themselves, 0 to 1. */
  readonly load: number;
  readonly peer: number;
};

export async function flood(peer: Peer, request: FloodRequest): Promise<Flood> {
  const before = await peer.requests();
  const used = await peer.cpuSeconds();
  const { began, times, answered, lost, statuses, p50, p99, cpuSeconds } = await send(request);
  const asking = performance.now() - began;
  const idle = idleShare(times, processorTimes());
  if (lost > 0 || answered !== (request.messages ?? answered) || Object.keys(statuses).join() !== '202')
    throw new Error(`${answered} requests were answered: ${JSON.stringify(statuses)}; ${lost} were not`);
  const expected = before + answered * request.reports;
  const end = await untilQuiet(peer, expected);
  const seconds = (end.at - began) / 1_000;
  return {
    ...{ messages: answered, p50, p99 },
    rate: Math.round(answered / seconds),
    missing: expected - end.came,
    idle,
    load: cpuSeconds / (asking / 1_000),
    peer: ((await peer.cpuSeconds()) - used) / seconds,
  };
}

/** The same, but fails unless every report arrives. */
export async function floodWhole(peer: Peer, request: FloodRequest): Promise<Flood> {
  const result = await flood(peer, request);
  if (result.missing > 0) throw new Error(`${result.missing} reports never came`);
  return result;
}

type Start = { began: number; times: ProcessorTimes };
export type Answers = {
  readonly answered: number;
  readonly lost: number;
  readonly statuses: Record<string, number>;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly cpuSeconds: number;
};

const limitSeconds = 300;

/** Fallback in Node where there is no compiler: a closed loop. */
async function send(request: LoadRequest): Promise<Start & Answers> {
  if (instruments() !== undefined) return sendInC(request);
  const { messages: requests, seconds = limitSeconds, ...options } = request;
  const start = startNow();
  const result = await load({ ...options, ...(requests && { requests }), seconds, warmupSeconds: 0 });
  return { ...start, ...result, answered: result.total, lost: 0 };
}

const startNow = (): Start => ({ began: performance.now(), times: processorTimes() });

/** The first line is printed when all connections are open: opening them is not measured. */
export async function sendInC(request: LoadRequest): Promise<Start & Answers> {
  const { port, connections, messages: requests, seconds = limitSeconds, rate, cycle } = request;
  const flags = Object.entries({ port, connections, requests, seconds, rate, cycle }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, `${value}`],
  );
  const child = spawn(instruments()!.load, flags, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(inWords(request));
  let start: Start | undefined;
  let output = '';
  for await (const chunk of child.stdout) {
    start ??= startNow();
    output += chunk;
  }
  const result = output.split('\n')[1];
  if (start === undefined || result === undefined) throw new Error('the load generator gave up');
  return { ...start, ...(JSON.parse(result) as Answers) };
}

/** Without a Content-Length: the load generator knows the width of its numbers. */
function inWords({ path, headers, body, port }: LoadRequest): string {
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`;
}

const patienceMs = 30_000;

type End = { at: number; came: number };

/** Time of the last report: of all reports, or of those received before 30 s without a report. */
async function untilQuiet(peer: Peer, expected: number): Promise<End> {
  let end: End = { at: performance.now(), came: -1 };
  for (;;) {
    const came = await peer.requests();
    if (came !== end.came) end = { at: performance.now(), came };
    if (came >= expected || performance.now() - end.at > patienceMs) return end;
    await sleep(50);
  }
}
