import type { Socket } from 'node:net';
import type { Exchange } from './exchange.ts';
import type { Dialled } from './guard.ts';
import { BadAnswer } from './head.ts';

/** Who owns the connection. */
export type Owner = {
  /** The answer is complete, and the connection good for another request. */
  rest(connection: Connection): void;
  /** Closed before a byte of its answer, on a connection that had served before: likely the server had just given that up. */
  repeat(exchange: Exchange): void;
  /** It is closed for good. */
  drop(connection: Connection): void;
};

/** A socket with at most one exchange at a time. */
export class Connection {
  /** Both kept by its owner; the latter says that it stayed open after an answer. */
  idleUntil = 0;
  proven = false;
  /** What the server said in its last answer about how long it waits for the next request. */
  keepsSeconds: number | undefined;
  /** By `performance.now()`; it begins no exchange after this. */
  servesUntil = Number.POSITIVE_INFINITY;
  readonly #owner: Owner;
  #socket: Socket | undefined;
  #dialled: Dialled | undefined;
  #exchange: Exchange | undefined;
  /** The peer spoke before it was asked, perhaps even before the connection was ready. */
  #early = false;
  /** Something has come since the exchange began. */
  #heard = false;

  constructor(owner: Owner) {
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
    // An idle connection keeps no process alive; an exchange does so with its time limit.
    socket.unref();
  }

  /** Whether it may begin exchanges for another while. An answer that cannot be had is a no. */
  async renew(): Promise<boolean> {
    const dialled = this.#dialled!;
    const askedAt = performance.now();
    const isAllowed = await dialled.renew().catch(() => false);
    this.servesUntil = askedAt + dialled.servesMs;
    return isAllowed && !this.closed;
  }

  begin(exchange: Exchange): void {
    this.#exchange = exchange;
    this.#heard = false;
    exchange.connection = this;
    if (typeof exchange.request === 'string') this.#socket!.write(exchange.request, 'latin1');
    else this.#socket!.write(exchange.request);
  }

  /** What comes without having been asked for ends the connection: it would be taken for the next answer. */
  receive(bytes: Buffer): void {
    const exchange = this.#exchange;
    if (exchange === undefined) {
      this.#early = true;
      this.destroy();
      return;
    }
    this.#heard = true;
    try {
      exchange.response.read(bytes);
    } catch (error) {
      this.destroy(error);
      return;
    }
    if (exchange.response.done) this.#finish(exchange);
  }

  /** Ends the exchange as well, if there is one. */
  destroy(reason?: unknown): void {
    this.#break(reason);
    this.#socket?.destroy();
  }

  #finish(exchange: Exchange): void {
    this.#exchange = undefined;
    const { reusable, keepsSeconds } = exchange.response;
    this.keepsSeconds = keepsSeconds;
    // An answer that overtakes its request leaves a rest of it behind.
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

  /** By the other side, or on the way to it. */
  #lose(reason: unknown): void {
    const exchange = this.#exchange;
    if (exchange === undefined || !this.proven || this.#heard || exchange.repeated) {
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
