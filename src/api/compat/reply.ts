import type { FastifyReply, FastifyRequest } from 'fastify';
import { KeyRefused } from '../../domain/errors.ts';
import type { Log } from '../../telemetry/log.ts';
import { answerFor, logFault } from '../server/errors.ts';

/** A response in the format of another gateway. */
export type CompatReply = { readonly status: number; readonly type: string; readonly body: string };

/** The error as in Hermod's own API. */
export type ApiFault = { readonly status: number; readonly text: string };

/** A request that is refused before it becomes a message, with the gateway's own text and, for Twilio, its own code. */
export class CompatError extends Error {
  readonly status: number;
  readonly code: number;

  constructor(text: string, status = 400, code = 0) {
    super(text);
    this.name = 'CompatError';
    this.status = status;
    this.code = code;
  }
}

/** The key is unknown, or belongs to another account. */
export class WrongCredentials extends Error {}
/** The key is valid, but this API is not enabled for its account. */
export class ApiDisabled extends Error {}

export const isWrongKey = (error: unknown): boolean => error instanceof WrongCredentials || error instanceof KeyRefused;

export const textReply = (status: number, body: string): CompatReply => ({
  status,
  type: 'text/plain; charset=utf-8',
  body,
});

export const jsonReply = (status: number, body: unknown): CompatReply => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

export type CompatCall = FastifyRequest<{ Body: Buffer | undefined }>;

/** A route of a compatibility API. As in Hermod's own API, a 429 is delayed by one second. */
export function routeOf(
  log: Log,
  toReply: (error: unknown, fault: ApiFault) => CompatReply,
  answer: (request: CompatCall) => Promise<CompatReply>,
) {
  return {
    schema: { hide: true },
    // A HEAD request must not send anything.
    exposeHeadRoute: false,
    handler: async (request: FastifyRequest, reply: FastifyReply) => send(reply, await answer(request as CompatCall)),
    errorHandler: (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
      const { status, text, headers, delayMs } = answerFor(error, true);
      const shown = toReply(error, { status, text });
      // A CompatError is unknown to `answerFor` and looks like a fault of the service, so the status of the reply decides.
      if (shown.status >= 500) logFault(log, status, error, request.id);
      if (headers) void reply.headers(headers);
      request.body = undefined;
      request.leaveChanges?.();
      if (delayMs === undefined) void send(reply, shown);
      else setTimeout(() => void send(reply, shown), delayMs);
    },
  };
}

function send(reply: FastifyReply, { status, type, body }: CompatReply): FastifyReply {
  // A body may repeat input, so a browser must not render it as a page.
  return reply.code(status).type(type).header('x-content-type-options', 'nosniff').send(body);
}
