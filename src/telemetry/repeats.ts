const windowMs = 1_000;
const mostKinds = 1_000;
/** Fields that distinguish faults with the same message; request ids do not. */
const distinguishing = ['carrier', 'kind', 'loop', 'partition', 'reason', 'session', 'slot', 'via'] as const;

type Write = (...given: unknown[]) => void;
type Kind = { suppressed: number; last: unknown[]; readonly write: Write };

/** Writes the first fault of a kind, and after a second the last one with the number of suppressed ones. */
export class Repeats {
  readonly #kinds = new Map<string, Kind>();
  readonly #windowMs: number;

  constructor(milliseconds = windowMs) {
    this.#windowMs = milliseconds;
  }

  /** `given`: the arguments of a logger, fields and a text or only a text. */
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
  return [text, code, name, ...distinguishing.map((field) => fields[field] ?? '')].map(String).join('|');
}

/** The last one is written itself; the count is of those before it. */
function withCount([first, ...rest]: unknown[], suppressed: number): unknown[] {
  const count = suppressed > 1 ? { suppressed: suppressed - 1 } : {};
  if (typeof first !== 'object' || first === null) return [count, first, ...rest];
  return [{ ...first, ...count }, ...rest];
}
