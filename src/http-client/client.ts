import { version } from '../base/version.ts';
import type { Log } from '../telemetry/log.ts';
import { type Dial, type DialOptions, guardedDial, type Lookup, TargetRefused } from './guard.ts';
import { Origin } from './origin.ts';
import {
  ClientExchange,
  describeFailure,
  type ExchangeOutcome,
  type Manner,
  type RequestTarget,
  RequestTargets,
  requestOf,
  UnsendableHeader,
} from './request.ts';
import { createLookup } from './resolver.ts';
import type { ResponseLimits } from './response.ts';

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
  /** A POST of JSON by default. */
  readonly manner?: Manner;
  /** The account that connections and look-ups of names are counted for. */
  readonly account?: string;
};

/** How the exchanges of a client become results. */
type Results<T> = {
  readonly reading?: ResponseLimits;
  /** Never send a request a second time, even if its connection was closed before an answer. */
  readonly once?: boolean;
  readonly longestUrl?: number;
  /** Nothing was sent because the client is closing. */
  stopping(): T;
  /** Nothing can be sent, now or later. */
  unsendable(fault: string | UnsendableHeader, host: string): T;
  settled(attempt: ExchangeOutcome, failure: unknown, exchange: ClientExchange, host: string, isStopping: boolean): T;
};

export type HttpClient<T> = {
  /** Never rejects. */
  readonly send: (request: ClientRequest) => Promise<T>;
  /** Takes no new requests, lets running ones finish within `graceMs`, then aborts the rest. */
  readonly close: (graceMs?: number) => Promise<void>;
};

