import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { fairLoop } from '../../bounds/fair-loop.ts';
import { httpLimits } from '../../bounds/limits/http.ts';
import { Refusal } from '../../domain/errors.ts';
import { HttpError } from './errors.ts';

export const bodyLimit = httpLimits.bodyBytes.most;
/** Bytes. Smaller bodies are not counted and are parsed without waiting for a turn; over all connections they are at most 96 MiB. */
export const smallBody = 4_096;

/** The declared length. A chunked body declares none, so it counts as the largest that is allowed. */
export function bodyBytes({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return bodyLimit;
  return Math.min(Number(headers['content-length'] ?? 0), bodyLimit);
}

export function whenBodyTurn(owner: string, { length }: Buffer, read: () => void): void {
  if (length < smallBody) read();
  else fairLoop.run(owner, read);
}

/**
 * Parses a JSON body. Fastify's own parser accepts bytes that are not UTF-8 and replaces them in the text. An empty body counts as none:
 * some clients set Content-Type on requests without a body. Fields called __proto__ or constructor are ordinary unknown fields, as
 * no code copies the fields of a body.
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
 * `readJson` for Fastify, which closes the connection after a parser error although the body was read completely: pipelined requests may
 * be accepted already, and their responses would be lost. So the error is passed on in place of the body.
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

/** The hook that throws the error passed on by `parseJson`, before the body is validated. */
export function refuseUnreadable({ body }: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
  done(body instanceof Refusal ? body : undefined);
}

/** A strict TextDecoder takes four times as long. */
function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new TypeError('not UTF-8');
  return hasMark(bytes) ? bytes.toString('utf8', 3) : bytes.toString();
}

/** A byte order mark, which some clients write and JSON does not allow. */
function hasMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** Bodies are never decompressed; without this check a compressed one would be reported as invalid JSON. */
export function refuseEncoded(request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
  const encoding = request.headers['content-encoding'];
  if (encoding === undefined || encoding.toLowerCase() === 'identity') done();
  else done(new HttpError(415, 'Content-Encoding is not supported, send the body as it is'));
}
