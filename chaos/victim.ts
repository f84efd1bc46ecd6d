import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { SendResponse } from '../src/flows/sending/order.ts';
/**
 * A customer who only sends and measures, as a separate process: `node chaos/victim.ts <base> <key>` prints the port of
 * its endpoint. Asked to, it sends steadily for some seconds, waits for the first report of each message, looks at
 * /health/live five times a second, and says how long everything took.
 */

export type Measure = { seconds: number; rate: number };
/** Milliseconds each. What failed has taken as long as it was waited for. */
export type Seen = { sends: number[]; reports: number[]; lives: number[]; failures: Record<string, number> };

const answerMs = 10_000;
/** For reports, once the last message was sent. */
const reportMs = 20_000;
const liveEveryMs = 200;
const goodStates = new Set(['SENT', 'DELIVERED']);

const [base = '', key = ''] = process.argv.slice(2);
const dispatcher = new Agent({ connections: 64, headersTimeout: answerMs, bodyTimeout: answerMs });
const reported = new Map<string, (status: string) => void>();
let sent = 0;
let seen: Seen = { sends: [], reports: [], lives: [], failures: {} };

const endpoint = createServer((incoming, answer) => {
  let body = '';
  incoming.setEncoding('utf8').on('data', (text: string) => {
    body += text;
  });
  incoming.on('end', () => {
    answer.writeHead(200).end();
    reported.get(incoming.url ?? '')?.((JSON.parse(body) as { status: string }).status);
  });
});
endpoint.listen(0, () => console.log((endpoint.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
process.on('message', (order: Measure) => void measure(order).then((result) => process.send!(result)));

async function measure({ seconds, rate }: Measure): Promise<Seen> {
  seen = { sends: [], reports: [], lives: [], failures: {} };
  const began = performance.now();
  const under: Promise<void>[] = [];
  const steadily = async (perSecond: number, act: () => Promise<void>) => {
    // By the clock and not after the previous response: a request made while the service is stopped waits, too.
    for (let count = 0; count < seconds * perSecond; count++) {
      const wait = began + (count * 1_000) / perSecond - performance.now();
      if (wait > 0) await sleep(wait);
      under.push(act());
    }
  };
  await Promise.all([steadily(rate, sendOne), steadily(1_000 / liveEveryMs, lookOnce)]);
  await Promise.all(under);
  return seen;
}

async function sendOne(): Promise<void> {
  const path = `/${++sent}`;
  const began = performance.now();
  const first = firstReport(path);
  const refused = await post(path).catch(reason);
  seen.sends.push(performance.now() - began);
  if (refused !== undefined) {
    fail(`send: ${refused}`);
    reported.delete(path);
    return;
  }
  const given = new AbortController();
  const status = await Promise.race([first, sleep(reportMs, undefined, { signal: given.signal })]);
  given.abort();
  seen.reports.push(performance.now() - began);
  if (status === undefined) fail('no report');
}

/** Resolves with the first; later ones are looked at only. */
function firstReport(path: string): Promise<string> {
  return new Promise((resolve) => {
    reported.set(path, (status) => {
      if (!goodStates.has(status)) fail(`report: ${status}`);
      if (status !== 'SENT') reported.delete(path);
      resolve(status);
    });
  });
}

/** Why it was not accepted, if it was not. */
async function post(path: string): Promise<string | undefined> {
  const { port } = endpoint.address() as AddressInfo;
  const body = {
    sender: 'Shop',
    destinations: ['+38640123456'],
    message: { content: 'Your parcel is on its way' },
    deliveryReportUrl: `http://localhost:${port}${path}`,
  };
  const answer = await request(`${base}/v1/sms/messages`, {
    dispatcher,
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(answerMs),
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 202) return `${answer.statusCode} ${text.slice(0, 100)}`;
  return (JSON.parse(text) as SendResponse).messages.length === 1 ? undefined : 'not one message';
}

/** On a connection of its own, as a supervisor of containers does it. */
async function lookOnce(): Promise<void> {
  const began = performance.now();
  const fault = await live().catch(reason);
  seen.lives.push(performance.now() - began);
  if (fault !== undefined) fail(`live: ${fault}`);
}

function live(): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const asked = get(`${base}/health/live`, { agent: false, signal: AbortSignal.timeout(answerMs) }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode === 200 ? undefined : `${answer.statusCode}`));
      answer.on('error', reject);
    });
    asked.on('error', reject);
  });
}

/** A timeout has a number for its code. */
function reason({ code, cause, name }: NodeJS.ErrnoException): string {
  if (cause instanceof Error) return cause.name;
  return typeof code === 'string' ? code : name;
}

function fail(what: string): void {
  seen.failures[what] = (seen.failures[what] ?? 0) + 1;
}
