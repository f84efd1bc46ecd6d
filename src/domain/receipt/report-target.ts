import type { Status } from '../message/message.ts';

/** How reports or inbound messages reach a customer. `auto`: the way by which the customer asked for them. */
export const routes = ['auto', 'webhook', 'smpp', 'both'] as const;
export type Route = (typeof routes)[number];

/** The URL of an event that goes to the binds of its account, and the endpoint that they are together. */
export const bindOrigin = 'smpp:';

/** The URL of an event that goes only to the binds of one credential. */
export const bindUrl = (credentialId: string): string => bindOrigin + credentialId;

export const isBindUrl = (url: string): boolean =>
  url.startsWith(bindOrigin) && /^(?:[0-9a-f-]{36})?$/.test(url.slice(5));

/** The credential whose binds an event waits for, if it waits for those of one. */
export const credentialIn = (url: string): string | undefined => url.slice(bindOrigin.length) || undefined;

/** Bits of registered_delivery (SMPP 3.4, 5.2.17). 3 is of version 5.0: success only. */
const final = 0x01;
const failureOnly = 0x02;
const successOnly = 0x03;
const outcome = 0x03;
const intermediate = 0x10;
const known = outcome | intermediate;

/**
 * Where the reports of a message go, as one text that is stored with its request: a URL; `smpp:` with the registered_delivery that
 * counts; or both of them, with a space between. Undefined if nobody wants any.
 */
export function reportTarget(asked: {
  readonly url: string | undefined;
  /** Of a message that came by SMPP, else undefined. */
  readonly registered: number | undefined;
  readonly route: Route;
}): string | undefined {
  const { url, registered, route } = asked;
  if (route === 'webhook') return url;
  const binds = registered === undefined ? (route === 'auto' ? 0 : final) : registered & known;
  if (binds === 0) return route === 'smpp' ? undefined : url;
  return route === 'both' && url !== undefined ? `${bindOrigin}${binds} ${url}` : `${bindOrigin}${binds}`;
}

/** What a target says: the URL of webhooks, and the registered_delivery for the binds. */
export type Targets = { readonly url: string | undefined; readonly binds: number };

export function targetsOf(target: string): Targets {
  if (!target.startsWith(bindOrigin)) return { url: target, binds: 0 };
  const space = target.indexOf(' ');
  const binds = Number(space < 0 ? target.slice(bindOrigin.length) : target.slice(bindOrigin.length, space));
  return { url: space < 0 ? undefined : target.slice(space + 1), binds };
}

/** Whether a customer who registered for this gets a receipt at this status. SMPP has no word for a time that has come. */
export function wantsReceipt(registered: number, status: Status): boolean {
  const level = registered & outcome;
  if (status === 'SCHEDULED' || status === 'ACCEPTED') return false;
  if (status === 'SENT') return (registered & intermediate) !== 0;
  return level === final || level === (status === 'DELIVERED' ? successOnly : failureOnly);
}

/** In SQL, of a column that holds a target: whether there is a report of this status that a process may have in its memory. */
export const isToldSql = (column: string, status: 'SENT' | 'DELIVERED'): string =>
  `CASE WHEN ${column} NOT LIKE '${bindOrigin}%' OR ${column} LIKE '% %' THEN true
    ELSE substr(${column}, ${bindOrigin.length + 1})::integer & ${status === 'SENT' ? intermediate : final} <> 0 END`;

const versionAt = 14;

/**
 * The subject of events that go to binds where others of the same message or answer go to a webhook: each way has an order of its
 * own, so that an endpoint that fails does not keep the receipts of SMPP. A UUID of version 9, which nothing else has.
 */
export const bindSubject = (subjectId: string): string =>
  `${subjectId.slice(0, versionAt)}9${subjectId.slice(versionAt + 1)}`;

/** What a subject is about, whichever way its events go. */
export const subjectOf = (subjectId: string): string =>
  subjectId[versionAt] === '9' ? `${subjectId.slice(0, versionAt)}7${subjectId.slice(versionAt + 1)}` : subjectId;

/** The ways of an inbound message. `auto`: to the URL of the number it was sent to; to binds where there is none. */
export function inboundWays(asked: {
  readonly url: string | undefined;
  /** The account has credentials for SMPP, and has bound with them. */
  readonly mayBind: boolean;
  readonly route: Route;
}): { readonly url: string | undefined; readonly binds: boolean } {
  const { url, mayBind, route } = asked;
  if (route === 'webhook') return { url, binds: false };
  if (route === 'smpp') return { url: undefined, binds: true };
  if (route === 'both') return { url, binds: true };
  return { url, binds: url === undefined && mayBind };
}
