import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Command } from 'commander';
import { exitCodes, Problem } from '../problem.ts';
import { count } from '../setting.ts';

type ListenOptions = { port: string; forwardTo?: string; json?: boolean };
type Received = { at: string; kind: string; id: string; path: string; body: string };
type Forwarded = { status: number; note: string };

/** Headers that belong to one connection, not to the event. */
const ownHeaders = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive'];
const patienceMs = 15_000;

export function registerListen(program: Command): void {
  program
    .command('listen')
    .description('show webhooks as they come, and pass them on to your program')
    .option('--port <port>', 'port to listen on; 0 takes a free one', '0')
    .option('--forward-to <url>', 'pass every event on, with all its headers, and answer as that URL does')
    .option('--json', 'one JSON object per line')
    .action(listen);
}

async function listen(options: ListenOptions): Promise<void> {
  const target = options.forwardTo === undefined ? undefined : readTarget(options.forwardTo);
  const server = createServer((request, response) => void receive(request, response, target, options.json === true));
  const port = readPort(options.port);
  await new Promise<void>((resolve, reject) => {
    server.once('error', () =>
      reject(new Problem(`port ${port} is in use`, 'Take another --port', exitCodes.unavailable)),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  console.log(options.json ? JSON.stringify({ listening: address }) : introduction(address, options.forwardTo));
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve);
  });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

function introduction(address: string, forwardTo: string | undefined): string {
  const passing = forwardTo === undefined ? '' : `, passing events on to ${forwardTo}`;
  return `hermod: listening on ${address}${passing}\n        use it as deliveryReportUrl; Ctrl-C ends it`;
}

function readTarget(url: string): URL {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return new URL(url);
  throw new Problem(
    `--forward-to ${JSON.stringify(url)} is not a URL`,
    'Give one such as http://localhost:3000/webhooks',
  );
}

function readPort(text: string): number {
  try {
    return count(0, 65_535)(text);
  } catch {
    throw new Problem(`--port ${JSON.stringify(text)} is not a port`, 'Give a number from 0 to 65535');
  }
}

/** The answer of the target becomes ours, so that a failure there is retried by the service like any other. */
async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  target: URL | undefined,
  json: boolean,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  const { headers, url: path = '/' } = request;
  const event = {
    at: new Date().toISOString(),
    kind: kindOf(headers, body),
    id: headers['webhook-id']?.toString() ?? '',
    path,
    body,
  };
  const passed = target === undefined ? undefined : await pass(target, headers, body);
  console.log(json ? JSON.stringify({ ...event, forwarded: passed?.status }) : line(event, passed));
  response.writeHead(passed?.status ?? 200).end();
}

async function pass(target: URL, headers: IncomingHttpHeaders, body: string): Promise<Forwarded> {
  const kept = Object.entries(headers).filter(([name]) => !ownHeaders.includes(name));
  try {
    const answer = await fetch(target, {
      method: 'POST',
      headers: Object.fromEntries(kept) as Record<string, string>,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    });
    await answer.arrayBuffer();
    return { status: answer.status, note: `→ ${answer.status}` };
  } catch (error) {
    const { cause, message } = error as Error & { cause?: Error };
    return { status: 502, note: `→ ${cause?.message ?? message}` };
  }
}

function kindOf(headers: IncomingHttpHeaders, body: string): string {
  if (headers['x-message-id'] !== undefined) return 'delivery report';
  return body.includes('"senderId"') ? 'sender status' : 'inbound message';
}

function line({ at, kind, body }: Received, passed: Forwarded | undefined): string {
  return `${at.slice(11, 23)}  ${kind.padEnd(15)}  ${body}${passed === undefined ? '' : `  ${passed.note}`}`;
}
