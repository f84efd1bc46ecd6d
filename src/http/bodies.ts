import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RouteOptions } from 'fastify';
import { HttpError } from './errors.ts';

export const bodyLimit = 2 ** 20;
/** Of what customers ask for, but messages to many, lists and mails. Reading a megabyte stops the process for some milliseconds. */
export const usualLimit = 64 * 1_024;
/** Bodies below this are not counted: on all connections of a process they are a hundred megabytes. */
const smallBytes = 4_096;
/** Bytes, over all connections of the process. */
const mostInAll = 256 * 2 ** 20;
/** The rest of them is for those who have next to none. */
const mostOfMany = (mostInAll * 3) / 4;
const few = 2 * bodyLimit;
const mostOfOne = 64 * 2 ** 20;

/** What its head promises; one that promises nothing may be as long as any. */
export function bodyBytes({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return bodyLimit;
  return Math.min(Number(headers['content-length'] ?? 0), bodyLimit);
}

/** What a route does not say for itself. */
export function boundBody(route: RouteOptions): void {
  if (route.url.startsWith('/v1/')) route.bodyLimit ??= usualLimit;
}

/**
 * Bounds the bodies of requests under way, by what their heads promise: whoever sends all but the last byte of a megabyte on
 * every connection would otherwise have the memory of the process.
 */
export class Bodies {
  readonly #owners = new Map<string, number>();
  readonly #refused = new WeakSet<IncomingMessage>();
  #total = 0;

  /** Counts it until it is answered, or marks it as one too many. */
  receive(owner: string, bytes: number, request: IncomingMessage, response: ServerResponse): void {
    if (bytes < smallBytes) return;
    if (!this.#hasRoom(owner, bytes)) {
      this.#refused.add(request);
      return;
    }
    this.#add(owner, bytes);
    response.once('close', () => this.#add(owner, -bytes));
  }

  /** Why this one is not read. */
  fault(request: IncomingMessage): HttpError | undefined {
    if (!this.#refused.has(request)) return undefined;
    return new HttpError(503, 'Too many large requests are under way; nothing was changed, try again', {
      'retry-after': '1',
    });
  }

  #hasRoom(owner: string, bytes: number): boolean {
    const own = (this.#owners.get(owner) ?? 0) + bytes;
    const total = this.#total + bytes;
    return own <= mostOfOne && total <= (own <= few ? mostInAll : mostOfMany);
  }

  #add(owner: string, bytes: number): void {
    this.#total += bytes;
    const own = (this.#owners.get(owner) ?? 0) + bytes;
    if (own > 0) this.#owners.set(owner, own);
    else this.#owners.delete(owner);
  }
}
