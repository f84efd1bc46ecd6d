import type { Log } from '../telemetry/log.ts';
import { type Attempt, Exchange } from './exchange.ts';
import { describe } from './failure.ts';
import { type DialOptions, guardedDial, type Lookup, Refused } from './guard.ts';
import { Origins } from './origins.ts';
import { type Destination, Destinations, type Manner, requestOf, UnsendableHeader } from './request.ts';
import { createLookup } from './resolver.ts';

export type { Attempt } from './exchange.ts';

export type PosterOptions = {
  /** Ranges (CIDR) that may be reached besides the public internet. */
  readonly allow: readonly string[];
  readonly exceptions?: DialOptions['exceptions'];
  readonly isClosed?: DialOptions['isClosed'];
  readonly userAgent: string;
  /** For the whole exchange: name, connection, TLS, request and answer. */
  readonly timeoutMs?: number;
  /** Connections per account and origin; further POSTs wait. */
  readonly connections?: number;
  readonly log?: Log;
  readonly lookup?: Lookup;
};

export type PostRequest = {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** Where it is not a POST of JSON. */
  readonly manner?: Manner;
  /** On whose behalf: connections and look-ups of names are its own. */
  readonly account?: string;
};

export type Poster = {
  /** Never rejects: whatever happens becomes an attempt. */
  post(request: PostRequest): Promise<Attempt>;
  /** Takes no new POSTs, lets the running ones go on for `graceMs`, then ends those that are left, marked `stopped`. */
  close(graceMs?: number): Promise<void>;
};

export function createPoster(options: PosterOptions): Poster {
  const { allow, lookup = createLookup(), timeoutMs = 15_000, connections = 32, log, exceptions, isClosed } = options;
  const stopping = new AbortController();
  const dial = guardedDial(allow, { timeoutMs, stopping: stopping.signal, lookup, exceptions, isClosed });
  const origins = new Origins(connections, dial);
  const destinations = new Destinations(options.userAgent);
  let running = 0;
  let closing: PromiseWithResolvers<void> | undefined;

  const send = (to: Destination, request: string | Buffer, account: string): Promise<Attempt> =>
    new Promise((resolve) => {
      running += 1;
      const origin = origins.of(to, account);
      const settle = (attempt: Attempt, failure?: unknown) => {
        running -= 1;
        if (running === 0) closing?.resolve();
        if (failure) note(failure, to.host, log);
        const stopped = stopping.signal.aborted && attempt.status === undefined;
        resolve(stopped ? { ...attempt, stopped } : attempt);
      };
      origin.add(new Exchange({ request, host: to.host, timeoutMs, origin, settle }));
    });

  const post = ({ url, headers, body, manner, account = '' }: PostRequest): Promise<Attempt> => {
    const to = destinations.of(url, manner);
    if (typeof to === 'string') return Promise.resolve({ ...failed(to), final: true });
    if (closing) return Promise.resolve({ ...failed('Hermod was stopping'), stopped: true });
    const request = requestOf(to.head, headers, body);
    if (!(request instanceof UnsendableHeader)) return send(to, request, account);
    note(request, to.host, log);
    return Promise.resolve(failed(describe(request, to.host).text));
  };

  const close = async (graceMs = 0): Promise<void> => {
    closing ??= Promise.withResolvers();
    const timer = setTimeout(closing.resolve, running === 0 ? 0 : graceMs);
    await closing.promise;
    clearTimeout(timer);
    stopping.abort();
    await origins.destroy();
  };

  return { post, close };
}

function failed(error: string): Attempt {
  return { ok: false, error, durationMs: 0, answer: '' };
}

/** The customer reads the attempt; the operator may need to know where a refused name leads, and what is new to us. */
function note(failure: unknown, host: string, log: Log | undefined): void {
  if (failure instanceof Refused) log?.debug({ host, address: failure.address }, 'webhook target refused');
  else if (!describe(failure, host).known) log?.warn({ host, err: failure }, 'webhook failed in an unknown way');
}
