export type Options = {
  /** API key of the account. Left out: HERMOD_API_KEY of the environment. */
  apiKey?: string | undefined;
  /** Where the service is. Left out: HERMOD_URL of the environment, else http://127.0.0.1:8080. */
  baseUrl?: string | undefined;
  /** How long a call may take in all, its retries included: 60,000 ms. */
  timeoutMs?: number | undefined;
  /** How often a call is repeated at most: 3 times. */
  retries?: number | undefined;
  /** Sends the requests in place of the global fetch; it has to heed `signal`. */
  fetch?: typeof globalThis.fetch | undefined;
};

export type CallOptions = {
  /** Ends the call; it rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** In place of that of the client. */
  timeoutMs?: number | undefined;
  /** In place of those of the client. */
  retries?: number | undefined;
};

export type Settings = {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly fetch: typeof globalThis.fetch;
};

/** What a timer can hold: 24 days. */
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

/** The key is not shown: it may be a real one with a typing mistake. */
function readKey(key: string | undefined): string {
  if (!key) throw new TypeError('there is no API key: give apiKey or set HERMOD_API_KEY');
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

/** Not every runtime has an environment, and Deno may not let us read it. */
function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  try {
    return process?.env?.[name] || undefined;
  } catch {
    return undefined;
  }
}
