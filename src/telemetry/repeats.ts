const windowMs = 1_000;
const mostKinds = 1_000;
/** What tells one fault from another of the same words; ids of requests do not. */
const telling = ['carrier', 'kind', 'loop', 'partition', 'reason', 'session', 'slot', 'via'] as const;

type Write = (...given: unknown[]) => void;
type Kind = { suppressed: number; last: unknown[]; readonly write: Write };

/** Lets the first fault of a kind through, and after a second the last one with the number of those between. */
export class Repeats {
  readonly #kinds = new Map<string, Kind>();
  readonly #windowMs: number;

  constructor(milliseconds = windowMs) {
    this.#windowMs = milliseconds;
  }

  /** `given` is what a logger takes: fields and a text, or a text alone. */
  write(given: unknown[], write: Write): void {
    const name = nameOf(given);
    const known = this.#kinds.get(name);
    if (known !== undefined) {
      known.suppressed += 1;
      known.last = given;
      return;
    }
    write(...given);
    if (this.#kinds.size >= mostKinds) return;
    if (this.#kinds.size === 0) this.#flushLater();
    this.#kinds.set(name, { suppressed: 0, last: given, write });
  }

  #flushLater(): void {
    setTimeout(() => this.#flush(), this.#windowMs).unref();
  }

  #flush(): void {
    for (const [name, kind] of this.#kinds) {
      if (kind.suppressed === 0) this.#kinds.delete(name);
      else kind.write(...withCount(kind.last, kind.suppressed));
      kind.suppressed = 0;
    }
    if (this.#kinds.size > 0) this.#flushLater();
  }
}

function nameOf([first, text]: unknown[]): string {
  if (typeof first !== 'object' || first === null) return String(first);
  const fields = first as Record<string, unknown>;
  const { code = '', name = '' } = (fields['err'] ?? {}) as { code?: unknown; name?: unknown };
  return [text, code, name, ...telling.map((field) => fields[field] ?? '')].map(String).join('|');
}

/** The last of them stands for itself; the count is of those before it that nobody has read of. */
function withCount([first, ...rest]: unknown[], suppressed: number): unknown[] {
  const count = suppressed > 1 ? { suppressed: suppressed - 1 } : {};
  if (typeof first !== 'object' || first === null) return [count, first, ...rest];
  return [{ ...first, ...count }, ...rest];
}
