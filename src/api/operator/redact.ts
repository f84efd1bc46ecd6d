import type { FastifyRequest } from 'fastify';
import { withheld, withheldFilter } from '../../domain/access/withheld.ts';
import { HttpError } from '../server/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The responses contain only texts of the service, no message texts. */
    ownWords?: boolean;
  }
}

/**
 * The hook behind every operator endpoint: removes fields that the caller may not read. Streams and texts are not objects and do not
 * pass through it: they ask `request.actor.may('text')` themselves.
 */
export async function redact(
  { actor, routeOptions }: FastifyRequest,
  _reply: unknown,
  body: unknown,
): Promise<unknown> {
  if (actor === null || (actor.may('text') && actor.may('keys'))) return body;
  return withheld(body, (what) => actor.may(what), routeOptions.config.ownWords);
}

/** The hook before every operator endpoint: a filter over a field that the caller may not read would reveal it. */
export async function refuseHiddenFilters({ actor, query }: FastifyRequest): Promise<void> {
  const name = withheldFilter(Object.keys(query as object), (what) => actor.may(what));
  if (name !== undefined) throw new HttpError(403, `Your role may not filter by ${name}`);
}
