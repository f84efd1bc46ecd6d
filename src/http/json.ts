import { isUtf8 } from 'node:buffer';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { Refusal } from '../domain/errors.ts';
import { whenBodyTurn } from './bodies.ts';

/**
 * Fastify's own parser reads bytes that are not UTF-8 as if they were, and the text would go out with holes in it. An
 * empty body is none: operations without one may be called by clients that name the type all the same. Fields called
 * __proto__ or constructor are unknown fields like any other: nothing here ever copies a body's fields.
 */
export function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(textOf(bytes));
  } catch {
    throw new Refusal(7, 'the request body is not valid JSON');
  }
}

/**
 * The same for the framework. That closes the connection behind a body its parser refuses, although this one was read to its
 * end: requests sent right behind it may be accepted already, and their answers would be lost. So the fault is handed on
 * in place of the body.
 */
export function parseJson(request: FastifyRequest, bytes: Buffer, done: (error: null, body: unknown) => void): void {
  whenBodyTurn(request.principal?.accountId ?? request.ip, bytes, () => done(null, jsonOrFault(bytes)));
}

export function jsonOrFault(bytes: Buffer): unknown {
  try {
    return readJson(bytes);
  } catch (error) {
    return error;
  }
}

/** The hook that takes it up, in front of everything that looks at a body. */
export function refuseUnreadable({ body }: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
  done(body instanceof Refusal ? body : undefined);
}

/** A strict TextDecoder does the same in four times the time. */
function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new TypeError('not UTF-8');
  return hasMark(bytes) ? bytes.toString('utf8', 3) : bytes.toString();
}

/** A byte order mark, which some programs write and JSON does not know. */
function hasMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}
