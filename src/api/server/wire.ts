import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { fairLoop } from '../../bounds/fair-loop.ts';
import { sendPath } from '../customer/send-requests.ts';
import type { ServerConnection } from './connection.ts';
import { errorText, HttpError } from './errors.ts';

/** Otherwise Node itself answers a request without a Host header, without a body. With this option `headFault` answers it. */
export const ownWords = { requireHostHeader: false };

/** The errors that Node would have answered itself. */
export function headFault({ headers, httpVersion }: IncomingMessage): HttpError | undefined {
  if (headers.host === undefined && httpVersion === '1.1') return new HttpError(400, 'The Host header is missing');
  const { expect } = headers;
  if (expect === undefined || /(?:^|\W)100-continue(?:$|\W)/i.test(expect)) return undefined;
  return new HttpError(417, 'Expect can only be 100-continue');
}

const broken = new WeakSet<Socket>();

type BrokenError = Error & { code?: string };

/** Answers bytes that are not HTTP, which never reach a route, with the usual error body. */
export function answerBrokenRequest(
  error: BrokenError,
  socket: Socket,
  connection: ServerConnection | undefined,
  id: string,
): void {
  if (broken.has(socket)) return;
  broken.add(socket);
  // Thousands of connections that were opened together time out together, and closing one takes about 20 µs.
  if (isLate(error)) fairLoop.run('late requests', () => end(error, socket, connection, id));
  else end(error, socket, connection, id);
}

function isLate({ code }: BrokenError): boolean {
  return code === 'ERR_HTTP_REQUEST_TIMEOUT';
}

function end(error: BrokenError, socket: Socket, connection: ServerConnection | undefined, id: string): void {
  // The client has sent nothing, so it gets no response.
  if (isLate(error) && socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const codes = isSend(connection?.receiving);
  const answer = () => {
    if (socket.writable) socket.write(brokenAnswer(error, id, codes));
    socket.destroySoon();
  };
  // Earlier requests of the connection may have been accepted; the client would take this response for theirs.
  if (connection === undefined) answer();
  else connection.afterAnswers(answer);
}

/** Whether the broken request was a send request; known only if its head was complete. */
function isSend(request: IncomingMessage | undefined): boolean {
  return request?.method === 'POST' && request.url?.split('?')[0] === sendPath;
}

function brokenAnswer(error: BrokenError, id: string, codes: boolean): string {
  const [status, title, detail] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [431, 'Request Header Fields Too Large', 'The request headers are too large']
      : isLate(error)
        ? [408, 'Request Timeout', 'The request did not arrive in time']
        : [400, 'Bad Request', 'This is not a valid HTTP request'];
  const body = JSON.stringify({ error: errorText(status as number, detail as string, codes) });
  return `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${id}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;
}
