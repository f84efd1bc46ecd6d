import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { RateLimit } from '../../bounds/rate-limit.ts';

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
