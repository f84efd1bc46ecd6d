const mostEntries = 100;
const mostBytes = 2 ** 20;

type StoredTick = { readonly at: number; readonly bytes: Buffer };

/** The last ticks with events, as written: at most 100, and at most 1 MiB. */
export class Ring {
  readonly #entries: StoredTick[] = [];
  #bytes = 0;
  /** All ticks after this time are stored. */
  #since: number;

  constructor(since: number) {
    this.#since = since;
  }

  push(at: number, bytes: Buffer): void {
    this.#entries.push({ at, bytes });
    this.#bytes += bytes.length;
    while (this.#entries.length > mostEntries || this.#bytes > mostBytes) {
      const gone = this.#entries.shift()!;
      this.#bytes -= gone.bytes.length;
      this.#since = gone.at;
    }
  }

  /** The ticks after a time; undefined if some of them are gone. */
  after(at: number): Buffer[] | undefined {
    if (at < this.#since) return undefined;
    return this.#entries.filter((entry) => entry.at > at).map(({ bytes }) => bytes);
  }

  /** All ticks; undefined if some since the beginning are gone. */
  whole(beginning: number): Buffer[] | undefined {
    return this.#since === beginning ? this.#entries.map(({ bytes }) => bytes) : undefined;
  }
}
