/** A proxy between a client and the service: forwards requests, injects the given faults into the next ones, and records them all. */
import { type ClientRequest, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEnd } from '../harness/endings.ts';

/**
 * cut before: the request never reaches the service. cut during: it does, and the connection breaks while the service works on
 * it. cut after: it is done, and the response is lost. cut inside: the response ends in its middle. hang: no response comes.
 * dribble: the response comes byte by byte, and never ends. An object: a response of another proxy in between.
 */
export type Fault =
  | 'cut before'
  | 'cut during'
  | 'cut after'
  | 'cut inside'
  | 'hang'
  | 'dribble'
  | { status: number; text: string; retryAfter?: number };

export type Seen = { method: string; path: string; idempotencyKey: string | undefined; status: number | undefined };
export type Interposed = { base: string; seen: Seen[]; faults: Fault[] };

export async function interposed(target: string): Promise<Interposed> {
  const here: Interposed = { base: '', seen: [], faults: [] };
  const timers = new Set<NodeJS.Timeout>();
  const server = createServer((asked, answer) => {
    const { method = '', url: path = '', headers } = asked;
    const seen = { method, path, idempotencyKey: headers['idempotency-key'] as string | undefined, status: undefined };
    here.seen.push(seen);
    asked.on('error', () => {});
    const fault = here.faults.shift();
    if (fault === 'cut before') asked.resume().on('end', () => cut(asked));
    else if (fault === 'dribble') timers.add(dribble(answer));
    else if (typeof fault === 'object') say(asked, answer, fault);
    else passOn(target, asked, answer, seen, fault);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => {
    for (const timer of timers) clearInterval(timer);
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  });
  here.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return here;
}

function passOn(target: string, asked: IncomingMessage, answer: ServerResponse, seen: Seen, fault?: Fault): void {
  const { method, headers, url } = asked;
  const onward = request(target + url, { method, headers, agent: false }, (got) => {
    const chunks: Buffer[] = [];
    got.on('data', (chunk: Buffer) => chunks.push(chunk));
    got.on('end', () => {
      seen.status = got.statusCode;
      deliver(got, Buffer.concat(chunks), asked, answer, fault);
    });
  });
  onward.on('error', () => cut(asked));
  asked.pipe(onward);
  if (fault === 'cut during') onSent(onward, () => cut(asked));
}

/** Calls `then` when the whole request has been sent to the service. */
function onSent(onward: ClientRequest, then: () => void): void {
  onward.on('finish', then);
}

function deliver(
  got: IncomingMessage,
  body: Buffer,
  asked: IncomingMessage,
  answer: ServerResponse,
  fault?: Fault,
): void {
  if (fault === 'hang' || fault === 'cut during') return;
  if (fault === 'cut after') {
    cut(asked);
    return;
  }
  answer.writeHead(got.statusCode!, { ...got.headers, connection: 'keep-alive' });
  if (fault !== 'cut inside') answer.end(body);
  else answer.write(body.subarray(0, body.length >> 1), () => cut(asked));
}

function say(
  asked: IncomingMessage,
  answer: ServerResponse,
  { status, text, retryAfter }: Exclude<Fault, string>,
): void {
  asked.resume().on('end', () => {
    answer.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` }).end(text);
  });
}

function dribble(answer: ServerResponse): NodeJS.Timeout {
  answer.writeHead(200, { 'content-type': 'application/json' });
  return setInterval(() => answer.destroyed || answer.write(' '), 20);
}

function cut({ socket }: IncomingMessage): void {
  socket.resetAndDestroy();
}
