import { createRequire } from 'node:module';
import { type Logger, type LoggerOptions, pino, stdSerializers } from 'pino';

export type Log = Logger;

const warning = 40;

/**
 * Pretty on a terminal, JSON otherwise. Headers and bodies are never passed in, so they cannot leak. Warnings and errors of
 * one kind are written at most once a second; the next one states how many were suppressed.
 */
export function createLog(level: string, fields: Record<string, unknown> = {}): Log {
  const repeats = new Repeats();
  const options: LoggerOptions = {
    level,
    base: fields,
    serializers: { err: withoutValues },
    hooks: {
      logMethod(given, write, weight) {
        const log = (...all: unknown[]) => write.apply(this, all as typeof given);
        if (weight < warning) log(...given);
        else repeats.write(given, log);
      },
    },
  };
  if (!process.stdout.isTTY) return pino(options);
  // Loaded only for a terminal.
  const { build } = createRequire(import.meta.url)('pino-pretty') as typeof import('pino-pretty');
  const people = build({ sync: true, singleLine: true, ignore: 'process', translateTime: 'SYS:HH:MM:ss.l' });
  return pino(options, people);
}

/** SQLSTATEs of an unreachable, busy or stopping database, and system errors of connections and files. */
const expected = /^(08|25|40|53|55|57)[0-9A-Z]{3}$|^E[A-Z_]+$/;
const unexpectedType = /^(Type|Range|Reference|Syntax)Error$/;

/**
 * PostgreSQL's errors quote row values in `detail`, `where` and `parameters`, which may be keys, numbers or texts. Expected
 * errors have no stack: it would only point to the driver.
 */
function withoutValues(error: Error): Record<string, unknown> {
  const { type, message, stack } = stdSerializers.err(error);
  const code = (error as { code?: unknown }).code;
  const isExpected =
    type === 'Problem' ||
    (!unexpectedType.test(type) &&
      (typeof code === 'string'
        ? expected.test(code)
        : /timeout|connection terminated|connection ended|connection error/i.test(message)));
  return isExpected ? { type, message, code } : { type, message, code, stack };
}

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
