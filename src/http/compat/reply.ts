import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../../log.ts';
import { answerFor, logFault } from '../errors.ts';

/** An answer in the words of another gateway. */
export type Said = { readonly status: number; readonly type: string; readonly body: string };
/** What went wrong as the own interface would say it. */
export type Fault = { readonly status: number; readonly text: string };

export function say(reply: FastifyReply, { status, type, body }: Said): FastifyReply {
  // Never read as a page: it may repeat what was sent.
  return reply.code(status).type(type).header('x-content-type-options', 'nosniff').send(body);
}

/** The error handler of a door. As everywhere, whoever asks for too much is told so after a second. */
export function inWordsOf(log: Log, words: (error: unknown, fault: Fault) => Said) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const { status, text, headers, delayMs } = answerFor(error, true);
    const said = words(error, { status, text });
    // What a door refuses by itself is no fault of ours, although nobody else knows it.
    if (said.status >= 500) logFault(log, status, error, request.id);
    if (headers) void reply.headers(headers);
    request.body = undefined;
    request.leaveChanges?.();
    if (delayMs === undefined) void say(reply, said);
    else setTimeout(() => void say(reply, said), delayMs);
  };
}
