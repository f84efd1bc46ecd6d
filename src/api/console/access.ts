import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Session, Sessions } from '../../flows/console/sessions.ts';
import { HttpError } from '../server/errors.ts';
import { sessionSecret } from './cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The console session of a request with a cookie. */
    session: Session | undefined;
    /** Whether the database still authorises the caller; open streams check it repeatedly. */
    stillAllowed: (() => Promise<boolean>) | undefined;
  }
}

export function isChange({ method }: Pick<FastifyRequest, 'method'>): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/**
 * CSRF protection. A browser sends the cookie with requests of other sites too, so a change must have a custom header: other sites cannot
 * add one, because the service does not answer CORS preflights.
 */
export function siteFault(request: FastifyRequest): HttpError | undefined {
  const { 'sec-fetch-site': site, 'hermod-console': header } = request.headers;
  if (isChange(request)) {
    if (header !== '1') return new HttpError(403, 'Send the header hermod-console: 1');
    return site === undefined || site === 'same-origin' ? undefined : otherSite();
  }
  // `none`: a typed URL or a bookmark.
  return site === undefined || site === 'same-origin' || site === 'none' ? undefined : otherSite();
}

export function otherSite(): HttpError {
  return new HttpError(403, 'Requests from other sites are refused');
}

export function noSession(): HttpError {
  return new HttpError(401, 'You are not logged in, or the session has ended');
}

/** Whether the session still has the rights with which a stream was opened. */
function hasSameRights(then: Session, now: Session | undefined): boolean {
  if (then.kind !== 'operator' || now?.kind !== 'operator') return now !== undefined;
  return then.role === now.role && then.grants.every((grant) => now.grants.includes(grant));
}

type Admit = (session: Session, done: (error?: Error) => void) => void;

/**
 * Authenticates a request by its session cookie; returns false if it has none. A read may use a session cached for two seconds; a change
 * looks it up in the database.
 */
export function enterBySession(
  sessions: Sessions,
  request: FastifyRequest,
  reply: FastifyReply,
  admit: Admit,
  done: (error?: Error) => void,
): boolean {
  const secret = sessionSecret(request);
  if (secret === undefined) return false;
  void reply.header('cache-control', 'no-store');
  const fault = siteFault(request);
  if (fault !== undefined) {
    done(fault);
    return true;
  }
  const enter = (session: Session | undefined) => {
    if (session === undefined) {
      done(noSession());
      return;
    }
    request.session = session;
    request.stillAllowed = async () => hasSameRights(session, sessions.kept(secret) ?? (await sessions.find(secret)));
    admit(session, done);
  };
  const kept = isChange(request) ? undefined : sessions.kept(secret);
  if (kept === undefined) sessions.find(secret).then(enter, done);
  else enter(kept);
  return true;
}
