import { isAscii } from 'node:buffer';
import { Cache } from '../domain/cache.ts';
import { hostOf, longestUrl as longestWebUrl } from '../domain/webhook/web-url.ts';
import { type ConnectTarget, TargetRefused } from './guard.ts';
import { type ResponseLimits, ResponseReader } from './response.ts';

/** The target of a URL, and the part of a request that is the same for all requests to it. */
export type RequestTarget = Omit<ConnectTarget, 'account'> & {
  readonly origin: string;
  readonly host: string;
  readonly head: string;
};

export type Manner = {
  readonly method: string;
  readonly type: string | undefined;
  /** Many messages use the same URL, so its destination is cached. */
  readonly isKept?: boolean;
};
const usual: Manner = { method: 'POST', type: 'application/json' };

/** Not sent, because the value of a header could be read as something else than a header. */
export class UnsendableHeader extends Error {
  readonly code = 'HEADER';

  constructor(name: string) {
    super(`the header ${JSON.stringify(name)} cannot be sent`);
    this.name = 'UnsendableHeader';
  }
}

const mostDestinations = 1_000;
const unprintable = /[^\t\x20-\x7e]/;

/** Parses URLs, and keeps the latest results, since most requests go to the same few URLs. */
export class RequestTargets {
  readonly #kept = new Cache<string, RequestTarget>(mostDestinations);
  readonly #userAgent: string;
  readonly #longestUrl: number;

  constructor(userAgent: string, longestUrl = longestWebUrl) {
    // It may hold the operator's service name, with characters that a header cannot carry.
    this.#userAgent = userAgent.replaceAll(/[^\x20-\x7e]/g, '?');
    this.#longestUrl = longestUrl;
  }

  /** The destination, or what is wrong with the URL. */
  of(url: string, manner?: Manner): RequestTarget | string {
    // A URL with a query is mostly made for one message.
    if (manner !== undefined && (!manner.isKept || url.includes('?'))) return this.#parse(url, manner);
    const key = manner === undefined ? url : `${manner.method} ${manner.type} ${url}`;
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const destination = this.#parse(url, manner);
    if (typeof destination === 'string') return destination;
    this.#kept.set(key, destination);
    return destination;
  }

  /** Parsing also normalises every spelling of an IP address, and encodes what a request line cannot hold. */
  #parse(text: string, { method, type }: Manner = usual): RequestTarget | string {
    if (type !== undefined && unprintable.test(type)) return new UnsendableHeader('content-type').message;
    if (text.length > this.#longestUrl) return `the URL has more than ${this.#longestUrl} characters`;
    const url = URL.parse(text);
    if (!url) return 'the URL is not valid';
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'the URL is neither http nor https';
    // Leaving them out would call the endpoint without the password it expects, and look like a fault of the endpoint.
    if (url.username !== '' || url.password !== '')
      return 'the URL holds a user name or password, which is not supported';
    const secure = url.protocol === 'https:';
    const head = [
      `${method} ${url.pathname}${url.search} HTTP/1.1`,
      `host: ${url.host}`,
      'connection: keep-alive',
      ...(type === undefined ? [] : [`content-type: ${type}`]),
      `user-agent: ${this.#userAgent}`,
    ].join('\r\n');
    if (/[^\t\x20-\x7e\r\n]/.test(head)) return 'the URL is not valid';
    const port = Number(url.port || (secure ? 443 : 80));
    return { origin: url.origin, host: url.hostname, hostname: hostOf(url), port, secure, head };
  }
}

/** One piece for one write: a string if the body is ASCII, otherwise bytes. */
export function requestOf(
  head: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): string | Buffer | UnsendableHeader {
  let text = head;
  for (const name of Object.keys(headers)) {
    if (name === 'content-type' || name === 'user-agent') continue;
    const value = headers[name]!;
    if (!sendable(name, value)) return new UnsendableHeader(name);
    text += `\r\n${name}: ${value}`;
  }
  const size = Buffer.byteLength(body);
  text += `\r\ncontent-length: ${size}\r\n\r\n`;
  if (size === body.length) return text + body;
  const bytes = Buffer.allocUnsafe(text.length + size);
  bytes.write(text, 'latin1');
  bytes.write(body, text.length, 'utf8');
  return bytes;
}

