export type MailOrigin = {
  readonly via: 'SMTP' | 'IMAP';
  /** Address of the SMTP client, or of the mailbox server. */
  readonly peer: string | undefined;
  readonly helo: string | undefined;
  /** Empty for `<>`; undefined if a mailbox does not record it. */
  readonly envelopeFrom: string | undefined;
};

export type IncomingMail = MailOrigin & {
  /** In pieces, which are joined by the thread that reads them. */
  readonly raw: readonly Uint8Array[];
  /** The size of the whole mail, if `raw` is only its beginning. */
  readonly size?: number | undefined;
};

export function lengthOf(raw: IncomingMail['raw']): number {
  return raw.reduce((sum, { length }) => sum + length, 0);
}

/** The result of an e-mail. It is returned after the commit, so the caller may discard the e-mail unless it is `later`. */
export type IntakeResult =
  | { readonly outcome: 'processed' }
  | { readonly outcome: 'rejected'; readonly reason: string }
  | { readonly outcome: 'later'; readonly reason: string };

export type TakeMail = (mail: IncomingMail) => Promise<IntakeResult>;

const pieceBytes = 64 * 1_024;
/** Pieces kept for the next mails: 16 MB. */
const mostSpare = 256;

/**
 * Memory that all threads share, so that mails are not copied and outlive a terminated thread. Pieces are reused: new memory costs a page
 * fault every 4 kB and a garbage collection every few mails.
 */
export class MailMemory {
  readonly #spare: Uint8Array[] = [];

  take(): Uint8Array {
    return this.#spare.pop() ?? new Uint8Array(new SharedArrayBuffer(pieceBytes));
  }

  giveBack(pieces: readonly Uint8Array[]): void {
    this.#spare.push(...pieces.slice(0, mostSpare - this.#spare.length));
  }
}

export class MailBuffer {
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

  cut(most: number): void {
    this.#size = Math.min(this.#size, most);
    this.#memory.giveBack(this.#pieces.splice(Math.ceil(this.#size / pieceBytes)));
  }
}

/** The same bytes in memory that other threads can read; copied only if necessary. */
export function shared(bytes: Uint8Array): Uint8Array {
  if (bytes.buffer instanceof SharedArrayBuffer) return bytes;
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}
