import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { isUuid } from '../domain/uuid.ts';
import type { Keys } from '../flows/keys.ts';
import type { Principal } from '../store/keys.ts';
import { HttpError } from './errors.ts';
import type { KeyLimits } from './limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; set by the hook that every customer endpoint has. */
    principal: Principal;
  }
}

/**
 * The hook in front of a customer endpoint: who calls, and whether this key has called too often. `malformed` is the answer to
 * a key that is missing or no UUID, in which the interface tells the endpoints of senders from the others.
 */
export function authentication(keys: Keys, limits: KeyLimits, malformed: 400 | 401 = 401) {
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const admit = (principal: Principal | undefined) => {
      if (principal === undefined) {
        done(new HttpError(401, 'The API key is not valid'));
        return;
      }
      request.principal = principal;
      done(limit(principal.keyId, reply));
    };
    const key = readKey(request.headers['apikey'], malformed);
    if (key instanceof HttpError) {
      done(key);
      return;
    }
    const kept = keys.kept(key);
    // A known key is the usual case and goes on at once, without a promise.
    if (kept) admit(kept);
    else keys.find(key).then(admit, done);
  };

  function limit(keyId: string, reply: FastifyReply): HttpError | undefined {
    const toll = limits.take(keyId);
    if (toll) void reply.header('ratelimit-policy', limits.policy).header('ratelimit', toll.ratelimit);
    return toll?.refusal;
  }
}

export type Authentication = ReturnType<typeof authentication>;

function readKey(given: string | string[] | undefined, malformed: 400 | 401): string | HttpError {
  if (given === undefined) return new HttpError(malformed, 'The apikey header is missing');
  if (typeof given !== 'string' || !isUuid(given)) return new HttpError(malformed, 'The API key is not a UUID');
  return given.toLowerCase();
}