/** Headers that define where a request ends, or which host it is for. */
const ours = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'upgrade', 'expect']);

/** Names that have been checked: there are few, and they come with every request. */
const goodNames = new Set<string>();
const mostNames = 100;

function sendable(name: string, value: string): boolean {
  return (goodNames.has(name) || isGoodName(name)) && !/[^\t\x20-\x7e\x80-\xff]/.test(value);
}

function isGoodName(name: string): boolean {
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name) || ours.has(name.toLowerCase())) return false;
  if (goodNames.size < mostNames) goodNames.add(name);
  return true;
}

/** The outcome of one request. There is an `error` exactly if it is not `ok`, and a `status` if the server sent one. */
export type ExchangeOutcome = {
  readonly ok: boolean;
  readonly status?: number;
  readonly error?: string;
  readonly durationMs: number;
  /** The beginning of the answer's body. */
  readonly answer: string;
  /** The URL cannot be called, so no retry can succeed. */
  readonly final?: boolean;
  /** Ended because the service stops, so it says nothing about the endpoint and is not recorded. */
  readonly stopped?: boolean;
};

/** Bytes of the answer's body. */
const mostKept = 4 * 1024;

type ExchangeOptions = {
  readonly request: string | Buffer;
  /** Named in error texts. */
  readonly host: string;
  readonly timeoutMs: number;
  /** How much of the answer is read; the first 4 KiB of the body if left out. */
  readonly reading?: ResponseLimits | undefined;
  /** Never sent a second time, even if its connection is lost. */
  readonly once?: boolean | undefined;
  /** Notified if the time limit passes before the answer. */
  readonly origin: { giveUp(exchange: ClientExchange): void };
  readonly settle: (attempt: ExchangeOutcome, failure?: unknown) => void;
};

/** One request and its answer, with one time limit for both. */
export class ClientExchange {
  readonly response: ResponseReader;
  /** Undefined until the request is written. */
  connection: { destroy(): void } | undefined;
  /** A connection is being opened for this exchange. */
  dialled = false;
  /** It was already sent once, on a connection that the server was closing, or must not be sent again. */
  repeated: boolean;
  readonly #options: ExchangeOptions;
  readonly #startedAt = performance.now();
  readonly #timer: NodeJS.Timeout;
  #over = false;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.response = new ResponseReader(options.reading);
    this.repeated = options.once === true;
    this.#timer = setTimeout(expire, options.timeoutMs, this);
  }

  get request(): string | Buffer {
    return this.#options.request;
  }

  /** A failure after the status changes nothing: the endpoint has said whether it accepted the event. */
  fail(error: unknown): void {
    if (this.response.status !== undefined) this.finish();
    else this.finish(describeFailure(error, this.#options.host).text, error);
  }

  expire(): void {
    const seconds = `${this.#options.timeoutMs / 1_000} s`;
    if (this.connection === undefined) this.finish(`no connection within ${seconds}`);
    else if (this.response.status === undefined) this.finish(`no answer within ${seconds}`);
    else this.finish(`the answer did not end within ${seconds}`);
    this.#options.origin.giveUp(this);
  }

  finish(error = errorOf(this.response.status), failure?: unknown): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    const { status, kept } = this.response;
    const durationMs = Math.round(performance.now() - this.#startedAt);
    // A caller with a reading of its own takes the body from the response.
    const answer = kept === undefined || this.#options.reading !== undefined ? '' : textOf(kept);
    if (error === undefined) this.#options.settle({ ok: true, status: status!, durationMs, answer });
    else
      this.#options.settle(
        { ok: false, ...(status === undefined ? {} : { status }), error, durationMs, answer },
        failure,
      );
  }
}

