import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { HttpError, textOf } from './errors.ts';

/** Node answers some requests by itself, with no body. These leave the answer to us: see `headFault`. */
export const ownWords = { requireHostHeader: false };

/** What Node would have refused. */
export function headFault({ headers, httpVersion }: IncomingMessage): HttpError | undefined {
  if (headers.host === undefined && httpVersion === '1.1') return new HttpError(400, 'The Host header is missing');
  const { expect } = headers;
  if (expect === undefined || /(?:^|\W)100-continue(?:$|\W)/i.test(expect)) return undefined;
  return new HttpError(417, 'Expect can only be 100-continue');
}

/** A client that has nothing more to say may close its side; it still waits for what became of its request. */
export function takeOver(server: Server): void {
  (server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

const broken = new WeakSet<Socket>();

type BrokenError = Error & { code?: string };

/** Bytes that are not HTTP never reach a route; the one who sent them still gets our kind of answer. */
export function answerBrokenRequest(error: BrokenError, socket: Socket, id: string): void {
  if (broken.has(socket)) return;
  broken.add(socket);
  if (isLate(error)) sometime(() => end(error, socket, id));
  else end(error, socket, id);
}

function isLate({ code }: BrokenError): boolean {
  return code === 'ERR_HTTP_REQUEST_TIMEOUT';
}

function end(error: BrokenError, socket: Socket, id: string): void {
  // Nothing was asked, so there is nothing to answer.
  if (isLate(error) && socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  // Read before the parser is gone.
  const codes = isSend(socket);
  afterAnswers(socket, () => {
    if (socket.writable) socket.write(brokenAnswer(error, id, codes));
    socket.destroySoon();
  });
}

/** Thousands that came together are late together. To end one takes some 20 µs, so a few go in a turn of the event loop. */
const mostLateInTurn = 25;
const late: (() => void)[] = [];

function sometime(work: () => void): void {
  if (late.push(work) === 1) setImmediate(endLate);
}

function endLate(): void {
  for (const work of late.splice(0, mostLateInTurn)) work();
  if (late.length > 0) setImmediate(endLate);
}

/**
 * The requests in front of the broken one were whole and may have been accepted: they are answered first, or their client
 * would take this answer for theirs.
 */
function afterAnswers(socket: Socket, then: () => void): void {
  const current = (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage;
  if (current?.req.complete && socket.writable) current.once('finish', () => afterAnswers(socket, then));
  else then();
}

type Parsing = Socket & { parser?: { incoming?: Pick<IncomingMessage, 'method' | 'url' | 'complete'> | null } | null };

/** Whether what broke was on its way to where messages are sent: if its head was whole, that is known. */
function isSend(socket: Socket): boolean {
  const incoming = (socket as Parsing).parser?.incoming;
  return (
    incoming?.complete === false && incoming.method === 'POST' && incoming.url?.split('?')[0] === '/v1/sms/messages'
  );
}

function brokenAnswer(error: BrokenError, id: string, codes: boolean): string {
  const [status, title, detail] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [431, 'Request Header Fields Too Large', 'The request headers are too large']
      : isLate(error)
        ? [408, 'Request Timeout', 'The request did not arrive in time']
        : [400, 'Bad Request', 'This is not a valid HTTP request'];
  const body = JSON.stringify({ error: textOf(status as number, detail as string, codes) });
  return `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${id}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;
}
