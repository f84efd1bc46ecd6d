import type { FastifyRequest } from 'fastify';
import { isSecret, longestDays } from '../../domain/access/session.ts';

type Asked = Pick<FastifyRequest, 'headers' | 'protocol'>;

/** `__Host-`: browsers then take it from this very host only, over TLS. Where there is no TLS, they would not take it at all. */
function nameOf({ protocol }: Asked): string {
  return protocol === 'https' ? '__Host-hermod_session' : 'hermod_session';
}

/** What the session cookie holds, if it can be one of ours. One pass over a header that Node bounds to 16 KiB. */
export function sessionSecret(request: Asked): string | undefined {
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

export function sessionCookie(request: Asked, secret: string): string {
  return written(request, secret, longestDays * 86_400);
}

export function noCookie(request: Asked): string {
  return written(request, '', 0);
}

function written(request: Asked, value: string, seconds: number): string {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  return `${nameOf(request)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}
