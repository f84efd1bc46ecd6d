import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { KeyRefused, Refusal } from '../domain/errors.ts';
import { Overloaded } from '../flows/batch.ts';
import { isPassing } from '../flows/retrying.ts';
import { IdempotencyConflict } from '../flows/send.ts';
import type { Log } from '../log.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Errors of this endpoint carry the application codes of the interface. */
    codes?: boolean;
  }
}

/** An answer other than success: status, and the one text the customer gets. */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(`error: ${status} - ${message}`);
    this.name = 'HttpError';
    this.status = status;
    this.headers = headers;
  }
}

export type ErrorBody = { error: string };
type Answer = { status: number; text: string; headers?: Readonly<Record<string, string>> };

/** Fastify's own errors in our words. What is not listed keeps its status, with Fastify's text. */
const frameworkErrors: Record<string, Answer> = {
  FST_ERR_CTP_BODY_TOO_LARGE: say(413, 'The request body is larger than 1 MiB'),
  FST_ERR_BAD_URL: say(400, 'The path is not a valid URL'),
};

/** A body that cannot even be read: in the words of the endpoint that it was meant for. */
const unreadable: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'the Content-Type must be application/json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'the body is not as long as Content-Length says',
};

/** Of an endpoint that knows no application codes: what cannot be read is said without one. */
function withoutCode(error: unknown): unknown {
  const detail = error instanceof Refusal ? error.detail : unreadable[(error as FastifyError).code];
  return detail === undefined ? error : new HttpError(400, detail.charAt(0).toUpperCase() + detail.slice(1));
}

function say(status: number, message: string): Answer {
  return { status, text: `error: ${status} - ${message}` };
}

function refuse(detail: string): Answer {
  const { status, message } = new Refusal(7, detail);
  return { status, text: message };
}

export function answerFor(error: unknown): Answer {
  if (error instanceof Refusal) return { status: error.status, text: error.message };
  if (error instanceof HttpError) return { status: error.status, text: error.message, headers: error.headers };
  if (error instanceof KeyRefused) return say(401, error.message);
  if (error instanceof IdempotencyConflict) return conflicts[error.kind];
  if (error instanceof Overloaded) return later('The service is busy; nothing was sent');
  const known = error as FastifyError;
  const detail = unreadable[known.code];
  if (detail !== undefined) return refuse(detail);
  const framework = frameworkErrors[known.code];
  if (framework) return framework;
  if (known.statusCode !== undefined && known.statusCode >= 400 && known.statusCode < 500) {
    return say(known.statusCode, known.message);
  }
  if (isPassing(error)) return later('The database cannot be reached');
  const { status, message } = new Refusal(8);
  return { status, text: message };
}

const conflicts = {
  running: say(409, 'The first request with this Idempotency-Key is still running'),
  'other request': say(422, 'This Idempotency-Key was used for another request'),
};

/** Without the database it may be unknown what became of the request, so only the busy service says that nothing did. */
function later(reason: string): Answer {
  return { ...say(503, `${reason}, try again`), headers: { 'retry-after': '1' } };
}

/** Answers with an error; what is our own fault is logged. */
export function sendError(log: Log, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { codes } = request.routeOptions.config;
  const { status, text, headers } = answerFor(codes ? error : withoutCode(error));
  logFault(log, status, error, request.id);
  if (headers) void reply.headers(headers);
  return reply.code(status).send({ error: text } satisfies ErrorBody);
}

export function logFault(log: Log, status: number, error: unknown, requestId: string): void {
  if (status < 500) return;
  // Thousands a second when it comes to that, and a stack would say nothing: it is no fault of any code.
  if (error instanceof Overloaded) log.warn({ requestId }, 'a request was put off: too much is waiting');
  else log.error({ err: error, requestId }, status === 500 ? 'a request failed unexpectedly' : 'a request was put off');
}
