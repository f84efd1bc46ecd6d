import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { HttpError } from './errors.ts';

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
  afterAnswers(socket, () => {
    if (socket.writable) socket.write(brokenAnswer(error, id));
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

function brokenAnswer({ code }: { code?: string }, id: string): string {
  const [status, text] =
    code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'error: 431 - The request headers are too large']
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'error: 408 - The request did not arrive in time']
        : ['400 Bad Request', 'error: 400 - This is not a valid HTTP request'];
  const body = JSON.stringify({ error: text });
  return `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${id}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;
}
