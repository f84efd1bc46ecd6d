import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The address of a peer, as IPv4 if an IPv6 listener maps it (`::ffff:192.0.2.1`). Removes the zone of a link-local address. */
export function plainAddress(remote: string | undefined): string {
  return (remote ?? '').replace(/^::ffff:(?=[\d.]+$)/i, '').split('%')[0]!;
}

/**
 * The owner that work of a peer is counted for: its IPv4 address, or the /64 of its IPv6 address, since a client that has one address
 * of a /64 can use all of them. Any other text is its own network.
 */
export function networkOf(remote: string): string {
  const address = plainAddress(remote);
  if (isIP(address) !== 6) return address;
  return ipaddr.IPv6.parse(address)
    .parts.slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}
