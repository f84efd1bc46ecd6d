import { HermodError, TimeoutError } from './errors.ts';
import { exchange } from './exchange.ts';
import { version } from './generated/version.ts';
import { type CallOptions, readLimits, type Settings } from './options.ts';
import { isWorthRepeating, type Repeating, shareMs, waitMs } from './retry.ts';

export type QueryValue = string | number | boolean | Date | undefined;

export type Call = Repeating & {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: unknown;
};

/** Sends calls, and retries them where it is useful and safe. */
export class Transport {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  async call<Answer>(call: Call, { signal, ...own }: CallOptions = {}): Promise<Answer> {
    const { timeoutMs, retries } = readLimits({
      timeoutMs: own.timeoutMs ?? this.#settings.timeoutMs,
      retries: own.retries ?? this.#settings.retries,
    });
    const end = performance.now() + timeoutMs;
    for (let tries = 1; ; tries += 1) {
      try {
        const left = end - performance.now();
        if (left <= 0) throw new TimeoutError(timeoutMs);
        return (await this.#exchange(call, shareMs(left, retries + 2 - tries, call), signal)) as Answer;
      } catch (error) {
        if (!(error instanceof HermodError)) throw error;
        error.idempotencyKey = call.idempotencyKey;
        const wait = waitMs(tries, error.retryAfter);
        if (tries > retries || !isWorthRepeating(error, call) || performance.now() + wait >= end) throw error;
        await sleep(wait, signal);
      }
    }
  }

  #exchange({ method, path, query, body, idempotencyKey }: Call, limitMs: number, signal: AbortSignal | undefined) {
    const { apiKey, baseUrl, fetch } = this.#settings;
    const headers: Record<string, string> = { apikey: apiKey, 'user-agent': `hermod-sdk-js/${version}` };
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
    const init: RequestInit = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    return exchange({ fetch, url: baseUrl + path + search(query), init, limitMs, signal });
  }
}

function search(query: Call['query'] = {}): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) given.set(name, value instanceof Date ? value.toISOString() : String(value));
  return given.size === 0 ? '' : `?${given}`;
}

/** A path with ids. Anything but an id is refused, because it could change the path. */
export function at(parts: TemplateStringsArray, ...ids: string[]): string {
  for (const id of ids) if (!/^[\w-]+$/.test(id)) throw new TypeError(`${JSON.stringify(id)} is not an id`);
  return String.raw(parts, ...ids);
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', finish);
      if (signal?.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(finish, ms);
    signal?.addEventListener('abort', finish);
    if (signal?.aborted) finish();
  });
}
