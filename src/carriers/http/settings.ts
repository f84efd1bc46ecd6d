import { count, flag, oneOf, ranges, url } from '../../config/setting.ts';
import {
  checkNoPath,
  credential,
  emptyOr,
  type Parameters,
  type ParameterValues,
  parameter as param,
  readParameters,
  wrongUrl as wrong,
} from '../carrier-url.ts';
import type { ProviderAccount } from './provider.ts';

/** Not quoted: what follows an unencoded question mark may be the rest of the password. */
function privateRanges(text: string): string[] {
  try {
    return ranges(text);
  } catch {
    throw wrong('its allow is not a list of address ranges such as 192.168.1.20/32');
  }
}

export const HTTP_PARAMETERS = {
  window: param(
    'window',
    '100',
    'messages in flight or with an answer not yet stored, per process or slot',
    count(1, 5_000),
  ),
  connections: param('connections', '20', 'calls at a time, per process or slot', count(1, 500)),
  rate: param('rate', '0', 'messages a second over all processes; 0 for no limit', count(0, 1_000_000)),
  slots: param(
    'slots',
    '',
    'processes that send at a time, each with its share of the rate; empty: all if there is no rate, otherwise one',
    emptyOr(count(1, 64)),
  ),
  timeoutSeconds: param(
    'timeout',
    '20',
    'seconds for a whole call: name, connection, TLS, request and answer',
    count(1, 120),
  ),
  unanswered: param('unanswered', 'resend', 'calls without an answer', oneOf('resend', 'unknown')),
  allow: param(
    'allow',
    '',
    'private address ranges that it may be reached at, separated by commas',
    emptyOr(privateRanges),
  ),
  publicUrl: param(
    'callback',
    '',
    'where the provider reaches this service, as https://sms.example.com',
    emptyOr(url('https', 'http')),
  ),
  batch: param('batch', 'true', 'send several messages in one call, where the provider has such calls', flag),
} as const;

export type HttpSettings = ParameterValues<typeof HTTP_PARAMETERS> & {
  readonly account: Omit<ProviderAccount, 'signingSecret' | 'callbackPath'>;
};

const schemes = /^(https?)\+([a-z]+):$/;

/** The provider that a URL names; undefined if it is not the URL of an HTTP carrier. */
export function providerIn(address: string): string | undefined {
  const protocol = /^[a-z]+\+[a-z]+:/.exec(address)?.[0] ?? '';
  return schemes.exec(protocol)?.[2];
}

/** `https+twilio://user:password@host?window=100`. Throws a Problem that never shows the password. */
export function readHttpSettings(address: string, own: Parameters): HttpSettings {
  const parsed = URL.canParse(address) ? new URL(address) : undefined;
  const scheme = schemes.exec(parsed?.protocol ?? '')?.[1];
  const base = `${scheme}://${parsed?.host}`;
  if (parsed === undefined || scheme === undefined || parsed.hostname === '' || !URL.canParse(base))
    throw wrong('it is not a URL such as https+twilio://user:password@host?window=100');
  checkNoPath(parsed, 'user or password');
  const values = readParameters(parsed.searchParams, { ...HTTP_PARAMETERS, ...own });
  const options = Object.entries(own).map(([key, { name }]) => [name, (values as Record<string, unknown>)[key]]);
  return Object.freeze({
    ...(values as ParameterValues<typeof HTTP_PARAMETERS>),
    account: {
      base: new URL(base).origin,
      user: credential(parsed.username, 'user or password', 512, 'ASCII'),
      password: credential(parsed.password, 'user or password', 512, 'ASCII'),
      publicUrl: values.publicUrl === undefined ? undefined : new URL(values.publicUrl as string).origin,
      options: Object.fromEntries(options) as Record<string, string>,
    },
  });
}

/** A parameter of one provider: a text of printable characters. */
export const own = (name: string, help: string, fallback = '') =>
  param(name, fallback, help, (text: string) => {
    if (!/^[ -~]{0,256}$/.test(text)) throw wrong(`its ${name} may have at most 256 ASCII characters`);
    return text;
  });
