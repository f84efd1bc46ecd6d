import type { Log } from '../telemetry/log.ts';
import { type Attempt, Exchange } from './exchange.ts';
import { type DialOptions, guardedDial, type Lookup } from './guard.ts';
import { Origins } from './origins.ts';
import { type Destination, Destinations, type Manner, requestOf, UnsendableHeader } from './request.ts';
import { createLookup } from './resolver.ts';
import type { Reading } from './response.ts';

export type ClientOptions = {
  /** Ranges (CIDR) that may be reached besides the public internet. */
  readonly allow: readonly string[];
  readonly exceptions?: DialOptions['exceptions'];
  readonly isClosed?: DialOptions['isClosed'];
  readonly userAgent: string;
  /** For the whole exchange: name, connection, TLS, request and answer. */
  readonly timeoutMs?: number;
  /** Connections per account and origin; further requests wait. */
  readonly connections?: number;
  readonly log?: Log;
  readonly lookup?: Lookup | undefined;
};

export type ClientRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Where it is not a POST of JSON. */
  readonly manner?: Manner;
  /** The account that connections and look-ups of names are counted for. */
  readonly account?: string;
};

/** What the user of a client makes of its exchanges. */
export type Results<T> = {
  readonly reading?: Reading;
  /** Never send a request a second time, even if its connection was closed before an answer. */
  readonly once?: boolean;
  readonly longestUrl?: number;
  /** Nothing was sent because the client is closing. */
  stopping(): T;
  /** Nothing can be sent, now or later. */
  unsendable(fault: string | UnsendableHeader, host: string): T;
  settled(attempt: Attempt, failure: unknown, exchange: Exchange, host: string, isStopping: boolean): T;
};

export type Client<T> = {
  /** Never rejects. */
  readonly send: (request: ClientRequest) => Promise<T>;
  /** Takes no new requests, lets running ones finish within `graceMs`, then aborts the rest. */
  readonly close: (graceMs?: number) => Promise<void>;
};

/** Connections that are shared by requests to the same origin, opened through the guard. */
export function createClient<T>(options: ClientOptions, results: Results<T>): Client<T> {
  const { allow, lookup = createLookup(), timeoutMs = 15_000, connections = 32, exceptions, isClosed } = options;
  const { reading, once } = results;
  const stopping = new AbortController();
  const dial = guardedDial(allow, { timeoutMs, stopping: stopping.signal, lookup, exceptions, isClosed });
  const origins = new Origins(connections, dial);
  const destinations = new Destinations(options.userAgent, results.longestUrl);
  let running = 0;
  let closing: PromiseWithResolvers<void> | undefined;

  const exchange = (to: Destination, request: string | Buffer, account: string): Promise<T> =>
    new Promise((resolve) => {
      running += 1;
      const origin = origins.of(to, account);
      const settle = (attempt: Attempt, failure?: unknown) => {
        running -= 1;
        if (running === 0) closing?.resolve();
        resolve(results.settled(attempt, failure, begun, to.host, stopping.signal.aborted));
      };
      const begun = new Exchange({ request, host: to.host, timeoutMs, origin, settle, reading, once });
      origin.add(begun);
    });

  const send = ({ url, headers, body, manner, account = '' }: ClientRequest): Promise<T> => {
    const to = destinations.of(url, manner);
    if (typeof to === 'string') return Promise.resolve(results.unsendable(to, ''));
    if (closing) return Promise.resolve(results.stopping());
    const request = requestOf(to.head, headers, body);
    if (request instanceof UnsendableHeader) return Promise.resolve(results.unsendable(request, to.host));
    return exchange(to, request, account);
  };

  const close = async (graceMs = 0): Promise<void> => {
    closing ??= Promise.withResolvers();
    const timer = setTimeout(closing.resolve, running === 0 ? 0 : graceMs);
    await closing.promise;
    clearTimeout(timer);
    stopping.abort();
    await origins.destroy();
  };

  return { send, close };
}
