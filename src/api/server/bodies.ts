import type { IncomingMessage } from 'node:http';
import { fairLoop } from '../../bounds/fair-loop.ts';
import { httpLimits } from '../../bounds/limits/http.ts';

export const bodyLimit = httpLimits.bodyBytes.most;
/** Bytes. Smaller bodies are not counted and are parsed without waiting for a turn; over all connections they are at most 96 MiB. */
export const smallBody = 4_096;

/** The declared length. A chunked body declares none, so it counts as the largest that is allowed. */
export function bodyBytes({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return bodyLimit;
  return Math.min(Number(headers['content-length'] ?? 0), bodyLimit);
}

/** Calls back when it is the owner's turn to have a body parsed. */
export function whenBodyTurn(owner: string, { length }: Buffer, read: () => void): void {
  if (length < smallBody) read();
  else fairLoop.run(owner, read);
}
