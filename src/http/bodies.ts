import type { IncomingMessage } from 'node:http';
import type { RouteOptions } from 'fastify';
import { fairLoop } from '../bounds/fair-loop.ts';
import { httpLimits } from '../bounds/limits/http.ts';

export const bodyLimit = httpLimits.bodyBytes.most;
/** Smaller bodies are not counted, and are read without waiting for a turn: on all connections of a process they are 96 MiB. */
export const smallBody = 4_096;

/** The declared length. A chunked body may be as long as any. */
export function bodyBytes({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return bodyLimit;
  return Math.min(Number(headers['content-length'] ?? 0), bodyLimit);
}

/** The default of customer routes. Reading a megabyte stops the process for some milliseconds. */
export function boundBody(route: RouteOptions): void {
  if (route.url.startsWith('/v1/')) route.bodyLimit ??= httpLimits.usualBodyBytes.most;
}

/** Calls back when it is the owner's turn to have a body read. */
export function whenBodyTurn(owner: string, { length }: Buffer, read: () => void): void {
  if (length < smallBody) read();
  else fairLoop.run(owner, read);
}
