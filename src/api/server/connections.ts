import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { fairLoop } from '../../bounds/fair-loop.ts';
import { Limiter } from '../../bounds/limiter.ts';
import { httpLimits } from '../../bounds/limits/http.ts';
import { networkOf } from '../../bounds/network.ts';
import { RateLimit } from '../../bounds/rate-limit.ts';
import type { Config } from '../../config/config.ts';
import { isWithin } from '../../domain/webhook/address.ts';
import type { Keys } from '../../flows/accounts/keys.ts';
import { bodyBytes, smallBody } from './bodies.ts';
import { type Peer, ServerConnection, type ServerExchange, type SharedLimits } from './connection.ts';
import { HttpError } from './errors.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
type KnownKeys = Pick<Keys, 'accountOf'>;

const tooManyBodies = 'Too many large requests are under way; nothing was changed, try again';

/** At the limit of idle connections, a peer with at least this share (and at least `fewIdle`) of idle ones gets no new connection. */
const fewIdleShare = 1 / 400;
const fewIdle = 4;
/** Share of all connections that is closed at a time: finding the longest idle one costs a scan over deleted entries. */
const closedShare = 1 / 1_000;
const checkMs = 1_000;

/**
 * The connections of an HTTP server. Each peer has a share. Idle connections never use up the limit: the longest idle one is closed for
 * a new one. Trusted proxies forward many clients, so they have no share.
 */
export class ServerConnections {
  readonly #of = new WeakMap<Socket, ServerConnection>();
  readonly #peers = new Map<string, Peer>();
  readonly #busy = new Set<ServerConnection>();
  /** Longest idle first. */
  readonly #idle = new Set<ServerConnection>();
  /** By address and port, until the TLS handshake has created the socket that HTTP uses. */
  readonly #handshakes = new Map<string, ServerConnection>();
  readonly #refused = new WeakSet<IncomingMessage>();
  readonly #bodyRate = new RateLimit({ rate: httpLimits.bodyRate.most, clock: () => performance.now() });
  readonly #limits: ReturnType<typeof connectionLimits>;
  readonly #proxies: readonly string[];
  readonly #shared: SharedLimits;

  constructor(server: Server, config: Config, keys: KnownKeys) {
    const [accept, handle] = [takeListeners(server, 'connection'), takeListeners(server, 'request') as Handler[]];
    this.#limits = connectionLimits(config);
    this.#proxies = config.trustedProxies;
    this.#shared = {
      serve: (exchange) => this.#serve(exchange, ownerOf(exchange.request, keys), handle),
      markBusy: (connection) => this.#markBusy(connection),
      markIdle: (connection) => this.#markIdle(connection),
      bodies: new Limiter({ total: httpLimits.bodiesInAll.most, perOwner: httpLimits.bodiesOfAccount.most }),
      waiting: new Limiter({ total: httpLimits.requestsWaiting.most }),
      // A burst of half a second is free.
      ahead: new RateLimit({ rate: httpLimits.requestsAhead.most / 2, perMs: 500, clock: () => performance.now() }),
      reading: new Limiter({
        total: Number.MAX_SAFE_INTEGER,
        perOwner: 1,
        waiting: Number.MAX_SAFE_INTEGER,
        waitMs: httpLimits.readingWaitSeconds.most * 1_000,
      }),
    };
    const isTls = server instanceof TlsServer;
    server.maxConnections = this.#limits.all;
    server.on('connection', (socket: Socket) => {
      const connection = this.#accept(socket);
      if (connection === undefined) {
        socket.destroy();
        return;
      }
      for (const listener of accept) listener.call(server, socket);
      if (isTls) this.#awaitHandshake(socket, connection);
      else this.#speak(socket, connection);
    });
    server.on('secureConnection', (socket: Socket) => {
      const connection = this.#handshakes.get(endpointOf(socket));
      if (connection === undefined) socket.destroy();
      else this.#speak(socket, connection);
    });
    server.on('request', (request: IncomingMessage, response: ServerResponse) =>
      this.#of.get(request.socket)?.receive({ request, response }),
    );
    server.setTimeout(httpLimits.unreadSeconds.most * 1_000, (socket) => this.#of.get(socket)?.timeOut());
    const timer = setInterval(() => this.#closeUnread(), checkMs).unref();
    server.once('close', () => clearInterval(timer));
  }

  of(socket: Socket): ServerConnection | undefined {
    return this.#of.get(socket);
  }

  /** The error of a request whose body is not read. */
  faultOf(request: IncomingMessage): HttpError | undefined {
    return this.#refused.has(request) ? new HttpError(503, tooManyBodies, { 'retry-after': '1' }) : undefined;
  }

  #serve(exchange: ServerExchange, owner: string, handlers: readonly Handler[]): void {
    const { request, response } = exchange;
    const bytes = bodyBytes(request);
    const handle = () =>
      fairLoop.run(owner, () => {
        for (const handler of handlers) handler(request, response);
      });
    const waitMs = bytes < smallBody ? 0 : this.#countBody(exchange, owner, bytes);
    if (waitMs === 0) handle();
    else setTimeout(handle, waitMs);
  }

