import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import type { Config } from '../config.ts';
import type { Pipelines } from './pipelines.ts';

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
export function connectionLimits(
  { maxConnections, maxConnectionsPerPeer }: Pick<Config, 'maxConnections' | 'maxConnectionsPerPeer'>,
  limit = descriptors(),
): Limits {
  const possible = Math.max(16, Math.floor(limit - Math.max(least, limit / 4)));
  const all = Math.min(maxConnections ?? most, possible);
  return { all, perPeer: Math.min(all, maxConnectionsPerPeer ?? Math.ceil(all / 2)) };
}

/** Of all connections: those that wait for a request, their first or the next. */
const idleShare = 0.75;
/** Of those, once there are too many: what one address has without being one of the many. */
const fewIdleShare = 1 / 400;
const fewIdle = 4;
/** So many make room at once: to find the oldest means to pass by those that have gone. */
const endedShare = 1 / 1_000;

type Peer = { open: number; idle: number };
type Limits = { readonly all: number; readonly perPeer: number };

/** Beneath TLS there is another connection: the one that was opened. */
function opened(socket: Socket & { _parent?: Socket | null }): Socket {
  return socket._parent ?? socket;
}

/** One connection too many is closed at once, before anything is done for it. */
export function boundConnections(server: Server, pipelines: Pipelines, config: Config): void {
  const limits = connectionLimits(config);
  const places = new Places(limits, listOf(config.trustedProxies));
  const begin = server.listeners('connection') as ((socket: Socket) => void)[];
  server.maxConnections = limits.all;
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    if (places.take(socket)) for (const listener of begin) listener.call(server, socket);
    else socket.destroy();
  });
  server.on('request', ({ socket }: IncomingMessage) => places.works(opened(socket)));
  pipelines.onIdle = (socket) => places.rests(opened(socket));
}

/**
 * No peer has all connections of this process; trusted proxies bring many clients and are not counted. And those who ask for
 * nothing never have all of them, from however many addresses they come: whoever has waited for the longest makes room.
 */
class Places {
  readonly #perPeer: number;
  readonly #mostIdle: number;
  readonly #fewIdle: number;
  readonly #ended: number;
  readonly #proxies: BlockList;
  readonly #peers = new Map<string, Peer>();
  readonly #open = new Map<Socket, Peer>();
  /** In the order in which they began to wait. */
  readonly #idle = new Set<Socket>();

  constructor({ all, perPeer }: Limits, proxies: BlockList) {
    this.#perPeer = perPeer;
    this.#mostIdle = Math.ceil(all * idleShare);
    this.#fewIdle = Math.max(fewIdle, Math.ceil(all * fewIdleShare));
    this.#ended = Math.ceil(all * endedShare);
    this.#proxies = proxies;
  }

  take(socket: Socket): boolean {
    const address = this.#counted(socket.remoteAddress);
    const peer = this.#peers.get(address ?? '') ?? { open: 0, idle: 0 };
    const isCrowded = this.#idle.size >= this.#mostIdle;
    if (peer.open >= this.#perPeer || (isCrowded && peer.idle >= this.#fewIdle)) return false;
    if (isCrowded) this.#makeRoom();
    peer.open += 1;
    this.#open.set(socket, peer);
    this.rests(socket);
    if (address !== undefined) this.#peers.set(address, peer);
    socket.once('close', () => {
      this.works(socket);
      this.#open.delete(socket);
      peer.open -= 1;
      if (peer.open === 0 && address !== undefined) this.#peers.delete(address);
    });
    return true;
  }

  /** A request has come from it. */
  works(socket: Socket): void {
    if (this.#idle.delete(socket)) this.#open.get(socket)!.idle -= 1;
  }

  /** All of its requests are answered, or none has come yet. */
  rests(socket: Socket): void {
    const peer = this.#open.get(socket);
    if (peer === undefined || socket.destroyed || this.#idle.has(socket)) return;
    this.#idle.add(socket);
    peer.idle += 1;
  }

  #makeRoom(): void {
    let left = this.#ended;
    for (const socket of this.#idle) {
      this.works(socket);
      socket.destroy();
      left -= 1;
      if (left === 0) return;
    }
  }

  #counted(address: string | undefined): string | undefined {
    return address === undefined || isAmong(this.#proxies, address) ? undefined : peerOf(address);
  }
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
