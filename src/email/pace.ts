/** As much as one read of a socket. */
const bytesPerTick = 64 * 1_024;
const tickMs = 8;
/** Where they cost more than usual, they wait for so many times what they cost. */
const pause = 4;

type Piece = { readonly bytes: number; go(): void };

/**
 * How fast mails are received, over all connections of this process: 8 MB/s, connections in turn. libuv reads up to 2 MB of
 * a connection before it looks at the next, and a megabyte costs the event loop up to 20 ms: the streams, the dots, and the
 * garbage collector, which runs for every 30 MB. So whoever sends mails as fast as the network allows waits, and nobody
 * waits for them. A request has a kilobyte; the largest mail takes four seconds.
 */
class Pace {
  #waiting: Piece[] = [];
  #left = bytesPerTick;
  #isTickDue = false;
  #spentMs = 0;

  /** A connection asks for its next piece when it is done with the one before. */
  enter(bytes: number, go: () => void): void {
    this.#waiting.push({ bytes, go });
    if (this.#waiting.length === 1) this.#next();
  }

  #next(): void {
    for (let piece = this.#waiting[0]; piece !== undefined && this.#left > 0; piece = this.#waiting[0]) {
      this.#left -= piece.bytes;
      // Still in the queue while it goes, so that one who enters meanwhile does not go at once.
      const began = performance.now();
      try {
        piece.go();
      } finally {
        this.#waiting.shift();
        this.#spentMs += performance.now() - began;
      }
    }
    // A timer alone can come twice in one turn of a slow event loop.
    if (this.#left === bytesPerTick || this.#isTickDue) return;
    this.#isTickDue = true;
    setTimeout(() => setImmediate(() => this.#tick()), Math.max(tickMs, pause * this.#spentMs));
    this.#spentMs = 0;
  }

  #tick(): void {
    this.#isTickDue = false;
    this.#left = bytesPerTick;
    this.#next();
  }
}

export const pace = new Pace();
