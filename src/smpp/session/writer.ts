import type { Socket } from 'node:net';

/**
 * Gathers what is written in one turn of the event loop into one write: a burst of 50 submits is then one system call and
 * one TCP segment or two, instead of 50 (measured on loopback: 70,000 submits a second instead of 25,000).
 */
export class Writer {
  readonly #socket: Socket;
  readonly #onRoom: () => void;
  #gathered: Buffer[] = [];
  #gatheredBytes = 0;
  #isScheduled = false;
  /** Sees every PDU that leaves. */
  tap: ((frame: Buffer) => void) | undefined;

  constructor(socket: Socket, onRoom: () => void) {
    this.#socket = socket;
    this.#onRoom = onRoom;
    socket.on('drain', onRoom);
  }

  /** Enough for now: send no requests until `onRoom`. */
  get isFull(): boolean {
    return this.#socket.writableNeedDrain || this.#gatheredBytes >= this.#socket.writableHighWaterMark;
  }

  /** Bytes that the peer has not taken yet. */
  get backlog(): number {
    return this.#gatheredBytes + this.#socket.writableLength;
  }

  write(bytes: Buffer): void {
    this.tap?.(bytes);
    this.#gathered.push(bytes);
    this.#gatheredBytes += bytes.length;
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    // Behind all promise callbacks of this turn, so that the requests which its answers have set free go along.
    setImmediate(this.flush);
  }

  readonly flush = (): void => {
    this.#isScheduled = false;
    if (this.#gathered.length === 0) return;
    const wasFull = this.isFull;
    const all = this.#gathered.length === 1 ? this.#gathered[0]! : Buffer.concat(this.#gathered, this.#gatheredBytes);
    this.#gathered = [];
    this.#gatheredBytes = 0;
    // A socket that has passed on everything at once has nothing to drain, and so says nothing.
    if (this.#socket.writable && this.#socket.write(all) && wasFull) this.#onRoom();
  };
}
