import { Cache } from '../domain/cache.ts';
import { hostOf, longestUrl } from '../domain/webhook/web-url.ts';
import type { Target } from './guard.ts';

/** Where a URL leads, and the part of a request that is the same for all POSTs to it. */
export type Destination = Omit<Target, 'account'> & {
  readonly origin: string;
  readonly host: string;
  readonly head: string;
};

/** The method, and the type of what is in the body. */
export type Manner = { readonly method: 'GET' | 'POST'; readonly type: string | undefined };
const usual: Manner = { method: 'POST', type: 'application/json' };

/** Not sent: what a header held could be read as something else than a header. It would be a fault of our own. */
export class UnsendableHeader extends Error {
  readonly code = 'HEADER';

  constructor(name: string) {
    super(`the header ${JSON.stringify(name)} cannot be sent`);
    this.name = 'UnsendableHeader';
  }
}

const mostKept = 1_000;

/** Parses URLs, and keeps what came of the latest, as most POSTs go where others went. */
export class Destinations {
  readonly #kept = new Cache<string, Destination>(mostKept);
  readonly #userAgent: string;

  constructor(userAgent: string) {
    // It may hold the operator's service name, in letters that no header can carry.
    this.#userAgent = userAgent.replaceAll(/[^\x20-\x7e]/g, '?');
  }

  /** The destination, or what is wrong with the URL. */
  of(text: string, manner?: Manner): Destination | string {
    // URLs that are made for one message are not worth keeping.
    if (manner !== undefined) return destinationOf(text, this.#userAgent, manner);
    const known = this.#kept.get(text);
    if (known !== undefined) return known;
    const destination = destinationOf(text, this.#userAgent);
    if (typeof destination === 'string') return destination;
    this.#kept.set(text, destination);
    return destination;
  }
}

/** Parsing also turns every spelling of an IP address into the usual one, and encodes what no request line can hold. */
function destinationOf(text: string, userAgent: string, manner: Manner = usual): Destination | string {
  if (text.length > longestUrl) return `the URL has more than ${longestUrl} characters`;
  const url = URL.parse(text);
  if (!url) return 'the URL is not valid';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'the URL is neither http nor https';
  // Leaving them out would call the endpoint without the password it expects, and it would look like its own mistake.
  if (url.username !== '' || url.password !== '')
    return 'the URL holds a user name or password, which is not supported';
  const secure = url.protocol === 'https:';
  const head = [
    `${manner.method} ${url.pathname}${url.search} HTTP/1.1`,
    `host: ${url.host}`,
    'connection: keep-alive',
    ...(manner.type === undefined ? [] : [`content-type: ${manner.type}`]),
    `user-agent: ${userAgent}`,
  ].join('\r\n');
  if (/[^\x20-\x7e\r\n]/.test(head)) return 'the URL is not valid';
  return {
    origin: url.origin,
    host: url.hostname,
    hostname: hostOf(url),
    port: Number(url.port || (secure ? 443 : 80)),
    secure,
    head,
  };
}

/** One piece for one write. Of bytes where a header or the body goes beyond what a string can be sent as at once. */
export function requestOf(
  head: string,
  headers: Record<string, string>,
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

/** Those say where a request ends, or whom it is for. */
const ours = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'upgrade', 'expect']);

/** Names that are known to be good: there are few, and they come with every POST. */
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
