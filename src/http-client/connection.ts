import type { Socket } from 'node:net';
import type { Dialled } from './guard.ts';
import { BadAnswer } from './head.ts';
import type { ClientExchange } from './request.ts';

export type ConnectionOwner = {
  /** The answer is complete, and the connection can serve another request. */
  rest(connection: ClientConnection): void;
  /** A used connection was closed before the first byte of the answer: the server was probably closing it as idle. */
  repeat(exchange: ClientExchange): void;
  drop(connection: ClientConnection): void;
};

/** A socket with at most one exchange at a time. */
export class ClientConnection {
  /** Both are set by the owner; `proven` says that it stayed open after an answer. */
  idleUntil = 0;
  proven = false;
  /** How long the server waits for the next request, as its last answer said. */
  keepsSeconds: number | undefined;
  /** In time of `performance.now()`; no exchange begins after this. */
  servesUntil = Number.POSITIVE_INFINITY;
  readonly #owner: ConnectionOwner;
  #socket: Socket | undefined;
  #dialled: Dialled | undefined;
  #exchange: ClientExchange | undefined;
  /** The peer sent bytes before a request, perhaps even before the connection was ready. */
  #early = false;
  /** Bytes have arrived since the exchange began. */
  #hasReceived = false;

  constructor(owner: ConnectionOwner) {
    this.#owner = owner;
  }

  get closed(): boolean {
    return this.#socket!.destroyed;
  }

  open(dialled: Dialled): void {
    const { socket, servesMs } = dialled;
    this.#dialled = dialled;
    this.servesUntil = performance.now() + servesMs;
    if (this.#early || socket.destroyed) {
      socket.destroy();
      throw new BadAnswer(this.#early ? 'NOT_HTTP' : 'NO_ANSWER');
    }
    this.#socket = socket;
    socket.on('error', (error) => this.#lose(error));
    socket.on('end', () => this.#end());
    socket.on('close', () => {
      this.#lose(new BadAnswer('NO_ANSWER'));
      this.#owner.drop(this);
    });
    // An idle connection does not keep the process alive; an exchange does, through its timer.
    socket.unref();
  }

  /** Whether new exchanges may begin on it. A failed check means no. */
  async renew(): Promise<boolean> {
    const dialled = this.#dialled!;
    const askedAt = performance.now();
    const isAllowed = await dialled.renew().catch(() => false);
    this.servesUntil = askedAt + dialled.servesMs;
    return isAllowed && !this.closed;
  }

  begin(exchange: ClientExchange): void {
    this.#exchange = exchange;
    this.#hasReceived = false;
    exchange.connection = this;
    if (typeof exchange.request === 'string') this.#socket!.write(exchange.request, 'latin1');
    else this.#socket!.write(exchange.request);
  }

  /** Bytes without a request end the connection: they would be read as the next answer. */
  receive(bytes: Buffer): void {
    const exchange = this.#exchange;
    if (exchange === undefined) {
      this.#early = true;
      this.destroy();
      return;
    }
    this.#hasReceived = true;
    try {
      exchange.response.read(bytes);
    } catch (error) {
      this.destroy(error);
      return;
    }
    if (exchange.response.done) this.#finish(exchange);
  }

  destroy(reason?: unknown): void {
    this.#break(reason);
    this.#socket?.destroy();
  }

  #finish(exchange: ClientExchange): void {
    this.#exchange = undefined;
    const { reusable, keepsSeconds } = exchange.response;
    this.keepsSeconds = keepsSeconds;
    // An answer may come before all of its request is written; the rest would precede the next request.
    if (reusable && this.#socket!.writableLength === 0) this.#owner.rest(this);
    else this.#socket!.destroy();
    exchange.finish();
  }

  #end(): void {
    const exchange = this.#exchange;
    try {
      exchange?.response.end();
      this.#exchange = undefined;
      exchange?.finish();
      this.#socket!.destroy();
    } catch (error) {
      this.#lose(error);
      this.#socket!.destroy();
    }
  }

  #lose(reason: unknown): void {
    const exchange = this.#exchange;
    if (exchange === undefined || !this.proven || this.#hasReceived || exchange.repeated) {
      this.#break(reason);
      return;
    }
    this.#exchange = undefined;
    this.#owner.repeat(exchange);
  }

  #break(reason: unknown): void {
    const exchange = this.#exchange;
    this.#exchange = undefined;
    exchange?.fail(reason);
  }
}
