/** One direction of a connection: late or slow bytes keep their order. */
import type { Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

/** Bytes sent one by one; the rest of a piece follows immediately, or a busy connection would never catch up. */
const mostDribbled = 512;

export class Direction {
  readonly #socket: Socket;
  /** The last of what waits; undefined while nothing does, which is the usual case and costs nothing. */
  #tail: Promise<void> | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  write(data: Buffer, delayMs: number): void {
    if (delayMs === 0 && this.#tail === undefined) {
      this.#socket.write(data);
      return;
    }
    const due = performance.now() + delayMs;
    this.#queue(async () => {
      const left = due - performance.now();
      if (left > 0) await sleep(left);
      this.#put(data);
    });
  }

  dribble(data: Buffer): void {
    this.#queue(async () => {
      const slow = Math.min(data.length, mostDribbled);
      for (let index = 0; index < slow; index++) {
        this.#put(data.subarray(index, index + 1));
        await turn();
      }
      if (slow < data.length) this.#put(data.subarray(slow));
    });
  }

  end(): void {
    if (this.#tail === undefined) this.#socket.destroySoon();
    else this.#queue(async () => this.#socket.destroySoon());
  }

  #put(data: Buffer): void {
    if (this.#socket.writable) this.#socket.write(data);
  }

  #queue(work: () => Promise<void>): void {
    const tail: Promise<void> = (this.#tail ?? Promise.resolve()).then(work).then(() => {
      if (this.#tail === tail) this.#tail = undefined;
    });
    this.#tail = tail;
  }
}
