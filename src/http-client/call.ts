import { Cache } from '../domain/cache.ts';
import { hostOf } from '../domain/webhook/web-url.ts';
import { Exchange } from './exchange.ts';
import { guardedDial, type Lookup, Refused, type Target } from './guard.ts';
import { Origins } from './origins.ts';
import { requestOf, UnsendableHeader } from './request.ts';
import { createLookup } from './resolver.ts';

export type CallerOptions = {
  /** Ranges (CIDR) that may be reached besides the public internet. */
  readonly allow: readonly string[];
  readonly userAgent: string;
  /** For the whole call: name, connection, TLS, request and answer. */
  readonly timeoutMs: number;
  /** Connections to each origin; further calls wait. */
  readonly connections: number;
  readonly lookup?: Lookup;
};

export type CallRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type CallAnswer = {
  /** None if nobody answered. */
  readonly status: number | undefined;
  /** By their names in small letters. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** The body is all there. */
  readonly whole: boolean;
  /** Some of the request may have left this machine. If not, nobody can have acted on it. */
  readonly sent: boolean;
  /** What was asked for cannot be sent at all, now or ever: a URL too long, a header of no plain text. */
  readonly unsendable: boolean;
  /** Why there is no status. */
  readonly error: string | undefined;
};

export type Caller = {
  /** Never rejects, and never sends a request twice. */
  call(request: CallRequest): Promise<CallAnswer>;
  /** Takes no new calls, lets the running ones go on for so long, then ends those that are left. */
  close(graceMs: number): Promise<void>;
};

/** Answers are read as a whole: a call for hundreds of messages has as many results. */
const reading = { mostRead: 1024 * 1024, mostKept: 1024 * 1024, headers: true };
const longestUrl = 8_000;
const noHeaders: ReadonlyMap<string, string> = new Map();

/** Calls of servers that an operator has named, by the connections and through the guard that webhooks have as well. */
export function createCaller(options: CallerOptions): Caller {
  const { allow, timeoutMs, connections, lookup = createLookup(), userAgent } = options;
  const stopping = new AbortController();
  const dial = guardedDial(allow, { timeoutMs, stopping: stopping.signal, lookup });
  const origins = new Origins(connections, dial);
  const destinations = new Destinations(userAgent);
  let running = 0;
  let closing: PromiseWithResolvers<void> | undefined;

  const send = (to: Destination, request: string | Buffer): Promise<CallAnswer> =>
    new Promise((resolve) => {
      running += 1;
      const origin = origins.of(to, '');
      const settle = ({ error }: { readonly error?: string }, failure?: unknown) => {
        running -= 1;
        if (running === 0) closing?.resolve();
        resolve(answerOf(exchange, failure instanceof Refused ? forbidden(failure) : error));
      };
      const exchange = new Exchange({ request, host: to.host, timeoutMs, origin, settle, reading, once: true });
      origin.add(exchange);
    });

  const call = (request: CallRequest): Promise<CallAnswer> => {
    const to = destinations.of(request);
    if (typeof to === 'string') return Promise.resolve(notSent(to, true));
    if (closing) return Promise.resolve(notSent('Hermod was stopping'));
    const bytes = requestOf(to.head, request.headers, request.body);
    if (bytes instanceof UnsendableHeader) return Promise.resolve(notSent(bytes.message, true));
    return send(to, bytes);
  };

  const close = async (graceMs: number): Promise<void> => {
    closing ??= Promise.withResolvers();
    const timer = setTimeout(closing.resolve, running === 0 ? 0 : graceMs);
    await closing.promise;
    clearTimeout(timer);
    stopping.abort();
    await origins.destroy();
  };

  return { call, close };
}

type Destination = Omit<Target, 'account'> & {
  readonly origin: string;
  readonly host: string;
  readonly head: string;
};

const mostKept = 100;
const unprintable = /[^\t\x20-\x7e]/;

/** Where calls go, and the part of them that is the same for all. */
class Destinations {
  readonly #userAgent: string;
  readonly #kept = new Cache<string, Destination>(mostKept);

  constructor(userAgent: string) {
    this.#userAgent = userAgent;
  }

  /** Or why nothing can be sent there. */
  of({ method, url, headers }: CallRequest): Destination | string {
    const type = headers['content-type'];
    if (type !== undefined && unprintable.test(type)) return 'the header "content-type" cannot be sent';
    // URLs with a query are mostly made for one message.
    if (url.includes('?')) return destinationOf(method, url, type, this.#userAgent);
    const name = `${method} ${type} ${url}`;
    const known = this.#kept.get(name);
    if (known !== undefined) return known;
    const destination = destinationOf(method, url, type, this.#userAgent);
    if (typeof destination !== 'string') this.#kept.set(name, destination);
    return destination;
  }
}

function destinationOf(
  method: string,
  text: string,
  type: string | undefined,
  userAgent: string,
): Destination | string {
  const url = text.length > longestUrl ? null : URL.parse(text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    return 'the URL is not valid, or too long';
  const secure = url.protocol === 'https:';
  const head = [
    `${method} ${url.pathname}${url.search} HTTP/1.1`,
    `host: ${url.host}`,
    'connection: keep-alive',
    ...(type === undefined ? [] : [`content-type: ${type}`]),
    `user-agent: ${userAgent}`,
  ].join('\r\n');
  const port = Number(url.port || (secure ? 443 : 80));
  return { origin: url.origin, host: url.hostname, hostname: hostOf(url), port, secure, head };
}

function answerOf({ response, connection }: Exchange, error: string | undefined): CallAnswer {
  const { status, headers, kept = [], done } = response;
  const body = Buffer.concat(kept).toString();
  const sent = connection !== undefined;
  const failure = status === undefined ? error : undefined;
  return { status, headers, body, whole: done, sent, unsendable: false, error: failure };
}

const notSent = (error: string, unsendable = false): CallAnswer => ({
  status: undefined,
  headers: noHeaders,
  body: '',
  whole: false,
  sent: false,
  unsendable,
  error,
});

/** Read by operators, who may know where a name leads, and can allow it. */
const forbidden = ({ address }: Refused): string =>
  `it leads to the private address ${address}, which the parameter allow does not name`;
