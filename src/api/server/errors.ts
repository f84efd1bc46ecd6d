import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Overloaded } from '../../bounds/batch.ts';
import { LimitReached } from '../../bounds/limiter.ts';
import { httpLimits } from '../../bounds/limits/http.ts';
import { databaseFault } from '../../database/fault.ts';
import { CarrierError } from '../../domain/carrier/carrier.ts';
import { KeyRefused, NoCarrier, Refusal } from '../../domain/errors.ts';
import { ReadCut } from '../../flows/reads.ts';
import { IdempotencyConflict } from '../../flows/sending/order.ts';
import type { Log } from '../../telemetry/log.ts';
import { isPassing } from '../../work/retrying.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Errors of this endpoint have the application codes of the contract. */
    codes?: boolean;
  }
}

export class HttpError extends Error {
  readonly status: number;
  readonly detail: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail: string, headers: Record<string, string> = {}) {
    super(`error: ${status} - ${detail}`);
    this.name = 'HttpError';
    this.status = status;
    this.detail = detail;
    this.headers = headers;
  }
}

type ErrorBody = { error: string };
type ErrorReply = { status: number; text: string; headers?: Readonly<Record<string, string>>; delayMs?: number };
/** An error before it gets the format of an endpoint. Without a detail it is an internal error. */
type Fault = { status: number; detail?: string | undefined; headers?: Readonly<Record<string, string>> };

/** Replacements for Fastify's own errors. Others keep Fastify's status and text. */
const frameworkErrors: Record<string, Fault> = {
  FST_ERR_BAD_URL: { status: 400, detail: 'The path is not a valid URL' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { status: 400, detail: 'The Content-Type must be application/json' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { status: 400, detail: 'The body is not as long as Content-Length says' },
};

const conflicts = {
  running: { status: 409, detail: 'The first request with this Idempotency-Key is still running' },
  'other request': { status: 422, detail: 'This Idempotency-Key was used for another request' },
};

const carrierStatuses = { invalid: 400, 'not found': 404, conflict: 409 };

const soon = { 'retry-after': '1' };
/** For conditions that only an operator can change. */
const later = { 'retry-after': '60' };
/** Delay of every 429, keeping only the response: a client that retries immediately would cost thousands of refusals per second. */
const tooMuchMs = 1_000;
const busy: Fault = { status: 503, detail: 'The service is busy; nothing was changed, try again', headers: soon };
const limitFaults: Record<LimitReached['kind'], Fault> = {
  'too many waiting': {
    status: 429,
    detail: 'Too many requests of this account are waiting, try again',
    headers: soon,
  },
  timeout: busy,
  full: busy,
};
const tookTooLong: Fault = {
  status: 503,
  detail: 'This took too long; ask for less, such as a shorter time, or try again',
  headers: soon,
};

/** After a database error the outcome of a request may be unknown, so only overload errors state that nothing was changed. */
function faultOf(error: unknown): Fault {
  if (error instanceof HttpError) return error;
  if (error instanceof KeyRefused) return { status: 401, detail: error.message };
  if (error instanceof IdempotencyConflict) return conflicts[error.kind];
  if (error instanceof CarrierError) return { status: carrierStatuses[error.kind], detail: error.message };
  if (error instanceof LimitReached) return limitFaults[error.kind];
  if (error instanceof ReadCut) return tookTooLong;
  if (error instanceof NoCarrier) return { status: 503, detail: error.message, headers: later };
  if (error instanceof Overloaded) {
    return error.own
      ? { status: 429, detail: 'Too much of this account is waiting; nothing was sent, try again', headers: soon }
      : { status: 503, detail: 'The service is busy; nothing was sent, try again', headers: soon };
  }
  const known = error as FastifyError;
  const framework = frameworkErrors[known.code];
  if (framework) return framework;
  if (known.statusCode !== undefined && known.statusCode >= 400 && known.statusCode < 500) {
    return { status: known.statusCode, detail: known.message };
  }
  if (isPassing(error)) {
    const { text } = databaseFault(error) ?? { text: 'the database is busy' };
    return { status: 503, detail: `${capitalised(text)}, try again`, headers: soon };
  }
  return { status: 500 };
}

/** `codes`: errors have the application codes of the contract: 7 for a client error, 8 for a server error. A 401 never has one. */
export function answerFor(error: unknown, codes: boolean): ErrorReply {
  if (error instanceof Refusal) return { status: error.status, text: codes ? error.message : withoutCode(error) };
  const { status, detail, headers } = faultOf(error);
  const text = errorText(status, detail, codes);
  return { status, text, ...(headers && { headers }), ...(status === 429 && { delayMs: tooMuchMs }) };
}

export function errorText(status: number, detail: string | undefined, codes: boolean): string {
  if (detail === undefined || (codes && status !== 401)) {
    return new Refusal(
      status < 500 ? 7 : 8,
      detail?.replace(/^[A-Z][a-z]* /, (word) => word.toLowerCase()),
    ).message;
  }
  return `error: ${status} - ${detail}`;
}

function withoutCode({ status, detail, message }: Refusal): string {
  return detail === undefined ? message : `error: ${status} - ${capitalised(detail)}`;
}

/** `notFound('price list')` is "Price list not found"; the same for what belongs to another account. */
export const notFound = (thing: string): string => `${capitalised(thing)} not found`;

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Adds the limit to Fastify's error of a too large body. Where valid bodies are small, a large one is a 400 and not a 413. */
function withBodyLimit(error: unknown, { routeOptions, headers }: FastifyRequest): unknown {
  if ((error as FastifyError).code !== 'FST_ERR_CTP_BODY_TOO_LARGE') return error;
  const { most } = httpLimits.bodyBytes;
  const isLarge = routeOptions.bodyLimit >= most || Number(headers['content-length']) > most;
  if (isLarge) return new HttpError(413, 'The request body is larger than 1 MiB');
  return new HttpError(400, `The request body is larger than ${routeOptions.bodyLimit / 2 ** 10} KiB`);
}

export function sendError(log: Log, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { codes = false } = request.routeOptions.config;
  const { status, text, headers, delayMs } = answerFor(withBodyLimit(error, request), codes);
  logFault(log, status, error, request.id);
  if (headers) void reply.headers(headers);
  const answer = () => reply.code(status).send({ error: text } satisfies ErrorBody);
  if (delayMs === undefined) return answer();
  request.body = undefined;
  request.leaveChanges?.();
  setTimeout(() => void answer(), delayMs);
  return reply;
}

export function logFault(log: Log, status: number, error: unknown, requestId: string): void {
  if (status < 500) return;
  // Overload may log thousands of lines per second, and a stack trace would not help.
  if (error instanceof Overloaded) log.warn({ requestId }, 'a request was put off: too much is waiting');
  else if (error instanceof LimitReached || error instanceof ReadCut || error instanceof NoCarrier)
    log.warn({ requestId, reason: error.message }, 'a request was put off');
  else log.error({ err: error, requestId }, status === 500 ? 'a request failed unexpectedly' : 'a request was put off');
}
