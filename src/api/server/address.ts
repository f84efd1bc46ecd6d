import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** The client of a request. A proxy may report any text; a text that is not an address is ignored. */
export function addressOf({ ip, raw }: FastifyRequest): string {
  return isIP(ip) === 0 ? (raw.socket.remoteAddress ?? '') : ip;
}

/** Undefined if a proxy passed the request on that HERMOD_TRUSTED_PROXIES does not list: then only the proxy is known. */
export function knownAddress(request: FastifyRequest): string | undefined {
  const { headers, ip, raw } = request;
  const isPassedOn = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;
  return isPassedOn && ip === raw.socket.remoteAddress ? undefined : addressOf(request);
}
