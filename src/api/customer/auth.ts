import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../database/db.ts';
import { serviceAccountId } from '../../domain/access/service-account.ts';
import { Cache } from '../../domain/cache.ts';
import { isUuid } from '../../domain/uuid.ts';
import type { Keys } from '../../flows/accounts/keys.ts';
import { isDemoElsewhere } from '../../flows/accounts/keys.ts';
import { actorBySession, type SignedInSession, type SignedInSessions } from '../../flows/console/sessions.ts';
import { findAccountDetails } from '../../store/account/account-details.ts';
import type { Principal } from '../../store/account/keys.ts';
import { enterBySession, isChange } from '../console/access.ts';
import { HttpError } from '../server/errors.ts';
import { clientAddress, knownAddress } from '../server/requests.ts';
import type { KeyLimits } from './rates.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; set by the hook of every customer endpoint. */
    principal: Principal;
  }
}

export type Callers = {
  readonly config: Config;
  readonly keys: Keys;
  readonly limits: KeyLimits;
  readonly sessions: SignedInSessions;
  /** The account that a console session calls for. */
  readonly actingFor: (request: FastifyRequest, session: SignedInSession) => Promise<string>;
};

/**
 * The hooks of customer endpoints: they authenticate the caller and apply the rate limit of the key. `write` looks the key up in the
 * database; `read` may use a result cached for two seconds. Sending uses `read`, because the statement that accepts a message
 * checks the key again. A console session may replace the key; it is looked up for every method but GET and HEAD. `malformed` is
 * the status for a key that is missing or not a UUID: 400 for sender endpoints, 401 for all others.
 */
export function authentication(callers: Callers, malformed: 400 | 401 = 401): Authentication {
  return { read: hook(callers, malformed, false), write: hook(callers, malformed, true) };
}

const demoElsewhere = 'The demo account can be used from this machine only, unless HERMOD_DEMO=true is set';

function hook({ config, keys, limits, sessions, actingFor }: Callers, malformed: 400 | 401, isWrite: boolean) {
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
      if (isWrite) request.changeOwner = principal.accountId;
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
    const cached = isWrite ? undefined : keys.kept(key);
    // The common case, without a promise.
    if (cached) admit(cached);
    else keys.find(key).then(admit, done);

    function act(session: SignedInSession, admitted: (error?: Error) => void): void {
      actingFor(request, session).then((accountId) => {
        request.principal = { keyId: session.id, accountId, by: actorBySession(session, clientAddress(request)) };
        if (isChange(request)) request.changeOwner = accountId;
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
export type Authentication = { readonly read: Hook; readonly write: Hook };

function readKey(given: string | string[] | undefined, malformed: 400 | 401): string | HttpError {
  if (given === undefined) return new HttpError(malformed, 'The apikey header is missing');
  if (typeof given !== 'string' || !isUuid(given)) return new HttpError(malformed, 'The API key is not a UUID');
  return given.toLowerCase();
}

const mostKnown = 10_000;

/** The session's own account, or the one that an operator names in a header; in GET requests also in the query, for EventSource. */
export function actingFor(db: Db): (request: FastifyRequest, session: SignedInSession) => Promise<string> {
  // Accounts are never deleted.
  const known = new Cache<string, true>(mostKnown);
  return async (request, session) => {
    if (session.kind === 'account') return session.accountId;
    if (session.role !== 'admin') throw new HttpError(403, 'Your role may not act for an account');
    const accountId = namedAccount(request);
    if (known.has(accountId)) return accountId;
    if (accountId === serviceAccountId || (await findAccountDetails(db, accountId)) === undefined)
      throw new HttpError(404, 'Account not found');
    known.set(accountId, true);
    return accountId;
  };
}

function namedAccount({ method, headers, query }: FastifyRequest): string {
  const inQuery = method === 'GET' ? (query as { account?: unknown }).account : undefined;
  const named = headers['hermod-account'] ?? inQuery;
  if (typeof named !== 'string' || !isUuid(named))
    throw new HttpError(400, 'Name the account in the header hermod-account');
  return named.toLowerCase();
}
