import type { FastifyRequest } from 'fastify';
import { Refusal } from '../domain/errors.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Fastify's own parser reads bytes that are not UTF-8 as if they were, and the text would go out with holes in it. An
 * empty body is none: operations without one may be called by clients that name the type all the same. Fields called
 * __proto__ or constructor are unknown fields like any other: nothing here ever copies a body's fields.
 */
export function readJson(_request: FastifyRequest, bytes: Buffer, done: (error: Error | null, body?: unknown) => void) {
  if (bytes.length === 0) return done(null, undefined);
  let body: unknown;
  try {
    body = JSON.parse(utf8.decode(bytes));
  } catch {
    return done(new Refusal(7, 'the request body is not valid JSON'));
  }
  return done(null, body);
}