  /** Milliseconds to wait before the body is read. Until then the client can send only as much as the socket buffers hold. */
  #countBody(exchange: ServerExchange, owner: string, bytes: number): number {
    if (this.#shared.bodies.tryEnter(owner, bytes)) exchange.body = { owner, bytes };
    else this.#refused.add(exchange.request);
    this.#bodyRate.charge(owner, bytes);
    return this.#bodyRate.take(owner, 0).retryInMs;
  }

  #speak(socket: Socket, connection: ServerConnection): void {
    this.#of.set(socket, connection);
    connection.speak(socket);
  }

  #awaitHandshake(socket: Socket, connection: ServerConnection): void {
    const endpoint = endpointOf(socket);
    this.#handshakes.set(endpoint, connection);
    socket.once('close', () => {
      if (this.#handshakes.get(endpoint) === connection) this.#handshakes.delete(endpoint);
    });
  }

  #accept(socket: Socket): ServerConnection | undefined {
    const { remoteAddress: address = '' } = socket;
    const { all, perPeer } = this.#limits;
    const name = networkOf(address);
    const peer = this.#peers.get(name) ?? {
      name,
      isProxy: isWithin(address, this.#proxies),
      open: new Set(),
      idle: 0,
    };
    const isCrowded = this.#idle.size >= (all * httpLimits.idleConnections.most) / 100;
    const hasMany = isCrowded && peer.idle >= Math.max(fewIdle, all * fewIdleShare);
    if (!peer.isProxy && (peer.open.size >= perPeer || hasMany)) return undefined;
    if (isCrowded) this.#makeRoom(Math.ceil(all * closedShare));
    return this.#add(socket, peer);
  }

  #add(socket: Socket, peer: Peer): ServerConnection {
    const connection = new ServerConnection(socket, peer, this.#shared);
    peer.open.add(connection);
    this.#peers.set(peer.name, peer);
    this.#markIdle(connection);
    socket.once('close', () => {
      this.#markBusy(connection);
      this.#busy.delete(connection);
      peer.open.delete(connection);
      if (peer.open.size === 0) this.#peers.delete(peer.name);
    });
    return connection;
  }

  #markBusy(connection: ServerConnection): void {
    if (this.#idle.delete(connection)) connection.peer.idle -= 1;
    this.#busy.add(connection);
  }

  #markIdle(connection: ServerConnection): void {
    if (this.#idle.has(connection)) return;
    this.#busy.delete(connection);
    this.#idle.add(connection);
    connection.peer.idle += 1;
  }

  #makeRoom(count: number): void {
    let left = count;
    for (const connection of this.#idle) {
      this.#markBusy(connection);
      connection.destroy();
      left -= 1;
      if (left === 0) return;
    }
  }

  #closeUnread(): void {
    const unread: { readonly connection: ServerConnection; readonly bytes: number }[] = [];
    let total = 0;
    for (const connection of this.#busy) {
      const bytes = connection.unread;
      if (bytes > httpLimits.unreadBytes.most) connection.destroy();
      else if (bytes > 0) {
        unread.push({ connection, bytes });
        total += bytes;
      }
    }
    if (total <= httpLimits.unreadBytesInAll.most) return;
    for (const { connection, bytes } of unread.sort((a, b) => b.bytes - a.bytes)) {
      if (total <= httpLimits.unreadBytesInAll.most) return;
      connection.destroy();
      total -= bytes;
    }
  }
}

