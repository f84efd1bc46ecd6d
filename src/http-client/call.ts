import { version } from '../base/version.ts';
import { type ClientOptions, createClient } from './client.ts';
import type { Exchange } from './exchange.ts';
import { Refused } from './guard.ts';

export type CallerOptions = Omit<ClientOptions, 'userAgent'> & { readonly userAgent?: string };

export type CallRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type CallAnswer = {
  /** Undefined without an answer. */
  readonly status: number | undefined;
  /** By their names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** The body is complete. */
  readonly whole: boolean;
  /** Some of the request may have left this machine. If not, it cannot have had an effect. */
  readonly sent: boolean;
  /** The request can never be sent: its URL is too long, or a header is not plain text. */
  readonly unsendable: boolean;
  /** Why there is no status. */
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
  const { send, close } = createClient<CallAnswer>(
    { userAgent: `Hermod/${version}`, ...options },
    {
      reading,
      once: true,
      longestUrl,
      stopping: () => notSent('Hermod was stopping', false),
      unsendable: (fault) => notSent(typeof fault === 'string' ? fault : fault.message, true),
      settled: ({ error }, failure, exchange) =>
        answerOf(exchange, failure instanceof Refused ? forbidden(failure) : error),
    },
  );
  const call = ({ method, url, headers, body }: CallRequest): Promise<CallAnswer> =>
    send({ url, headers, body, manner: { method, type: headers['content-type'], isKept: true } });
  return { call, close };
}

function answerOf({ response, connection }: Exchange, error: string | undefined): CallAnswer {
  const { status, headers, kept = [], done } = response;
  const body = Buffer.concat(kept).toString();
  const sent = connection !== undefined;
  const failure = status === undefined ? error : undefined;
  return { status, headers, body, whole: done, sent, unsendable: false, error: failure };
}

const notSent = (error: string, unsendable: boolean): CallAnswer => ({
  status: undefined,
  headers: noHeaders,
  body: '',
  whole: false,
  sent: false,
  unsendable,
  error,
});

/** Read by operators, who may know the address behind a name, and can allow it. */
const forbidden = ({ address }: Refused): string =>
  `it leads to the private address ${address}, which the parameter allow does not name`;
