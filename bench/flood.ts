/** A closed loop of messages, from the first request to the last report: each connection sends when it is answered. */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { idleShare, type ProcessorTimes, processorTimes } from './cpu.ts';
import { instruments } from './instruments.ts';
import { load, type Peer } from './peers.ts';

export type FloodRequest = {
  readonly port: number;
  readonly path: string;
  /** In fields and body, `@N@` stands for a number that is another one in every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Without one, a GET. */
  readonly body?: string;
  readonly connections: number;
  readonly messages: number;
  /** Reports that each message has. */
  readonly reports: number;
};

export type Flood = {
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
  const expected = (await peer.requests()) + request.messages * request.reports;
  const used = await peer.cpuSeconds();
  const { began, times, answered, statuses, cpuSeconds } = await closedLoop(request);
  const asking = performance.now() - began;
  const idle = idleShare(times, processorTimes());
  if (answered !== request.messages || Object.keys(statuses).join() !== '202')
    throw new Error(`${answered} of ${request.messages} requests were answered: ${JSON.stringify(statuses)}`);
  const end = await untilQuiet(peer, expected);
  const seconds = (end.at - began) / 1_000;
  return {
    rate: Math.round(request.messages / seconds),
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
type Answers = { answered: number; statuses: Record<string, number>; cpuSeconds: number };

const limitSeconds = 300;

async function closedLoop(request: FloodRequest): Promise<Start & Answers> {
  const light = instruments();
  if (light !== undefined) return loopInC(light.load, request);
  const { messages, ...options } = request;
  const start = startNow();
  const result = await load({ ...options, requests: messages, seconds: limitSeconds, warmupSeconds: 0 });
  return { ...start, ...result, answered: result.total };
}

const startNow = (): Start => ({ began: performance.now(), times: processorTimes() });

/** Its first line comes when all connections are there: to open them is no part of what is measured. */
async function loopInC(program: string, request: FloodRequest): Promise<Start & Answers> {
  const { port, connections, messages } = request;
  const options = { port, connections, requests: messages, seconds: limitSeconds };
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, `${value}`]);
  const child = spawn(program, flags, { stdio: ['pipe', 'pipe', 'inherit'] });
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
function inWords({ path, headers, body, port }: FloodRequest): string {
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
