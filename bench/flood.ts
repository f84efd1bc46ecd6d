/** Messages from the first request to the last report, as fast as they are answered or at a rate. */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { idleShare, type ProcessorTimes, processorTimes } from './cpu.ts';
import { instruments } from './instruments.ts';
import { load, type Peer } from './peers.ts';

export type LoadRequest = {
  readonly port: number;
  readonly path: string;
  /** In fields and body, `@N@` stands for a number that is another one in every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Without one, a GET. */
  readonly body?: string;
  readonly connections: number;
  /** Ends after this number of requests, or after `seconds`. */
  readonly messages?: number;
  readonly seconds?: number;
  /** Requests a second by the clock; without it, each connection sends when it is answered. */
  readonly rate?: number;
  /** The number in requests begins at 0 again after this many. */
  readonly cycle?: number;
};

/** With the reports that each message has. */
export type FloodRequest = LoadRequest & { readonly reports: number };

export type Flood = {
  readonly messages: number;
  /** Milliseconds from a request to its answer; at a rate, from when it was due. */
  readonly p50: number;
  readonly p99: number;
  /** Messages a second. */
  readonly rate: number;
  /** Reports that never came. */
  readonly missing: number;
  /** Of the machine's processors while requests were sent, 0 to 1. A closed loop that leaves them idle has not found the limit. */
  readonly idle: number;
  /** Of one core, 0 to 1: what the instruments themselves took. */
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

/** The same, where every report has to come. */
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

/** In Node where there is no compiler, as fast as requests are answered. */
async function send(request: LoadRequest): Promise<Start & Answers> {
  if (instruments() !== undefined) return sendInC(request);
  const { messages: requests, seconds = limitSeconds, ...options } = request;
  const start = startNow();
  const result = await load({ ...options, ...(requests && { requests }), seconds, warmupSeconds: 0 });
  return { ...start, ...result, answered: result.total, lost: 0 };
}

const startNow = (): Start => ({ began: performance.now(), times: processorTimes() });

/** The first line comes when all connections are open: to open them is not part of what is measured. */
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

/** Without a Content-Length: the load generator knows how long its numbers are. */
function inWords({ path, headers, body, port }: LoadRequest): string {
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`;
}

const patienceMs = 30_000;

type End = { at: number; came: number };

/** When the last report came: all of them, or what there was before half a minute of silence. */
async function untilQuiet(peer: Peer, expected: number): Promise<End> {
  let end: End = { at: performance.now(), came: -1 };
  for (;;) {
    const came = await peer.requests();
    if (came !== end.came) end = { at: performance.now(), came };
    if (came >= expected || performance.now() - end.at > patienceMs) return end;
    await sleep(50);
  }
}
