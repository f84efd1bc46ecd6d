import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** Where a request comes from. What a proxy says may be anything; what is no address is not believed. */
export function addressOf({ ip, raw }: FastifyRequest): string {
  return isIP(ip) === 0 ? (raw.socket.remoteAddress ?? '') : ip;
}
