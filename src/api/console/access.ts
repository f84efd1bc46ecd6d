import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Actor } from '../../domain/access/actor.ts';
import { isSessionSecret, longestDays } from '../../domain/access/session.ts';
import type { SignInLink } from '../../flows/console/links.ts';
import { actorBySession, type SignedInSession, type SignedInSessions } from '../../flows/console/sessions.ts';
import { operationsFor } from '../operation/operation.ts';
import { consoleErrors } from '../schemas/console.ts';
import { HttpError } from '../server/errors.ts';
import { clientAddress } from '../server/requests.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: SignedInSession | undefined;
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
function siteFault(request: FastifyRequest): HttpError | undefined {
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
function hasSameRights(then: SignedInSession, now: SignedInSession | undefined): boolean {
  if (then.kind !== 'operator' || now?.kind !== 'operator') return now !== undefined;
  return then.role === now.role && then.grants.every((grant) => now.grants.includes(grant));
}

type Admit = (session: SignedInSession, done: (error?: Error) => void) => void;

/** Returns false without a session cookie. A read may use a session cached for two seconds; a change reads it from the database. */
export function enterBySession(
  sessions: SignedInSessions,
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
  const enter = (session: SignedInSession | undefined) => {
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

export type Guard = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;

export function consoleGuard(sessions: SignedInSessions): Guard {
  return (request, reply, done) => {
    const admit = (session: SignedInSession, admitted: (error?: Error) => void) => {
      if (isChange(request)) request.changeOwner = session.owner;
      admitted();
    };
    if (!enterBySession(sessions, request, reply, admit, done)) done(noSession());
  };
}

export function sessionOf({ session }: FastifyRequest): SignedInSession {
  if (session === undefined) throw noSession();
  return session;
}

export function actorOf(request: FastifyRequest): Actor {
  return actorBySession(sessionOf(request), clientAddress(request));
}

type CookieRequest = Pick<FastifyRequest, 'headers' | 'protocol'>;

/** With the prefix `__Host-`, browsers accept the cookie only from this host and only with TLS. */
function nameOf({ protocol }: CookieRequest): string {
  return protocol === 'https' ? '__Host-hermod_session' : 'hermod_session';
}

/** The secret in the session cookie, if it has the right format. One pass over a header that Node limits to 16 KiB. */
export function sessionSecret(request: CookieRequest): string | undefined {
  const { cookie } = request.headers;
  if (cookie === undefined) return undefined;
  const start = `${nameOf(request)}=`;
  for (const part of cookie.split(';')) {
    const pair = part.trim();
    if (!pair.startsWith(start)) continue;
    const value = pair.slice(start.length);
    if (isSessionSecret(value)) return value;
  }
  return undefined;
}

export function sessionCookie(request: CookieRequest, secret: string): string {
  return written(request, secret, longestDays * 86_400);
}

export function noCookie(request: CookieRequest): string {
  return written(request, '', 0);
}

function written(request: CookieRequest, value: string, seconds: number): string {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  return `${nameOf(request)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** A link to the host that the caller used. The secret is in the fragment, which browsers do not send. */
export function linkBody(
  request: FastifyRequest,
  { secret, expiresAt }: SignInLink,
): { url: string; expiresAt: string } {
  const { protocol, host } = request;
  if (!/^[\w.:[\]-]{1,260}$/.test(host)) throw new HttpError(400, 'The Host header is not that of a web address');
  return { url: `${protocol}://${host}/login#${secret}`, expiresAt: expiresAt.toISOString() };
}

export const consoleOperations = operationsFor({
  anyId: false,
  owner: (call) => sessionOf(call).owner,
  errors: () => consoleErrors,
});

export function tooManyTries(seconds: number): HttpError {
  return new HttpError(429, `Too many tries; try again in ${seconds} s`, { 'retry-after': `${seconds}` });
}
