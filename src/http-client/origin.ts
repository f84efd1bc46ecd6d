import { ClientConnection, type ConnectionOwner } from './connection.ts';
import type { ConnectTarget, Dial } from './guard.ts';
import type { ClientExchange } from './request.ts';

/** Below the 5 s after which many servers close, so that a request seldom meets a connection that is being closed. */
const idleMs = 4_000;
const longestIdleMs = 60_000;
/** Subtracted from the idle time that the server announces. */
const marginMs = 1_000;
const restMs = 1;

/**
 * The connections to one origin, and the exchanges that wait for one, in order.
 *
 * After its first answer a connection rests for 1 ms: many servers close without announcing it, and half of the requests that follow
 * immediately would be lost. A connection that is then still open is used again without delay, which saves 7 µs of 56.
 */
export class Origin implements ConnectionOwner {
  readonly #target: ConnectTarget;
  readonly #dial: Dial;
  readonly #most: number;
  readonly #forget: () => void;
  readonly #all = new Set<ClientConnection>();
  readonly #waiting = new Set<ClientExchange>();
  /** The most recently used is last. */
  readonly #idle: ClientConnection[] = [];
  readonly #resting = new Set<ClientConnection>();
  #rested: ClientConnection[] = [];
  #dialling = 0;
  #planned = false;
  #ended = false;
  #sweep: NodeJS.Timeout | undefined;
  #sweepAt = Number.POSITIVE_INFINITY;

  /** `forget` is called when nothing is left here, perhaps more than once. */
  constructor(target: ConnectTarget, most: number, dial: Dial, forget: () => void) {
    this.#target = target;
    this.#most = most;
    this.#dial = dial;
    this.#forget = forget;
  }

  add(exchange: ClientExchange): void {
    const connection = this.#waiting.size === 0 ? this.#idleOne() : undefined;
    if (connection !== undefined) connection.begin(exchange);
    else {
      this.#waiting.add(exchange);
      this.#plan();
    }
  }

  /** A waiting exchange is never sent; otherwise its connection is closed, since the answer may still come. */
  giveUp(exchange: ClientExchange): void {
    if (!this.#waiting.delete(exchange)) exchange.connection?.destroy();
    this.#plan();
  }

  /** Ends everything. Connections that are being opened end by the signal given to the dial. */
  destroy(reason: Error): void {
    this.#ended = true;
    for (const exchange of this.#waiting) exchange.fail(reason);
    this.#waiting.clear();
    for (const connection of this.#all) connection.destroy(reason);
    this.#plan();
  }

  rest(connection: ClientConnection): void {
    if (connection.proven) {
      this.#keep(connection);
      this.#serve();
      return;
    }
    connection.proven = true;
    this.#resting.add(connection);
    setTimeout(() => {
      this.#rested.push(connection);
      this.#plan();
    }, restMs);
  }

  /** Once, within its time limit, and on a new connection: idle ones may be closing like the one just lost. */
  repeat(exchange: ClientExchange): void {
    exchange.repeated = true;
    exchange.connection = undefined;
    for (const connection of [...this.#idle, ...this.#resting]) connection.destroy();
    this.#idle.length = 0;
    this.#resting.clear();
    this.#waiting.add(exchange);
    this.#plan();
  }

  drop(connection: ClientConnection): void {
    this.#all.delete(connection);
    this.#resting.delete(connection);
    const at = this.#idle.indexOf(connection);
    if (at >= 0) this.#idle.splice(at, 1);
    this.#plan();
  }

  /** Runs after the event loop has polled all sockets. */
  #plan(): void {
    if (this.#planned) return;
    this.#planned = true;
    setImmediate(turn, this);
  }

  turn(): void {
    this.#planned = false;
    for (const connection of this.#rested) if (this.#resting.delete(connection)) this.#keep(connection);
    this.#rested = [];
    this.#serve();
    this.#open();
    if (this.#all.size === 0 && this.#dialling === 0 && this.#waiting.size === 0) this.#close();
  }

  #serve(): void {
    if (this.#waiting.size === 0) return;
    for (const exchange of this.#waiting) {
      const connection = this.#idleOne();
      if (connection === undefined) return;
      this.#waiting.delete(exchange);
      connection.begin(exchange);
    }
  }

  #idleOne(): ClientConnection | undefined {
    let connection = this.#idle.pop();
    while (connection?.closed) connection = this.#idle.pop();
    return connection;
  }

  /** As many as are missing beyond those that are being opened, up to the limit. */
  #open(): void {
    const missing = this.#waiting.size - this.#resting.size - this.#dialling;
    let room = Math.min(missing, this.#most - this.#all.size - this.#dialling);
    if (room <= 0) return;
    for (const exchange of this.#waiting) {
      if (exchange.dialled) continue;
      void this.#connect(exchange);
      room -= 1;
      if (room === 0) return;
    }
  }

  /** The connection serves the exchange that waits longest; a failure concerns only the exchange that asked for it. */
  async #connect(asking: ClientExchange): Promise<void> {
    const connection = new ClientConnection(this);
    asking.dialled = true;
    this.#dialling += 1;
    try {
      connection.open(await this.#dial(this.#target, (bytes) => connection.receive(bytes)));
      this.#all.add(connection);
      if (this.#ended) connection.destroy();
      else this.#keep(connection);
    } catch (error) {
      if (this.#waiting.delete(asking)) asking.fail(error);
    }
    asking.dialled = false;
    this.#dialling -= 1;
    this.#serve();
    this.#plan();
  }

  #keep(connection: ClientConnection): void {
    const now = performance.now();
    const ms = Math.min(idleTime(connection.keepsSeconds), connection.servesUntil - now);
    if (connection.servesUntil <= now) {
      this.#resting.add(connection);
      void this.#renew(connection);
      return;
    }
    if (ms <= 0) {
      connection.destroy();
      return;
    }
    connection.idleUntil = now + ms;
    this.#idle.push(connection);
    if (connection.idleUntil < this.#sweepAt) this.#sweepIn(ms);
  }

  async #renew(connection: ClientConnection): Promise<void> {
    const isAllowed = await connection.renew();
    if (!this.#resting.delete(connection)) return;
    if (isAllowed) this.#keep(connection);
    else connection.destroy();
    this.#serve();
    this.#plan();
  }

  /** One timer for all: a timer per connection and use would cost more than reading the answer. */
  #sweepIn(ms: number): void {
    clearTimeout(this.#sweep);
    this.#sweepAt = performance.now() + ms;
    this.#sweep = setTimeout(() => this.#sweepIdle(), ms).unref();
  }

  #sweepIdle(): void {
    const now = performance.now();
    this.#sweepAt = Number.POSITIVE_INFINITY;
    let next = Number.POSITIVE_INFINITY;
    for (const connection of this.#idle) {
      // Timers may fire up to 2 ms early.
      if (connection.idleUntil <= now + 2) connection.destroy();
      else next = Math.min(next, connection.idleUntil);
    }
    if (next < Number.POSITIVE_INFINITY) this.#sweepIn(next - now);
  }

  #close(): void {
    clearTimeout(this.#sweep);
    this.#forget();
  }
}

function turn(origin: Origin): void {
  origin.turn();
}

function idleTime(keepsSeconds: number | undefined): number {
  return keepsSeconds === undefined ? idleMs : Math.min(keepsSeconds * 1_000 - marginMs, longestIdleMs);
}
