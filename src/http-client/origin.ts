import { Connection, type Owner } from './connection.ts';
import type { Exchange } from './exchange.ts';
import type { Dial, Target } from './guard.ts';

/** Below the 5 s after which many servers close, so that a POST seldom meets a connection that is just going away. */
const idleMs = 4_000;
const longestIdleMs = 60_000;
/** Before the time that the server gives itself. */
const marginMs = 1_000;
const restMs = 1;

/**
 * The connections to one origin, and the exchanges that wait for one, in order.
 *
 * After its first answer a connection rests for a moment: many a server closes without having said so, and half of the POSTs
 * that follow at once would be lost. One that is still open then is used again without delay, which saves 7 µs of 56.
 */
export class Origin implements Owner {
  readonly #target: Target;
  readonly #dial: Dial;
  readonly #most: number;
  readonly #forget: () => void;
  readonly #all = new Set<Connection>();
  readonly #waiting = new Set<Exchange>();
  /** Last used last. */
  readonly #idle: Connection[] = [];
  readonly #resting = new Set<Connection>();
  #rested: Connection[] = [];
  #dialling = 0;
  #planned = false;
  #ended = false;
  #sweep: NodeJS.Timeout | undefined;
  #sweepAt = Number.POSITIVE_INFINITY;

  /** `forget` is called when there is nothing left here, perhaps more than once. */
  constructor(target: Target, most: number, dial: Dial, forget: () => void) {
    this.#target = target;
    this.#most = most;
    this.#dial = dial;
    this.#forget = forget;
  }

  add(exchange: Exchange): void {
    const connection = this.#waiting.size === 0 ? this.#idleOne() : undefined;
    if (connection !== undefined) connection.begin(exchange);
    else {
      this.#waiting.add(exchange);
      this.#plan();
    }
  }

  /** Never sent if it still waits; otherwise its connection is lost, as the answer may still come. */
  giveUp(exchange: Exchange): void {
    if (!this.#waiting.delete(exchange)) exchange.connection?.destroy();
    this.#plan();
  }

  /** Ends everything. Those who are being dialled are left to the signal that the dial has. */
  destroy(reason: Error): void {
    this.#ended = true;
    for (const exchange of this.#waiting) exchange.fail(reason);
    this.#waiting.clear();
    for (const connection of this.#all) connection.destroy(reason);
    this.#plan();
  }

  rest(connection: Connection): void {
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

  /** Once, within the time limit it has, and on a new connection: those not in use may be going away like the one just lost. */
  repeat(exchange: Exchange): void {
    exchange.repeated = true;
    exchange.connection = undefined;
    for (const connection of [...this.#idle, ...this.#resting]) connection.destroy();
    this.#idle.length = 0;
    this.#resting.clear();
    this.#waiting.add(exchange);
    this.#plan();
  }

  drop(connection: Connection): void {
    this.#all.delete(connection);
    this.#resting.delete(connection);
    const at = this.#idle.indexOf(connection);
    if (at >= 0) this.#idle.splice(at, 1);
    this.#plan();
  }

  /** In the part of the event loop that comes after it has asked for news of all sockets. */
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

  #idleOne(): Connection | undefined {
    let connection = this.#idle.pop();
    while (connection?.closed) connection = this.#idle.pop();
    return connection;
  }

  /** As many as are missing once those have come that are on their way, and no more than there may be. */
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

  /** The connection is for whoever waits longest; that there is none, only for the one who asked. */
  async #connect(asking: Exchange): Promise<void> {
    const connection = new Connection(this);
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

  #keep(connection: Connection): void {
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

  async #renew(connection: Connection): Promise<void> {
    const isAllowed = await connection.renew();
    if (!this.#resting.delete(connection)) return;
    if (isAllowed) this.#keep(connection);
    else connection.destroy();
    this.#serve();
    this.#plan();
  }

  /** One timer for all: setting one for each connection, each time, would cost more than reading its answer. */
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
      // Timers may come a little early.
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
