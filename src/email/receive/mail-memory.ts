const pieceBytes = 64 * 1_024;
/** What is kept for the next mails: 16 MB. */
const mostSpare = 256;

/**
 * Memory for mails, seen by all threads: a mail is handed to the thread that reads it without being copied here, and is
 * still there if that thread has to be ended. Pieces are used again, since new memory costs the main thread a page fault
 * every 4 kB, and a run of the garbage collector every few mails.
 */
export class MailMemory {
  readonly #spare: Uint8Array[] = [];

  gather(): Gathered {
    return new Gathered(this);
  }

  take(): Uint8Array {
    return this.#spare.pop() ?? new Uint8Array(new SharedArrayBuffer(pieceBytes));
  }

  giveBack(pieces: readonly Uint8Array[]): void {
    this.#spare.push(...pieces.slice(0, mostSpare - this.#spare.length));
  }
}

/** One mail while it is received, and until it is done with. */
export class Gathered {
  readonly #memory: MailMemory;
  readonly #pieces: Uint8Array[] = [];
  #size = 0;

  constructor(memory: MailMemory) {
    this.#memory = memory;
  }

  get size(): number {
    return this.#size;
  }

  get pieces(): Uint8Array[] {
    return this.#pieces.map((piece, index) => piece.subarray(0, this.#size - index * pieceBytes));
  }

  add(chunk: Uint8Array): void {
    for (let from = 0; from < chunk.length; ) {
      const at = this.#size % pieceBytes;
      if (at === 0) this.#pieces.push(this.#memory.take());
      const part = chunk.subarray(from, from + pieceBytes - at);
      this.#pieces.at(-1)!.set(part, at);
      this.#size += part.length;
      from += part.length;
    }
  }

  /** Only its beginning stays. */
  cut(most: number): void {
    this.#size = Math.min(this.#size, most);
    this.#memory.giveBack(this.#pieces.splice(Math.ceil(this.#size / pieceBytes)));
  }
}

/** The same bytes where other threads see them, too. */
export function shared(bytes: Uint8Array): Uint8Array {
  if (bytes.buffer instanceof SharedArrayBuffer) return bytes;
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}
