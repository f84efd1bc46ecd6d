import type { Socket } from 'node:net';

const LINGER_MS = 1_000;

/**
 * Joins all writes of one event-loop turn: a burst of 50 submits is one system call and one or two TCP segments instead of
 * 50 (measured on loopback: 70,000 submits per second instead of 25,000).
 */
export class Writer {
  readonly #socket: Socket;
  readonly #onRoom: () => void;
  #gathered: Buffer[] = [];
  #gatheredBytes = 0;
  #isScheduled = false;
  /** Receives every PDU that is sent. */
  tap: ((frame: Buffer) => void) | undefined;

  constructor(socket: Socket, onRoom: () => void) {
    this.#socket = socket;
    this.#onRoom = onRoom;
    socket.on('drain', onRoom);
  }

  /** Send no requests until `onRoom`. */
  get isFull(): boolean {
    return this.#socket.writableNeedDrain || this.#gatheredBytes >= this.#socket.writableHighWaterMark;
  }

  /** Bytes that are not yet sent. */
  get backlog(): number {
    return this.#gatheredBytes + this.#socket.writableLength;
  }

  write(bytes: Buffer): void {
    this.tap?.(bytes);
    this.#gathered.push(bytes);
    this.#gatheredBytes += bytes.length;
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    // After all promise callbacks of this turn, which may send the requests that its responses made room for.
    setImmediate(this.flush);
  }

  readonly flush = (): void => {
    this.#isScheduled = false;
    if (this.#gathered.length === 0) return;
    const wasFull = this.isFull;
    const all = this.#gathered.length === 1 ? this.#gathered[0]! : Buffer.concat(this.#gathered, this.#gatheredBytes);
    this.#gathered = [];
    this.#gatheredBytes = 0;
    // A socket that took everything immediately emits no drain event.
    if (this.#socket.writable && this.#socket.write(all) && wasFull) this.#onRoom();
  };

  /** Sends the last bytes and closes, within a time limit: a peer that does not read would keep the socket open. */
  end(): void {
    this.flush();
    if (this.#socket.destroyed) return;
    this.#socket.resume();
    this.#socket.destroySoon();
    const linger = setTimeout(() => this.#socket.destroy(), LINGER_MS);
    this.#socket.once('close', () => clearTimeout(linger));
  }
}