function expire(exchange: ClientExchange): void {
  exchange.expire();
}

function errorOf(status: number | undefined): string | undefined {
  if (status === undefined) return 'the connection was closed without an answer';
  if (status < 300) return undefined;
  return status < 400 ? `answered with status ${status}; redirects are not followed` : `answered with status ${status}`;
}

/**
 * At most 4 KiB of text that PostgreSQL can store: well-formed, without NUL. Cut twice, because each byte that is not UTF-8 becomes
 * the three bytes of U+FFFD. Decoding as a stream drops a character that was cut in half.
 */
function textOf(chunks: readonly Buffer[]): string {
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  const text = isAscii(bytes) ? bytes.toString('latin1', 0, mostKept).replaceAll('\0', '\ufffd') : beginning(bytes);
  return Buffer.byteLength(text) <= mostKept ? text : beginning(Buffer.from(text));
}

function beginning(bytes: Buffer): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, mostKept), { stream: true });
  return text.replaceAll('\0', '\ufffd');
}

/** Texts for failures before there is a status, in the log that customers read, with their codes. `{host}` is filled in. */
const TEXTS: Readonly<Record<string, string>> = {
  'the name {host} does not exist': 'ENOTFOUND',
  'the name of the server is too long': 'NAME_TOO_LONG',
  'the name {host} has no address': 'ENODATA',
  'the name {host} could not be looked up': 'EAI_AGAIN EAI_FAIL ESERVFAIL ETIMEOUT',
  'connection refused': 'ECONNREFUSED',
  'the connection was reset': 'ECONNRESET EPIPE',
  'the connection was closed without an answer': 'NO_ANSWER',
  'no connection in time': 'ETIMEDOUT TimeoutError',
  'the address cannot be reached': 'EHOSTUNREACH ENETUNREACH EADDRNOTAVAIL EACCES EPERM',
  'the certificate has expired': 'CERT_HAS_EXPIRED',
  'the certificate is not valid yet': 'CERT_NOT_YET_VALID',
  'the certificate has been revoked': 'CERT_REVOKED',
  'the certificate is not for {host}': 'ERR_TLS_CERT_ALTNAME_INVALID HOSTNAME_MISMATCH',
  'the certificate is self-signed': 'DEPTH_ZERO_SELF_SIGNED_CERT',
  'the certificate is from an unknown authority':
    'SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_ISSUER_CERT_LOCALLY CERT_UNTRUSTED INVALID_CA',
  'the certificate is from an unknown authority, or the server leaves out its chain': 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'the certificate is not one for servers': 'INVALID_PURPOSE',
  'the server does not speak TLS on this port': 'ERR_SSL_WRONG_VERSION_NUMBER ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'the answer is not valid HTTP': 'NOT_HTTP',
  'the headers of the answer are too long': 'HEAD_TOO_LONG',
  'Hermod has too many open connections': 'EMFILE ENFILE ENOBUFS',
  'Hermod was stopping': 'STOPPING AbortError',
};

const textByCode = new Map(
  Object.entries(TEXTS).flatMap(([text, codes]) => codes.split(' ').map((code) => [code, text] as const)),
);

/** Families of codes that are too large to list: OpenSSL's alerts. */
const families: [prefix: string, text: string][] = [
  ['ERR_SSL_', 'no TLS connection could be agreed on'],
  ['EPROTO', 'no TLS connection could be agreed on'],
];

/** `known` is false for a code without a text: the customer reads the code, and the operator's log has the whole error. */
export function describeFailure(error: unknown, host: string): { text: string; known: boolean } {
  if (error instanceof TargetRefused) return { text: error.message, known: true };
  const code = codeOf(error);
  const text = textByCode.get(code) ?? families.find(([prefix]) => code.startsWith(prefix))?.[1];
  if (text === undefined) return { text: `the request failed (${code})`, known: false };
  return { text: text.replace('{host}', host), known: true };
}

/** The name if the code is not a string: the code of an abort is a number. */
function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown';
}
