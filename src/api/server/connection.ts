import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fairLoop } from '../../bounds/fair-loop.ts';
import type { Limiter } from '../../bounds/limiter.ts';
import { httpLimits } from '../../bounds/limits/http.ts';
import type { RateLimit } from '../../bounds/rate-limit.ts';

/** A request without a response, and the bytes of its body as they are counted. */
export type ServerExchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  body?: { readonly owner: string; readonly bytes: number };
};

/** A client network (an IPv4 address or an IPv6 /64) and its open connections. */
export type Peer = {
  readonly name: string;
  readonly isProxy: boolean;
  readonly open: Set<ServerConnection>;
  idle: number;
};

/** What all connections of a process share. */
export type SharedLimits = {
  serve(exchange: ServerExchange): void;
  markBusy(connection: ServerConnection): void;
  markIdle(connection: ServerConnection): void;
  /** Bytes of request bodies. */
  readonly bodies: Limiter;
  /** Requests that were parsed and wait for an earlier one of their connection. */
  readonly waiting: Limiter;
  /** Rate of such requests per peer. */
  readonly ahead: RateLimit;
  /** Above that rate, one connection of a peer is read at a time. */
  readonly reading: Limiter;
};

/**
 * An HTTP connection. At most 16 of its requests are in progress; further requests wait, and the socket is paused. Node parses all
 * requests of a chunk (64 KiB) in one turn of the event loop: 2,000 small ones take 20 ms. Waiting requests are therefore
 * rate-limited per peer; above the limit, the peer's connections are read one at a time.
 */
export class ServerConnection {
  readonly peer: Peer;
  readonly #shared: SharedLimits;
  readonly #inProgress = new Set<ServerExchange>();
  readonly #waiting: ServerExchange[] = [];
  #socket: Socket;
  #last: IncomingMessage | undefined;
  #isHeld = false;
  #afterAnswers: (() => void)[] = [];

  constructor(socket: Socket, peer: Peer, shared: SharedLimits) {
    this.#socket = socket;
    this.peer = peer;
    this.#shared = shared;
    socket.once('close', () => this.#end());
  }

  /**
   * Starts HTTP on the socket, after the HTTP server has attached its listeners. With TLS, this is not the accepted socket. A client may
   * half-close the connection after its last request: `end` reaches the HTTP server only after the responses, which it would otherwise
   * abort.
   */
  speak(socket: Socket): void {
    this.#socket = socket;
    const ends = socket.listeners('end') as (() => void)[];
    const end = () => {
      for (const listener of ends) listener.call(socket);
    };
    socket.removeAllListeners('end').on('end', () => this.afterAnswers(end));
    // The HTTP server resumes the socket itself, for example after a response was written. `resume` takes effect one tick after the
    // call: a socket paused in between is still read, and `pause` has no effect until the next `resume`. If the HTTP server
    // pauses the socket in this event, because of unread responses, it stays paused.
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

  receive(exchange: ServerExchange): void {
    const { waiting } = this.#shared;
    this.#last = exchange.request;
    this.#shared.markBusy(this);
    if (this.#waiting.length === 0 && this.#inProgress.size < httpLimits.requestsInProgress.most) this.#serve(exchange);
    else if (waiting.tryEnter(this.peer.name)) this.#wait(exchange);
    else this.#socket.destroy();
  }

  /** The request whose body is being received. */
  get receiving(): IncomingMessage | undefined {
    return this.#last?.complete === false ? this.#last : undefined;
  }

  get unanswered(): number {
    return this.#inProgress.size + this.#waiting.length;
  }

  afterAnswers(then: () => void): void {
    if (this.#hasUnanswered) this.#afterAnswers.push(then);
    else then();
  }

  /** Response bytes that the client has not read: in the socket, and in responses queued behind the current one. */
  get unread(): number {
    let bytes = this.#socket.writableLength;
    for (const { response } of this.#inProgress) if (response.socket === null) bytes += response.writableLength;
    return bytes;
  }

  /** Called when nothing was read or written for `unreadSeconds`. */
  timeOut(): void {
    if (this.#inProgress.size === 0 || this.unread > 0) this.destroy();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  get #hasUnanswered(): boolean {
    return [...this.#inProgress, ...this.#waiting].some(({ request }) => request.complete);
  }

  #wait(exchange: ServerExchange): void {
    const { ahead } = this.#shared;
    const { name, open } = this.peer;
    this.#waiting.push(exchange);
    if (this.#waiting.length === 1) this.#socket.pause();
    if (ahead.take(name).allowed) return;
    ahead.charge(name, 1);
    // The peer's other connections may have as much to read in the same turn of the event loop.
    if (!this.#isHeld) for (const connection of open) void connection.#hold();
  }

  /** Pauses reading until the peer is below its rate of waiting requests; one connection of a peer resumes at a time. */
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
      // After 5 ms the available data has been read and counted. Two turns of the event loop are not enough: a poll may return only one
      // socket.
      await sleep(5);
    }
    reading.leave(name);
  }

  #serve(exchange: ServerExchange): void {
    this.#inProgress.add(exchange);
    // Emitted when the response was written, and when the connection was closed.
    exchange.response.once('close', () => this.#answered(exchange));
    this.#shared.serve(exchange);
  }

  #answered(exchange: ServerExchange): void {
    if (!this.#inProgress.delete(exchange)) return;
    const { body } = exchange;
    if (body) this.#shared.bodies.leave(body.owner, body.bytes);
    if (this.#waiting.length > 0) setImmediate(() => this.#next());
    else if (this.#inProgress.size === 0) this.#shared.markIdle(this);
    if (this.#afterAnswers.length > 0 && !this.#hasUnanswered) for (const then of this.#afterAnswers.splice(0)) then();
  }

  /** Serves the next waiting request, in its own turn of the event loop so that other connections get theirs. */
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
    // Responses queued behind the current one emit no `close`.
    for (const exchange of this.#inProgress) this.#answered(exchange);
  }
}
