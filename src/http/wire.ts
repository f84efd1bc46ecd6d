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

/** Bytes that are not HTTP never reach a route; the one who sent them still gets our kind of answer. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket, id: string): void {
  if (broken.has(socket)) return;
  broken.add(socket);
  // Read before the parser is gone.
  const codes = isSend(socket);
  afterAnswers(socket, () => {
    if (socket.writable) socket.write(brokenAnswer(error, id, codes));
    socket.destroySoon();
  });
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

function brokenAnswer({ code }: { code?: string }, id: string, codes: boolean): string {
  const [status, title, detail] =
    code === 'HPE_HEADER_OVERFLOW'
      ? [431, 'Request Header Fields Too Large', 'The request headers are too large']
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? [408, 'Request Timeout', 'The request did not arrive in time']
        : [400, 'Bad Request', 'This is not a valid HTTP request'];
  const body = JSON.stringify({ error: textOf(status as number, detail as string, codes) });
  return `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${id}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;
}
