import { isIP } from 'node:net';
import { Cache } from '../cache.ts';
import { customerUrl } from '../callback/callback.ts';
import { isReachable } from './address.ts';

export const longestUrl = 2_048;
/** The longest DNS name, with a final dot. */
export const longestName = 254;

/**
 * Why a webhook cannot be sent to this URL, as a rule it must satisfy; undefined if it can. Names are checked only when they are
 * resolved. An IP address is checked in any notation, because the parser normalises it.
 */
export function webUrlFault(text: string, allow: readonly string[]): string | undefined {
  if (!isPlain(text)) return notHttp;
  // The rest of the URL cannot be invalid, and most URLs of an account have the same host.
  const host = /^https?:\/\/[^/?#\\]+(?=[/?#\\]|$)/.exec(text)?.[0];
  if (host === undefined) return parsedFault(text, allow);
  return faultsOf(allow).of(host, () => parsedFault(text, allow) ?? null) ?? undefined;
}

const notHttp = `must be an http or https URL of at most ${longestUrl} characters`;
const mostKept = 1_000;
const known = new WeakMap<readonly string[], Cache<string, string | null>>();

function faultsOf(allow: readonly string[]): Cache<string, string | null> {
  const faults = known.get(allow) ?? new Cache<string, string | null>(mostKept);
  known.set(allow, faults);
  return faults;
}

function parsedFault(text: string, allow: readonly string[]): string | undefined {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return notHttp;
  // Dropping them would call the endpoint without its password, and the failure would look like the endpoint's.
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password';
  if (url.port === '0') return 'must not name port 0';
  const host = hostOf(url);
  if (host.length > longestName) return 'must not hold a name that is longer than 253 characters';
  if (isIP(host) !== 0 && !isReachable(host, allow))
    return `must not lead to ${host}: webhooks may not reach that address`;
  return undefined;
}

/** Without the brackets of IPv6. */
export function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

/** The parser accepts control characters and lone surrogates; NUL cannot even be stored. */
function isPlain(url: string): boolean {
  return url.length <= longestUrl && url.isWellFormed() && !/\p{Cc}/u.test(url);
}

/** A URL that is safe to show: without the password, which is found as URL parsers find it, whatever else is wrong. */
export function maskedUrl(stored: string): string {
  const url = customerUrl(stored);
  const scheme = /^[a-z][a-z0-9+.-]*:[/\\]{2}/i.exec(url)?.[0].length;
  if (scheme === undefined) return maskedOddly(url);
  const end = url.slice(scheme).search(/[/\\?#]/);
  const authority = end < 0 ? url.slice(scheme) : url.slice(scheme, scheme + end);
  const at = authority.lastIndexOf('@');
  const colon = authority.indexOf(':');
  if (at < 0 || colon < 0 || colon > at) return maskedOddly(url);
  return `${url.slice(0, scheme + colon)}:***${url.slice(scheme + at)}`;
}

/** Notations that a browser accepts: `http:user:password@host`, three slashes, a tab inside. Shown normalised. */
function maskedOddly(url: string): string {
  const read = url.includes('@') ? URL.parse(url) : null;
  if (read === null || read.password === '') return url;
  read.password = '***';
  return read.href;
}
