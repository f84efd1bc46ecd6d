import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Azure's metadata address: it gives secrets to virtual machines, and is the only such address outside the special ranges. */
const publicMetadata = ['168.63.129.16'];
const globalUnicast: [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR('2000::/3');
const nat64: [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Only public unicast addresses, and the ranges in `allow`, which take precedence over every rule below.
 *
 * - IPv4-mapped (`::ffff:a.b.c.d`) is IPv4 on the wire, and is treated as that IPv4 address.
 * - NAT64 (`64:ff9b::/96`) is how an IPv6-only host reaches public IPv4, so it passes with a public address inside. A private
 *   address inside belongs to the gateway's network: it passes only if the IPv6 form is listed.
 * - Local NAT64 (`64:ff9b:1::/48`), IPv4-compatible, 6to4, Teredo and ISATAP can hide any IPv4 address and have no public use:
 *   refused whatever is inside, unless the IPv6 form is listed.
 * - A zone id (`fe80::1%eth0`) names an interface of this machine: always refused.
 */
export function isReachable(address: string, allow: readonly string[]): boolean {
  const judged = parsed(address);
  return judged !== undefined && (isWithinRanges(judged, allow) || isPublic(judged));
}

export const loopback: readonly string[] = ['127.0.0.0/8', '::1/128'];

/** Whether an address, in any spelling, is in one of these ranges (CIDR). */
export function isWithin(address: string, ranges: readonly string[]): boolean {
  const judged = parsed(address);
  return judged !== undefined && isWithinRanges(judged, ranges);
}

/** ipaddr.js also parses 0x7f.1 and similar; only addresses that the system's own parser accepts reach it. */
function parsed(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return isIP(address) === 0 || address.includes('%') ? undefined : ipaddr.process(canonical(address));
}

const isWithinRanges = (address: ipaddr.IPv4 | ipaddr.IPv6, ranges: readonly string[]): boolean =>
  rangesOf(ranges).some((range) => contains(range, address));

type Range = [network: ipaddr.IPv4 | ipaddr.IPv6, bits: number];
const known = new WeakMap<readonly string[], Range[]>();

/** Parsed once: this runs for every message with a report URL. */
function rangesOf(allow: readonly string[]): Range[] {
  const read = known.get(allow) ?? allow.map((range) => ipaddr.parseCIDR(range));
  known.set(allow, read);
  return read;
}

/** Without dots: ipaddr.js takes `::a.b.c.d` for IPv4-mapped, which is how the system writes IPv4-compatible addresses. */
function canonical(address: string): string {
  return isIP(address) === 6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;
}

function contains([network, bits]: Range, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address instanceof ipaddr.IPv4)
    return address.range() === 'unicast' && !publicMetadata.includes(address.toString());
  if (address.match(nat64)) return isPublic(new ipaddr.IPv4(address.toByteArray().slice(12)));
  // In ipaddr.js, "unicast" is everything else, including IPv4-compatible addresses; only 2000::/3 is routed publicly.
  return address.match(globalUnicast) && address.range() === 'unicast' && !isIsatap(address);
}

function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return (parts[4]! & ~0x0200) === 0 && parts[5] === 0x5efe;
}
