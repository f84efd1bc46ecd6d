const mostEntries = 100;
const mostBytes = 2 ** 20;

type Entry = { readonly at: number; readonly bytes: Buffer };

/** The last ticks of a scope that had anything to say, as they were written: a few minutes, or a megabyte. */
export class Ring {
  readonly #entries: Entry[] = [];
  #bytes = 0;
  /** Everything after this time is here. */
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

  /** What came after this time; undefined if some of that is gone. */
  after(at: number): Buffer[] | undefined {
    if (at < this.#since) return undefined;
    return this.#entries.filter((entry) => entry.at > at).map(({ bytes }) => bytes);
  }

  /** All there is, if nothing has gone since the beginning. */
  whole(beginning: number): Buffer[] | undefined {
    return this.#since === beginning ? this.#entries.map(({ bytes }) => bytes) : undefined;
  }
}
