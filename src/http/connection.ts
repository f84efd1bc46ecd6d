import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Server as TlsServer } from 'node:tls';
import { fairLoop } from '../bounds/fair-loop.ts';
import { Limiter } from '../bounds/limiter.ts';
import { httpLimits } from '../bounds/limits/http.ts';
import { networkOf } from '../bounds/network.ts';
import { RateLimit } from '../bounds/rate-limit.ts';
import type { Config } from '../config/config.ts';
import { isWithin } from '../domain/webhook/address.ts';
import { bodyBytes, smallBody } from './bodies.ts';
import { connectionLimits } from './descriptors.ts';
import { HttpError } from './errors.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
/** A request that is not answered yet, and whose body bytes are counted. */
type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  body?: { readonly owner: string; readonly bytes: number };
};
type Peer = { readonly name: string; readonly isProxy: boolean; readonly open: Set<Connection>; idle: number };

/** What a connection uses of its process. */
type Shared = {
  serve(exchange: Exchange): void;
  markBusy(connection: Connection): void;
  markIdle(connection: Connection): void;
  readonly bodies: Limiter;
  readonly waiting: Limiter;
  readonly ahead: RateLimit;
  readonly reading: Limiter;
};

const tooManyBodies = 'Too many large requests are under way; nothing was changed, try again';

/**
 * An HTTP connection. At most 16 of its requests are in progress; those received beyond that wait, and nothing more is read. Node parses
 * all requests of a piece it has read (64 KiB) at the same time, 2,000 small ones in 20 ms. So an address has a rate of requests that wait:
 * beyond it, its connections are read one after the other.
 */
export class Connection {
  readonly peer: Peer;
  readonly #shared: Shared;
  readonly #inProgress = new Set<Exchange>();
  readonly #waiting: Exchange[] = [];
  #socket: Socket;
  #last: IncomingMessage | undefined;
  #isHeld = false;
  #afterAnswers: (() => void)[] = [];

