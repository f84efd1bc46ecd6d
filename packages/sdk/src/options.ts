export type Options = {
  /** API key of the account. Default: the environment variable HERMOD_API_KEY. */
  apiKey?: string | undefined;
  /** URL of the service. Default: the environment variable HERMOD_URL, or http://127.0.0.1:8080. */
  baseUrl?: string | undefined;
  /** Time limit of a call including its retries, in milliseconds. Default: 60,000. */
  timeoutMs?: number | undefined;
  /** Maximum number of retries of a call. Default: 3. */
  retries?: number | undefined;
  /** Replaces the global fetch; must support `signal`. */
  fetch?: typeof globalThis.fetch | undefined;
};

export type CallOptions = {
  /** Aborts the call, which rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** Overrides `timeoutMs` of the client. */
  timeoutMs?: number | undefined;
  /** Overrides `retries` of the client. */
  retries?: number | undefined;
};

export type Settings = {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly fetch: typeof globalThis.fetch;
};

/** The longest delay of a timer: 24 days. */
const longestMs = 2 ** 31 - 1;

export function readOptions(options: Options): Settings {
  return {
    apiKey: readKey(options.apiKey ?? environment('HERMOD_API_KEY')),
    baseUrl: readBaseUrl(options.baseUrl ?? environment('HERMOD_URL') ?? 'http://127.0.0.1:8080'),
    ...readLimits({ timeoutMs: options.timeoutMs ?? 60_000, retries: options.retries ?? 3 }),
    fetch: options.fetch ?? globalThis.fetch,
  };
}

export function readLimits<Limits extends { timeoutMs: number; retries: number }>(limits: Limits): Limits {
  const { timeoutMs, retries } = limits;
  if (!(timeoutMs > 0 && timeoutMs <= longestMs)) throw new TypeError(`timeoutMs must be 1 to ${longestMs}`);
  if (!(Number.isInteger(retries) && retries >= 0 && retries <= 20)) throw new TypeError('retries must be 0 to 20');
  return limits;
}

/** Errors do not contain the key: it may be a real one with a typing mistake. */
function readKey(key: string | undefined): string {
  if (!key) throw new TypeError('the API key is missing: give apiKey or set HERMOD_API_KEY');
  if (!/^[\x21-\x7e]+$/.test(key)) throw new TypeError('the API key holds characters that no key has');
  return key;
}

function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new TypeError('baseUrl must be such as https://sms.example.com');
  if (url.username || url.password || url.search || url.hash)
    throw new TypeError('baseUrl must not hold a user name, a password, a query or a fragment');
  return url.origin + url.pathname.replace(/(?<!\/)\/+$/, '');
}

/** Not every runtime has environment variables, and Deno may deny access to them. */
function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  try {
    return process?.env?.[name] || undefined;
  } catch {
    return undefined;
  }
}
