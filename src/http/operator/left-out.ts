import type { FastifyRequest } from 'fastify';
import { withheld, withheldFilter } from '../../domain/access/withheld.ts';
import { HttpError } from '../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Texts in the answers of this endpoint are the service's own, and nobody's message. */
    ownWords?: boolean;
  }
}

/**
 * The hook behind every operator endpoint: what whoever asks may not read is left out. What is sent as a stream or a text does not
 * come by here, and asks `request.actor.may('text')` itself.
 */
export async function leaveOut(
  { actor, routeOptions }: FastifyRequest,
  _reply: unknown,
  body: unknown,
): Promise<unknown> {
  if (actor === null || (actor.may('text') && actor.may('keys'))) return body;
  return withheld(body, (what) => actor.may(what), routeOptions.config.ownWords);
}

/** The hook before every operator endpoint: no filter over a field that the caller may not read. */
export async function refuseProbes({ actor, query }: FastifyRequest): Promise<void> {
  const name = withheldFilter(Object.keys(query as object), (what) => actor.may(what));
  if (name !== undefined) throw new HttpError(403, `Your role may not filter by ${name}`);
}
