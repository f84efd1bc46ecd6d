import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { RateLimit } from '../bounds/rate-limit.ts';

/** Each costs its client a new connection, and with TLS this machine about a millisecond. */
const closesPerSecond = 200;

/**
 * Spreads kept-alive connections over a process that has joined: each one that was open then is closed once, after an answer, and its
 * client opens another, which the kernel gives to any process. All of them, not half: of those that come again, half come back here.
 */
export class Shedding {
  /** Connections opened since the last process joined; undefined: no process has joined. */
  #fresh: WeakSet<Socket> | undefined;
  readonly #rate = new RateLimit({ rate: closesPerSecond, clock: () => performance.now() });
  readonly #hasOthers: (socket: Socket) => boolean;

  /** `hasOthers`: the connection has further requests that are not answered, which closing it would lose. */
  constructor(server: Server, hasOthers: (socket: Socket) => boolean) {
    this.#hasOthers = hasOthers;
    for (const opened of ['connection', 'secureConnection'])
      server.on(opened, (socket: Socket) => this.#fresh?.add(socket));
  }

  start(): void {
    this.#fresh = new WeakSet();
  }

  /** Whether the answer that is about to be written is to be the last on its connection. */
  closes(socket: Socket): boolean {
    if (this.#fresh === undefined || this.#fresh.has(socket) || this.#hasOthers(socket)) return false;
    return this.#rate.take('').allowed;
  }
}