/** Connections that are shared by requests to the same origin, opened through the guard. */
export function createHttpClient<T>(options: ClientOptions, results: Results<T>): HttpClient<T> {
  const { allow, lookup = createLookup(), timeoutMs = 15_000, connections = 32, exceptions, isClosed } = options;
  const { reading, once } = results;
  const stopping = new AbortController();
  const dial = guardedDial(allow, { timeoutMs, stopping: stopping.signal, lookup, exceptions, isClosed });
  const origins = new Origins(connections, dial);
  const destinations = new RequestTargets(options.userAgent, results.longestUrl);
  let running = 0;
  let closing: PromiseWithResolvers<void> | undefined;

  const exchange = (to: RequestTarget, request: string | Buffer, account: string): Promise<T> =>
    new Promise((resolve) => {
      running += 1;
      const origin = origins.of(to, account);
      const settle = (attempt: ExchangeOutcome, failure?: unknown) => {
        running -= 1;
        if (running === 0) closing?.resolve();
        resolve(results.settled(attempt, failure, begun, to.host, stopping.signal.aborted));
      };
      const begun = new ClientExchange({ request, host: to.host, timeoutMs, origin, settle, reading, once });
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

/** The origins in use. An origin without connections and without waiting exchanges is removed. */
export class Origins {
  /** By account, then by origin, so that an account never waits for connections that another account's endpoints keep busy. */
  readonly #known = new Map<string, Map<string, Origin>>();
  readonly #connections: number;
  readonly #dial: Dial;
  #emptied: PromiseWithResolvers<void> | undefined;

  constructor(connections: number, dial: Dial) {
    this.#connections = connections;
    this.#dial = dial;
  }

  get size(): number {
    return [...this.#known.values()].reduce((sum, ofAccount) => sum + ofAccount.size, 0);
  }

  of(destination: RequestTarget, account: string): Origin {
    const known = this.#known.get(account)?.get(destination.origin);
    if (known !== undefined) return known;
    const origin = new Origin({ ...destination, account }, this.#connections, this.#dial, () =>
      this.#forget(account, destination.origin, origin),
    );
    const ofAccount = this.#known.get(account) ?? new Map<string, Origin>();
    this.#known.set(account, ofAccount.set(destination.origin, origin));
    return origin;
  }

  #forget(account: string, name: string, origin: Origin): void {
    const ofAccount = this.#known.get(account);
    if (ofAccount?.get(name) === origin) ofAccount.delete(name);
    if (ofAccount?.size === 0) this.#known.delete(account);
    if (this.#known.size === 0) this.#emptied?.resolve();
  }

  async destroy(): Promise<void> {
    if (this.#known.size === 0) return;
    const reason = Object.assign(new Error('the service stops'), { code: 'STOPPING' });
    this.#emptied ??= Promise.withResolvers();
    for (const ofAccount of this.#known.values()) for (const origin of ofAccount.values()) origin.destroy(reason);
    await this.#emptied.promise;
  }
}

export type { ExchangeOutcome } from './request.ts';

/** Calls webhooks. Every outcome is an attempt; attempts that are aborted when the poster closes are marked `stopped`. */
export type Poster = {
  post(request: ClientRequest): Promise<ExchangeOutcome>;
  close(graceMs?: number): Promise<void>;
};

export function createPoster(options: ClientOptions): Poster {
  const { log } = options;
  const { send, close } = createHttpClient<ExchangeOutcome>(options, {
    stopping: () => ({ ...failed('Hermod was stopping'), stopped: true }),
    unsendable(fault, host) {
      if (typeof fault === 'string') return { ...failed(fault), final: true };
      note(fault, host, log);
      return failed(describeFailure(fault, host).text);
    },
    settled(attempt, failure, _exchange, host, isStopping) {
      if (failure) note(failure, host, log);
      return isStopping && attempt.status === undefined ? { ...attempt, stopped: true } : attempt;
    },
  });
  return { post: send, close };
}

function failed(error: string): ExchangeOutcome {
  return { ok: false, error, durationMs: 0, answer: '' };
}

/** The customer reads the attempt. The operator may need the address behind a refused name, and errors without a text of their own. */
function note(failure: unknown, host: string, log: Log | undefined): void {
  if (failure instanceof TargetRefused) log?.debug({ host, address: failure.address }, 'webhook target refused');
  else if (!describeFailure(failure, host).known) log?.warn({ host, err: failure }, 'webhook failed in an unknown way');
}

type CallerOptions = Omit<ClientOptions, 'userAgent'> & { readonly userAgent?: string };

export type CallRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type CallAnswer = {
  /** Undefined without an answer. */
  readonly status: number | undefined;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** Some of the request may have left this machine. If not, it cannot have had an effect. */
  readonly sent: boolean;
  /** The request can never be sent: its URL is too long, or a header is not plain text. */
  readonly unsendable: boolean;
  readonly error: string | undefined;
};

export type Caller = {
  /** Never rejects, and never sends a request twice. */
  call(request: CallRequest): Promise<CallAnswer>;
  /** Takes no new calls, lets running ones finish within `graceMs`, then aborts the rest. */
  close(graceMs: number): Promise<void>;
};

/** Answers are read completely: a call for hundreds of messages has as many results. */
const reading = { mostRead: 1024 * 1024, mostKept: 1024 * 1024, headers: true };
/** Generic carriers may put the text of a message into the URL. */
const longestUrl = 8_000;
const noHeaders: ReadonlyMap<string, string> = new Map();

/** Calls of servers that an operator has named. */
export function createCaller(options: CallerOptions): Caller {
  const { send, close } = createHttpClient<CallAnswer>(
    { userAgent: `Hermod/${version}`, ...options },
    {
      reading,
      once: true,
      longestUrl,
      stopping: () => notSent('Hermod was stopping', false),
      unsendable: (fault) => notSent(typeof fault === 'string' ? fault : fault.message, true),
      settled: ({ error }, failure, exchange) =>
        answerOf(exchange, failure instanceof TargetRefused ? forbidden(failure) : error),
    },
  );
  const call = ({ method, url, headers, body }: CallRequest): Promise<CallAnswer> =>
    send({ url, headers, body, manner: { method, type: headers['content-type'], isKept: true } });
  return { call, close };
}

function answerOf({ response, connection }: ClientExchange, error: string | undefined): CallAnswer {
  const { status, headers, kept = [] } = response;
  const body = Buffer.concat(kept).toString();
  const sent = connection !== undefined;
  const failure = status === undefined ? error : undefined;
  return { status, headers, body, sent, unsendable: false, error: failure };
}

const notSent = (error: string, unsendable: boolean): CallAnswer => ({
  status: undefined,
  headers: noHeaders,
  body: '',
  sent: false,
  unsendable,
  error,
});

/** Read by operators, who may know the address behind a name, and can allow it. */
const forbidden = ({ address }: TargetRefused): string =>
  `the URL leads to the private address ${address}, which its parameter allow does not list`;
