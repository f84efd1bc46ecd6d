import { readFileSync } from 'node:fs';
import { BlockList, isIPv6, type Server, type Socket } from 'node:net';
import type { Config } from '../config.ts';

/** Files and connections to the database, to carriers and to webhooks need descriptors too. */
const least = 256;
const most = 24_000;

/** Descriptors that this process may have; Node has raised the limit as far as it may. */
function descriptors(): number {
  try {
    const [, soft = ''] = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === 'unlimited' ? 2 ** 20 : Number(soft) || 1_024;
  } catch {
    return 1_024;
  }
}

/** HTTP connections of this process: as set, but never so many that nothing else could be opened. */
export function connectionLimits({ maxConnections, maxConnectionsPerPeer }: Config): { all: number; perPeer: number } {
  const limit = descriptors();
  const possible = Math.max(16, Math.floor(limit - Math.max(least, limit / 4)));
  const all = Math.min(maxConnections ?? most, possible);
  return { all, perPeer: Math.min(all, maxConnectionsPerPeer ?? Math.ceil(all / 2)) };
}

/**
 * No peer has all connections of this process; one too many is closed at once. Trusted proxies bring many clients and are
 * not counted.
 */
export function boundConnections(server: Server, config: Config): void {
  const { all, perPeer } = connectionLimits(config);
  const proxies = listOf(config.trustedProxies);
  const counts = new Map<string, number>();
  server.maxConnections = all;
  server.on('connection', (socket: Socket) => {
    const peer = peerOf(socket.remoteAddress);
    if (peer === undefined || isAmong(proxies, socket.remoteAddress!)) return;
    const count = (counts.get(peer) ?? 0) + 1;
    counts.set(peer, count);
    socket.once('close', () => {
      const left = counts.get(peer)! - 1;
      if (left > 0) counts.set(peer, left);
      else counts.delete(peer);
    });
    if (count > perPeer) socket.destroy();
  });
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits = ''] = range.split('/');
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return list;
}

function isAmong(list: BlockList, address: string): boolean {
  return list.check(
    address.replace(/^::ffff:(?=[\d.]+$)/i, ''),
    /^[\d.]+$|^::ffff:[\d.]+$/i.test(address) ? 'ipv4' : 'ipv6',
  );
}

/** Who has one IPv6 address has a whole network of them. */
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
