import { Cache } from '../domain/cache.ts';
import { hostOf, longestUrl as longestWebUrl } from '../domain/webhook/web-url.ts';
import type { Target } from './guard.ts';

/** The target of a URL, and the part of a request that is the same for all requests to it. */
export type Destination = Omit<Target, 'account'> & {
  readonly origin: string;
  readonly host: string;
  readonly head: string;
};

/** The method, and the type of the body. */
export type Manner = {
  readonly method: string;
  readonly type: string | undefined;
  /** The same URL is called for many messages, so that its destination is worth keeping. */
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

const mostKept = 1_000;
const unprintable = /[^\t\x20-\x7e]/;

/** Parses URLs, and keeps the latest results, since most requests go to the same few URLs. */
export class Destinations {
  readonly #kept = new Cache<string, Destination>(mostKept);
  readonly #userAgent: string;
  readonly #longestUrl: number;

  constructor(userAgent: string, longestUrl = longestWebUrl) {
    // It may hold the operator's service name, with characters that a header cannot carry.
    this.#userAgent = userAgent.replaceAll(/[^\x20-\x7e]/g, '?');
    this.#longestUrl = longestUrl;
  }

  /** The destination, or what is wrong with the URL. */
  of(url: string, manner?: Manner): Destination | string {
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
  #parse(text: string, { method, type }: Manner = usual): Destination | string {
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

/** These headers say where a request ends, or which host it is for. */
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