/**
 * The owner that a request is counted for in the event loop: the account of a known key, otherwise the address. Behind a proxy all clients
 * share one address, so requests with credentials are kept apart from those without.
 */
function ownerOf({ headers, socket }: IncomingMessage, keys: KnownKeys): string {
  const accountId = keys.accountOf(headers['apikey']);
  if (accountId !== undefined) return accountId;
  const credentials = headers['apikey'] ?? headers.authorization ?? headers.cookie;
  return `${socket.remoteAddress} ${credentials === undefined ? '' : 'with credentials'}`;
}

type Listener = (...given: unknown[]) => void;

function takeListeners(server: Server, event: string): Listener[] {
  const listeners = server.listeners(event) as Listener[];
  server.removeAllListeners(event);
  return listeners;
}

const endpointOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/** Each closed connection costs the client a new one, and with TLS this process about 1 ms. */
const closesPerSecond = 200;

/**
 * Rebalances keep-alive connections after a process has joined: each connection open at that time is closed once, after a response, and
 * the kernel assigns the client's next connection to any process. All are closed, not half, because half of them return to this process.
 */
export class Shedding {
  /** Connections opened since the last process joined; undefined: no process has joined. */
  #fresh: WeakSet<Socket> | undefined;
  readonly #rate = new RateLimit({ rate: closesPerSecond, clock: () => performance.now() });
  readonly #hasOthers: (socket: Socket) => boolean;

  /** `hasOthers`: the connection has further requests without a response, which closing would lose. */
  constructor(server: Server, hasOthers: (socket: Socket) => boolean) {
    this.#hasOthers = hasOthers;
    for (const opened of ['connection', 'secureConnection'])
      server.on(opened, (socket: Socket) => this.#fresh?.add(socket));
  }

  start(): void {
    this.#fresh = new WeakSet();
  }

  /** Whether the next response must close its connection. */
  closes(socket: Socket): boolean {
    if (this.#fresh === undefined || this.#fresh.has(socket) || this.#hasOthers(socket)) return false;
    return this.#rate.take('').allowed;
  }
}

/** Descriptors reserved for files and for connections to the database, carriers and webhooks. */
const reserved = 256;

/** The limit of file descriptors of this process. Node raises the soft limit to the hard limit at start. */
function descriptors(): number {
  try {
    const [, soft = ''] = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === 'unlimited' ? 2 ** 20 : Number(soft) || 1_024;
  } catch {
    return 1_024;
  }
}

/** Limits of HTTP connections: the settings, capped so that at least 256 descriptors and a quarter of all stay free. */
export function connectionLimits(
  { maxConnections, maxConnectionsPerPeer }: Pick<Config, 'maxConnections' | 'maxConnectionsPerPeer'>,
  limit = descriptors(),
): { readonly all: number; readonly perPeer: number } {
  const possible = Math.max(16, Math.floor(limit - Math.max(reserved, limit / 4)));
  const all = Math.min(maxConnections ?? httpLimits.connections.most, possible);
  const share = httpLimits.connectionsOfPeer.most / 100;
  return { all, perPeer: Math.min(all, maxConnectionsPerPeer ?? Math.ceil(all * share)) };
}
