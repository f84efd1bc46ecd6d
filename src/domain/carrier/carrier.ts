import { countryOf, isCountry } from '../phone/phone.ts';
import type { Rewriting } from './route.ts';

/** A change that the operator cannot make. The text says what to do; it never contains a password. */
export class CarrierError extends Error {
  readonly kind: 'invalid' | 'not found' | 'conflict';

  constructor(kind: 'invalid' | 'not found' | 'conflict', message: string) {
    super(message);
    this.name = 'CarrierError';
    this.kind = kind;
  }
}

/** The carrier defined by the settings. Every start overwrites it, so only the settings can change it. */
export const defaultCarrierName = 'default';

const mostName = 64;

export function carrierName(name: string): string {
  const isFine = name.trim() === name && name !== '' && name.length <= mostName && !/[\p{Cc}\p{Cs}]/u.test(name);
  if (isFine) return name;
  throw invalid(`name: 1 to ${mostName} characters, without control characters or spaces at either end`);
}

export function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return 'an address that cannot be read';
  const shown = new URL(url);
  shown.password = '';
  return shown.href;
}

/** The URL of an HTTP provider: `https+twilio://…`. */
export const isHttp = (url: string): boolean => /^https?\+[a-z]+:/.test(url);

export const isGeneric = (url: string): boolean => /^https?\+generic:/.test(url);

/** The path for callbacks from an HTTP provider. Some providers authenticate only by the secret in it. */
export const callbackPath = ({
  id,
  callbackSecret,
}: {
  readonly id: string;
  readonly callbackSecret: string;
}): string => `/carriers/${id}/${callbackSecret}`;

/**
 * A new URL without a password keeps the old password, which cannot be read back. Not for another host or system_id, which must not
 * receive it.
 */
export function keepPassword(url: string, old: string): string {
  if (!URL.canParse(url) || !URL.canParse(old)) return url;
  const [next, before] = [new URL(url), new URL(old)];
  if (next.password !== '' || before.password === '' || next.hostname === '') return url;
  if (next.hostname !== before.hostname || next.username !== before.username) {
    throw invalid('url: another host, system_id or user needs its password as well');
  }
  next.password = before.password;
  return next.href;
}

/**
 * The account at an SMSC: host, port and system_id. Carriers that share these are binds of one account, and an SMSC may send the
 * receipts of all of them over any one. Undefined for other kinds of carrier.
 */
export function smscAccount(url: string): string | undefined {
  const parsed = URL.parse(url);
  if (parsed === null || !/^smpps?:$/.test(parsed.protocol)) return undefined;
  const port = parsed.port || (parsed.protocol === 'smpps:' ? '3550' : '2775');
  return `${parsed.hostname.toLowerCase()}:${port} ${decoded(parsed.username)}`;
}

function decoded(username: string): string {
  try {
    return decodeURIComponent(username);
  } catch {
    return username;
  }
}

/** The carriers with the same SMSC account, by carrier; each is among its own siblings. */
export function siblings(carriers: readonly { readonly id: string; readonly url: string }[]): Map<string, string[]> {
  const groups = Map.groupBy(carriers, ({ id, url }) => smscAccount(url) ?? id);
  const ids = [...groups.values()].map((group) => group.map(({ id }) => id));
  return new Map(ids.flatMap((group) => group.map((id) => [id, group])));
}

export type RouteFields = {
  readonly country: string | undefined;
  readonly prefix: string | undefined;
  readonly priority: number;
  readonly weight: number;
  /** Empty: messages keep their sender. Several: a pool. */
  readonly senders: readonly string[];
  readonly rewrites: Rewriting;
};

const most = { priority: 1_000_000, weight: 10_000, senders: 1_000 };

export function checkRoute({ country, prefix, priority, weight, senders }: RouteFields): void {
  if (country !== undefined && !isCountry(country)) throw invalid('country: an ISO 3166 code such as SI');
  if (prefix !== undefined && !/^\+[1-9][0-9]{0,14}$/.test(prefix))
    throw invalid('prefix: digits after a +, as +38640');
  if (!isWithin(priority, 0, most.priority)) throw invalid(`priority: a whole number from 0 to ${most.priority}`);
  if (!isWithin(weight, 1, most.weight)) throw invalid(`weight: a whole number from 1 to ${most.weight}`);
  checkSenders(senders);
}

/** Names as registered, numbers in E.164, or short codes as carriers assign them. */
function checkSenders(senders: readonly string[]): void {
  if (senders.length > most.senders) throw invalid(`senders: at most ${most.senders}`);
  if (new Set(senders).size !== senders.length) throw invalid('senders: each one once');
  const isFine = (sender: string) =>
    sender.startsWith('+')
      ? countryOf(sender) !== undefined
      : /^(?:\d{3,8}|(?=.*\p{L})[\p{L}\p{N}&+_.-](?:[\p{L}\p{N} &+_.-]{0,9}[\p{L}\p{N}&+_.-])?)$/u.test(sender);
  const wrong = senders.find((sender) => !isFine(sender));
  if (wrong !== undefined) throw invalid('senders: a number such as +38640123456, a short code, or a name of 1 to 11');
}

const isWithin = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

const invalid = (message: string): CarrierError => new CarrierError('invalid', message);