  constructor(socket: Socket, peer: Peer, shared: Shared) {
    this.#socket = socket;
    this.peer = peer;
    this.#shared = shared;
    socket.once('close', () => this.#end());
  }

  /**
   * The socket on which HTTP is spoken, once the HTTP server listens to it; with TLS another one than was accepted. A client may close
   * its side after its last request and still gets the answers: the server, which would abort them, hears of the end afterwards.
   */
  speak(socket: Socket): void {
    this.#socket = socket;
    const ends = socket.listeners('end') as (() => void)[];
    const end = () => {
      for (const listener of ends) listener.call(socket);
    };
    socket.removeAllListeners('end').on('end', () => this.afterAnswers(end));
    // The HTTP server resumes reading by itself, for example when a response has been written. `resume` takes effect a tick after the call:
    // a socket that was paused meanwhile is read all the same, and `pause` has no effect on it until it is resumed again. A socket
    // that the HTTP server pauses in this event, because of unread responses, is paused.
    let wasPaused = false;
    socket.prependListener('resume', () => {
      wasPaused = socket.isPaused();
    });
    socket.on('resume', () => {
      if (!this.#isHeld && this.#waiting.length === 0) return;
      if (wasPaused) socket.resume();
      else socket.pause();
    });
    if (!this.#shared.ahead.take(this.peer.name, 0).allowed) void this.#hold();
  }

  receive(exchange: Exchange): void {
    const { waiting } = this.#shared;
    this.#last = exchange.request;
    this.#shared.markBusy(this);
    if (this.#waiting.length === 0 && this.#inProgress.size < httpLimits.requestsInProgress.most) this.#serve(exchange);
    else if (waiting.tryEnter(this.peer.name)) this.#wait(exchange);
    else this.#socket.destroy();
  }

  /** The request that is being received, once its head is complete. */
  get receiving(): IncomingMessage | undefined {
    return this.#last?.complete === false ? this.#last : undefined;
  }

  /** Requests that were received and are not answered. */
  get unanswered(): number {
    return this.#inProgress.size + this.#waiting.length;
  }

  /** Calls back when every request that was received completely is answered. */
  afterAnswers(then: () => void): void {
    if (this.#hasUnanswered) this.#afterAnswers.push(then);
    else then();
  }

  /** Bytes of responses that the client has not read: in the socket, and in responses behind the one being written. */
  get unread(): number {
    let bytes = this.#socket.writableLength;
    for (const { response } of this.#inProgress) if (response.socket === null) bytes += response.writableLength;
    return bytes;
  }

  /** Nothing was read or written for a while. */
  timeOut(): void {
    if (this.#inProgress.size === 0 || this.unread > 0) this.destroy();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  get #hasUnanswered(): boolean {
    return [...this.#inProgress, ...this.#waiting].some(({ request }) => request.complete);
  }

  #wait(exchange: Exchange): void {
    const { ahead } = this.#shared;
    const { name, open } = this.peer;
    this.#waiting.push(exchange);
    if (this.#waiting.length === 1) this.#socket.pause();
    if (ahead.take(name).allowed) return;
    ahead.charge(name, 1);
    // Others may have as much to be read in the same turn of the event loop.
    if (!this.#isHeld) for (const connection of open) void connection.#hold();
  }

  /** Reads on when the address has paid for its requests that waited, one connection of it after the other. */
  async #hold(): Promise<void> {
    if (this.#isHeld) return;
    const { reading, ahead } = this.#shared;
    const { name } = this.peer;
    this.#isHeld = true;
    this.#socket.pause();
    try {
      await reading.enter(name);
    } catch {
      this.destroy();
      return;
    }
    while (!this.#socket.destroyed && !ahead.take(name, 0).allowed) await sleep(ahead.take(name, 0).retryInMs);
    await fairLoop.turn(name);
    this.#isHeld = false;
    if (this.#waiting.length === 0 && !this.#socket.destroyed) {
      this.#socket.resume();
      // What there is to be read is read and counted by then. Two turns of the event loop are not enough: a poll may return one socket.
      await sleep(5);
    }
    reading.leave(name);
  }

  #serve(exchange: Exchange): void {
    this.#inProgress.add(exchange);
    // Written, or its connection is gone.
    exchange.response.once('close', () => this.#answered(exchange));
    this.#shared.serve(exchange);
  }

  #answered(exchange: Exchange): void {
    if (!this.#inProgress.delete(exchange)) return;
    const { body } = exchange;
    if (body) this.#shared.bodies.leave(body.owner, body.bytes);
    if (this.#waiting.length > 0) setImmediate(() => this.#next());
    else if (this.#inProgress.size === 0) this.#shared.markIdle(this);
    if (this.#afterAnswers.length > 0 && !this.#hasUnanswered) for (const then of this.#afterAnswers.splice(0)) then();
  }

  /** In another turn of the event loop, so that other connections have theirs. */
  #next(): void {
    if (this.#inProgress.size >= httpLimits.requestsInProgress.most) return;
    const exchange = this.#waiting.shift();
    if (exchange === undefined) return;
    this.#shared.waiting.leave(this.peer.name);
    this.#serve(exchange);
    if (this.#waiting.length > 0 || this.#isHeld) return;
    if (this.#shared.ahead.take(this.peer.name, 0).allowed) this.#socket.resume();
    else void this.#hold();
  }

  #end(): void {
    this.#shared.waiting.leave(this.peer.name, this.#waiting.length);
    this.#waiting.length = 0;
    // The responses behind the one being written do not hear of the end.
    for (const exchange of this.#inProgress) this.#answered(exchange);
  }
}

/** When so many are idle, an address with more idle connections than this few makes no room by closing those of others. */
const fewIdleShare = 1 / 400;
const fewIdle = 4;
/** Closed at the same time, as finding the longest idle means passing by those that have gone. */
const endedShare = 1 / 1_000;
const checkMs = 1_000;

/**
 * The connections of an HTTP server. An address has a share of them, and connections without a request never have all: the longest idle
 * makes room. Trusted proxies bring many clients and have no share.
 */
export class Connections {
  readonly #of = new WeakMap<Socket, Connection>();
  readonly #peers = new Map<string, Peer>();
  readonly #busy = new Set<Connection>();
  /** In the order in which they became idle. */
  readonly #idle = new Set<Connection>();
  /** By address and port, until the handshake of TLS has made another socket of them. */
  readonly #handshakes = new Map<string, Connection>();
  readonly #refused = new WeakSet<IncomingMessage>();
  readonly #bodyRate = new RateLimit({ rate: httpLimits.bodyRate.most, clock: () => performance.now() });
  readonly #limits: ReturnType<typeof connectionLimits>;
  readonly #proxies: readonly string[];
  readonly #shared: Shared;

  /** `ownerOf`: the account of a request, or the address without a known one. */
  constructor(server: Server, config: Config, ownerOf: (request: IncomingMessage) => string) {
    const [accept, handle] = [takeListeners(server, 'connection'), takeListeners(server, 'request') as Handler[]];
    this.#limits = connectionLimits(config);
    this.#proxies = config.trustedProxies;
    this.#shared = {
      serve: (exchange) => this.#serve(exchange, ownerOf(exchange.request), handle),
      markBusy: (connection) => this.#markBusy(connection),
      markIdle: (connection) => this.#markIdle(connection),
      bodies: new Limiter({ total: httpLimits.bodiesInAll.most, perOwner: httpLimits.bodiesOfAccount.most }),
      waiting: new Limiter({ total: httpLimits.requestsWaiting.most }),
      // Half a second of it in a burst.
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
      const connection = this.#handshakes.get(endOf(socket));
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

  of(socket: Socket): Connection | undefined {
    return this.#of.get(socket);
  }

  /** Why the body of this request is not read. */
  faultOf(request: IncomingMessage): HttpError | undefined {
    return this.#refused.has(request) ? new HttpError(503, tooManyBodies, { 'retry-after': '1' }) : undefined;
  }

  #serve(exchange: Exchange, owner: string, handlers: readonly Handler[]): void {
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

  /** Milliseconds until the body is read. Until then its client sends no more of it than the buffers of the system hold. */
  #countBody(exchange: Exchange, owner: string, bytes: number): number {
    if (this.#shared.bodies.tryEnter(owner, bytes)) exchange.body = { owner, bytes };
    else this.#refused.add(exchange.request);
    this.#bodyRate.charge(owner, bytes);
    return this.#bodyRate.take(owner, 0).retryInMs;
  }

  #speak(socket: Socket, connection: Connection): void {
    this.#of.set(socket, connection);
    connection.speak(socket);
  }

  #awaitHandshake(socket: Socket, connection: Connection): void {
    const end = endOf(socket);
    this.#handshakes.set(end, connection);
    socket.once('close', () => {
      if (this.#handshakes.get(end) === connection) this.#handshakes.delete(end);
    });
  }

  #accept(socket: Socket): Connection | undefined {
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
    if (isCrowded) this.#makeRoom(Math.ceil(all * endedShare));
    return this.#add(socket, peer);
  }

  #add(socket: Socket, peer: Peer): Connection {
    const connection = new Connection(socket, peer, this.#shared);
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

  #markBusy(connection: Connection): void {
    if (this.#idle.delete(connection)) connection.peer.idle -= 1;
    this.#busy.add(connection);
  }

  #markIdle(connection: Connection): void {
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
    const unread: { readonly connection: Connection; readonly bytes: number }[] = [];
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

type Listener = (...given: unknown[]) => void;

function takeListeners(server: Server, event: string): Listener[] {
  const listeners = server.listeners(event) as Listener[];
  server.removeAllListeners(event);
  return listeners;
}

const endOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
