import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Config } from '../config/config.ts';
import { isUuid } from '../domain/uuid.ts';
import { actorBySession, type Session, type Sessions } from '../flows/console/sessions.ts';
import { isDemoElsewhere } from '../flows/demo.ts';
import type { Keys } from '../flows/keys.ts';
import type { Principal } from '../store/account/keys.ts';
import { addressOf, knownAddress } from './address.ts';
import { enterBySession, isChange } from './console/access.ts';
import { HttpError } from './errors.ts';
import type { KeyLimits } from './rates.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; set by the hook that every customer endpoint has. */
    principal: Principal;
  }
}

export type Callers = {
  readonly config: Config;
  readonly keys: Keys;
  readonly limits: KeyLimits;
  readonly sessions: Sessions;
  /** For which account a session calls. */
  readonly actingFor: (request: FastifyRequest, session: Session) => Promise<string>;
};

/**
 * The hooks in front of customer endpoints: who calls, and whether this key has called too often. `malformed` is the answer to
 * a key that is missing or no UUID, in which the interface tells the endpoints of senders from the others. What changes
 * something asks the database whether the key is still good; what only looks may trust what it knew two seconds ago, and
 * sending asks in the statement that accepts. In place of a key, the session of a person who is logged in to the console counts;
 * that is asked for by everything but a GET.
 */
export function authentication(callers: Callers, malformed: 400 | 401 = 401): Authentication {
  return { looks: hook(callers, malformed, false), changes: hook(callers, malformed, true) };
}

const demoElsewhere = 'The demo account can be used from this machine only, unless HERMOD_DEMO=true is set';

function hook({ config, keys, limits, sessions, actingFor }: Callers, malformed: 400 | 401, fresh: boolean) {
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const admit = (principal: Principal | undefined) => {
      if (principal === undefined) {
        done(new HttpError(401, 'The API key is not valid'));
        return;
      }
      if (isDemoElsewhere(config, principal.accountId, knownAddress(request))) {
        done(new HttpError(401, demoElsewhere));
        return;
      }
      request.principal = principal;
      request.stillAllowed = stillAllowed;
      if (fresh) request.changes = principal.accountId;
      done(limit(principal.keyId, reply));
    };
    const given = request.headers['apikey'];
    if (given === undefined && enterBySession(sessions, request, reply, act, done)) return;
    const key = readKey(given, malformed);
    if (key instanceof HttpError) {
      done(key);
      return;
    }
    const stillAllowed = async () => (keys.kept(key) ?? (await keys.find(key))) !== undefined;
    const kept = fresh ? undefined : keys.kept(key);
    // A known key is the usual case and goes on at once, without a promise.
    if (kept) admit(kept);
    else keys.find(key).then(admit, done);

    function act(session: Session, admitted: (error?: Error) => void): void {
      actingFor(request, session).then((accountId) => {
        request.principal = { keyId: session.id, accountId, by: actorBySession(session, addressOf(request)) };
        if (isChange(request)) request.changes = accountId;
        admitted(limit(session.id, reply));
      }, admitted);
    }
  };

  function limit(keyId: string, reply: FastifyReply): HttpError | undefined {
    const { headers, refusal } = limits.take(keyId);
    void reply.headers(headers);
    return refusal;
  }
}

type Hook = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;
export type Authentication = { readonly looks: Hook; readonly changes: Hook };

function readKey(given: string | string[] | undefined, malformed: 400 | 401): string | HttpError {
  if (given === undefined) return new HttpError(malformed, 'The apikey header is missing');
  if (typeof given !== 'string' || !isUuid(given)) return new HttpError(malformed, 'The API key is not a UUID');
  return given.toLowerCase();
}
