/** As much as one read of a socket. The dearest mail takes 0.6 ms of the processor for it. */
const bytesPerTick = 64 * 1_024;
const tickMs = 1;

type Piece = { readonly bytes: number; go(): void };

/**
 * How fast mails are received, over all connections of this process: one piece a millisecond, connections in turn. libuv
 * reads up to 2 MB of a connection before it looks at the next, which would be 20 ms of dots for each of them; so whoever
 * sends mails as fast as the network allows waits, and nobody waits for them. 30 to 60 MB/s are more than mail needs.
 */
export class Pace {
  #waiting: Piece[] = [];
  #left = bytesPerTick;
  #isTickDue = false;

  /** A connection asks for its next piece when it is done with the one before. */
  enter(bytes: number, go: () => void): void {
    this.#waiting.push({ bytes, go });
    if (this.#waiting.length === 1) this.#next();
  }

  #next(): void {
    for (let piece = this.#waiting[0]; piece !== undefined && this.#left > 0; piece = this.#waiting[0]) {
      this.#left -= piece.bytes;
      // Still in the queue while it goes, so that one who enters meanwhile does not go at once.
      try {
        piece.go();
      } finally {
        this.#waiting.shift();
      }
    }
    // A timer alone can come twice in one turn of a slow event loop.
    if (this.#left === bytesPerTick || this.#isTickDue) return;
    this.#isTickDue = true;
    setTimeout(() => setImmediate(() => this.#tick()), tickMs);
  }

  #tick(): void {
    this.#isTickDue = false;
    this.#left = bytesPerTick;
    this.#next();
  }
}
