import { BlockList, isIP, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** Where a request comes from. What a proxy says may be anything; what is no address is not believed. */
export function addressOf({ ip, raw }: FastifyRequest): string {
  return isIP(ip) === 0 ? (raw.socket.remoteAddress ?? '') : ip;
}

/** Undefined if a proxy passed the request on that HERMOD_TRUSTED_PROXIES does not list: then only the proxy is known. */
export function knownAddress(request: FastifyRequest): string | undefined {
  const { headers, ip, raw } = request;
  const isPassedOn = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;
  return isPassedOn && ip === raw.socket.remoteAddress ? undefined : addressOf(request);
}

export function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits = ''] = range.split('/');
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return list;
}

export function isAmong(list: BlockList, address: string): boolean {
  return list.check(
    address.replace(/^::ffff:(?=[\d.]+$)/i, ''),
    /^[\d.]+$|^::ffff:[\d.]+$/i.test(address) ? 'ipv4' : 'ipv6',
  );
}

/** The address, or the /64 of an IPv6 address: a client with one of those has all of them. */
export function peerOf(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  if (!isIPv6(address) || /^::ffff:[\d.]+$/i.test(address)) return address;
  const groups = address.split('%')[0]!.split(':');
  const gap = groups.indexOf('');
  const whole =
    gap < 0
      ? groups
      : [...groups.slice(0, gap), ...Array<string>(9 - groups.length).fill('0'), ...groups.slice(gap + 1)];
  return whole.slice(0, 4).join(':');
}
