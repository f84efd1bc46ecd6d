import type { FastifyRequest } from 'fastify';
import { isSecret, longestDays } from '../../domain/access/session.ts';

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
    if (isSecret(value)) return value;
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
