import { Agent } from 'undici';
import type { Log } from '../log.ts';
import { type Attempt, Exchange } from './exchange.ts';
import { describe } from './failure.ts';
import { guardedConnector, type Lookup, Refused } from './guard.ts';

export type { Attempt } from './exchange.ts';

export type PosterOptions = {
  /** Ranges (CIDR) that may be reached besides the public internet. */
  readonly allow: readonly string[];
  readonly userAgent: string;
  /** For the whole exchange: name, connection, TLS, request and answer. */
  readonly timeoutMs?: number;
  /** Connections per origin; accounts whose endpoints share an origin share them, and further POSTs wait. */
  readonly connections?: number;
  readonly log?: Log;
  readonly lookup?: Lookup;
};

export type PostRequest = { readonly url: string; readonly headers: Record<string, string>; readonly body: string };

export type Poster = {
  /** Never rejects: whatever happens becomes an attempt. */
  post(request: PostRequest): Promise<Attempt>;
  /** Takes no new POSTs, lets the running ones go on for `graceMs`, then ends those that are left, marked `stopped`. */
  close(graceMs?: number): Promise<void>;
};

/** Below the 5 s after which many servers close, so that a POST seldom meets a connection that is just going away. */
const idleMs = 4_000;
const longestIdleMs = 60_000;
const mostHeaderBytes = 16 * 1024;

export function createPoster(options: PosterOptions): Poster {
  const { timeoutMs = 15_000, log } = options;
  // It may hold the operator's service name, in letters that no header can carry.
  const userAgent = options.userAgent.replaceAll(/[^\x20-\x7e]/g, '?');
  const stopping = new AbortController();
  const agent = agentOf(options, timeoutMs, stopping.signal);
  let running = 0;
  let closing: PromiseWithResolvers<void> | undefined;

  const post = ({ url, headers, body }: PostRequest): Promise<Attempt> =>
    new Promise((resolve) => {
      const target = targetOf(url);
      if (typeof target === 'string') return resolve(failed(target));
      if (closing) return resolve({ ...failed('Hermod was stopping'), stopped: true });
      running += 1;
      const exchange = new Exchange(target.hostname, timeoutMs, (attempt, failure) => {
        running -= 1;
        if (running === 0) closing?.resolve();
        if (failure) note(failure, target.hostname, log);
        const stopped = stopping.signal.aborted && attempt.status === undefined;
        resolve(stopped ? { ...attempt, stopped } : attempt);
      });
      agent.dispatch(
        {
          origin: target.origin,
          path: target.pathname + target.search,
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json', 'user-agent': userAgent },
          body,
        },
        exchange,
      );
    });

  const close = async (graceMs = 0): Promise<void> => {
    closing ??= Promise.withResolvers();
    const timer = setTimeout(closing.resolve, running === 0 ? 0 : graceMs);
    await closing.promise;
    clearTimeout(timer);
    stopping.abort();
    await agent.destroy();
  };

  return { post, close };
}

function agentOf(options: PosterOptions, timeoutMs: number, stopping: AbortSignal): Agent {
  const { allow, lookup, connections = 32 } = options;
  return new Agent({
    connect: guardedConnector(allow, { timeoutMs, stopping, ...(lookup ? { lookup } : {}) }),
    connections,
    // One request at a time on a connection, so that a slow one holds up nobody else.
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: longestIdleMs,
    maxHeaderSize: mostHeaderBytes,
    // The exchange has one limit for everything; undici's two would each start anew with every byte.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/** The URL, or what is wrong with it. Parsing it also turns every spelling of an IP address into the usual one. */
function targetOf(text: string): URL | string {
  const url = URL.parse(text);
  if (!url) return 'the URL is not valid';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'the URL is neither http nor https';
  // Leaving them out would call the endpoint without the password it expects, and it would look like its own mistake.
  if (url.username !== '' || url.password !== '')
    return 'the URL holds a user name or password, which is not supported';
  return url;
}

function failed(error: string): Attempt {
  return { ok: false, error, durationMs: 0, answer: '' };
}

/** The customer reads the attempt; the operator may need to know where a refused name leads, and what is new to us. */
function note(failure: unknown, host: string, log: Log | undefined): void {
  if (failure instanceof Refused) log?.debug({ host, address: failure.address }, 'webhook target refused');
  else if (!describe(failure, host).known) log?.warn({ host, err: failure }, 'webhook failed in an unknown way');
}
