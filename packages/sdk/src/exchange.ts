import { bytesOf } from './body.ts';
import { errorOf, HermodError, NetworkError, TimeoutError } from './errors.ts';

/** A page of 1,000 messages with texts has 2 MB. */
const mostBytes = 32 * 1024 * 1024;

export type Exchange = {
  readonly fetch: typeof globalThis.fetch;
  readonly url: string;
  readonly init: RequestInit;
  readonly limitMs: number;
  readonly signal: AbortSignal | undefined;
};

/** Sends one request and reads the whole response; an incomplete response is an error. */
export async function exchange({ fetch, url, init, limitMs, signal }: Exchange): Promise<unknown> {
  const { response, bytes } = await within(limitMs, signal, async (signal) => {
    // Redirects are not followed: the key must not be sent to another host.
    const response = await fetch(url, { ...init, redirect: 'manual', signal });
    return { response, bytes: response.body ? await bytesOf(response.body, mostBytes) : new Uint8Array() };
  });
  if (!bytes) throw unexpected(response, `the answer has more than ${mostBytes} bytes`);
  const text = new TextDecoder().decode(bytes);
  if (!response.ok) throw failure(response, text);
  return text === '' ? undefined : json(response, text);
}

async function within<T>(
  limitMs: number,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const limit = new AbortController();
  const abort = () => limit.abort();
  const timer = setTimeout(abort, limitMs);
  signal?.addEventListener('abort', abort);
  try {
    return await run(limit.signal);
  } catch (error) {
    signal?.throwIfAborted();
    throw limit.signal.aborted ? new TimeoutError(limitMs) : new NetworkError(error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

function failure(response: Response, text: string): HermodError {
  const isRedirect = response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400);
  if (isRedirect)
    return unexpected(response, `it leads on to ${response.headers.get('location')}: use that as baseUrl`);
  return errorOf(response.status, response.headers, text);
}

function json(response: Response, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unexpected(response, 'what answers is not Hermod: check baseUrl');
  }
}

function unexpected({ status, headers }: Response, message: string): HermodError {
  return new HermodError('Unexpected', message, { status, requestId: headers.get('x-request-id') ?? undefined });
}
