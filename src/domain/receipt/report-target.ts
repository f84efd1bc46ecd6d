import type { Status } from '../message/message.ts';

/** How reports or inbound messages reach a customer. `auto`: the same channel as the request. */
export const reportRoutes = ['auto', 'webhook', 'smpp', 'both'] as const;
export type ReportRoute = (typeof reportRoutes)[number];

/** The URL of an event for the binds of its account, which are one endpoint. */
export const bindOrigin = 'smpp:';

/** The URL of an event for the binds of one credential. */
export const bindUrl = (credentialId: string): string => bindOrigin + credentialId;

export const isBindUrl = (url: string): boolean =>
  url.startsWith(bindOrigin) && /^(?:[0-9a-f-]{36})?$/.test(url.slice(5));

/** The credential of an event for the binds of one credential. */
export const credentialIn = (url: string): string | undefined => url.slice(bindOrigin.length) || undefined;

/** Bits of registered_delivery (SMPP 3.4, 5.2.17). 3, success only, is from version 5.0. */
const final = 0x01;
const failureOnly = 0x02;
const successOnly = 0x03;
const outcome = 0x03;
const intermediate = 0x10;
const known = outcome | intermediate;

/**
 * Where the reports of a message go, as one text that is stored with its request: a URL; `smpp:` with the registered_delivery;
 * or both, separated by a space. Undefined if no reports are requested.
 */
export function reportTarget(asked: {
  readonly url: string | undefined;
  /** Of a message submitted by SMPP, otherwise undefined. */
  readonly registered: number | undefined;
  readonly route: ReportRoute;
}): string | undefined {
  const { url, registered, route } = asked;
  if (route === 'webhook') return url;
  const binds = registered === undefined ? (route === 'auto' ? 0 : final) : registered & known;
  if (binds === 0) return route === 'smpp' ? undefined : url;
  return route === 'both' && url !== undefined ? `${bindOrigin}${binds} ${url}` : `${bindOrigin}${binds}`;
}

/** A parsed target: the webhook URL, and the registered_delivery for the binds. */
type Targets = { readonly url: string | undefined; readonly binds: number };

export function targetsOf(target: string): Targets {
  if (!target.startsWith(bindOrigin)) return { url: target, binds: 0 };
  const space = target.indexOf(' ');
  const binds = Number(space < 0 ? target.slice(bindOrigin.length) : target.slice(bindOrigin.length, space));
  return { url: space < 0 ? undefined : target.slice(space + 1), binds };
}

/** Whether this registered_delivery requests a receipt at this status. SMPP has no receipt for a scheduled time. */
export function wantsReceipt(registered: number, status: Status): boolean {
  const level = registered & outcome;
  if (status === 'SCHEDULED' || status === 'ACCEPTED') return false;
  if (status === 'SENT') return (registered & intermediate) !== 0;
  return level === final || level === (status === 'DELIVERED' ? successOnly : failureOnly);
}

/** SQL on a column with a target: whether a report of this status is due. A process may still have that report in memory. */
export const isReportedSql = (column: string, status: 'SENT' | 'DELIVERED'): string =>
  `CASE WHEN ${column} NOT LIKE '${bindOrigin}%' OR ${column} LIKE '% %' THEN true
    ELSE substr(${column}, ${bindOrigin.length + 1})::integer & ${status === 'SENT' ? intermediate : final} <> 0 END`;

const versionAt = 14;

/**
 * The subject of events for binds, where other events of the same message go to a webhook. Events are ordered by subject, so
 * a failing webhook does not delay the receipts of SMPP. A UUID of version 9, which no other id has.
 */
export const bindSubject = (subjectId: string): string =>
  `${subjectId.slice(0, versionAt)}9${subjectId.slice(versionAt + 1)}`;

/** The id of the message, from a subject for binds or for webhooks. */
export const subjectOf = (subjectId: string): string =>
  subjectId[versionAt] === '9' ? `${subjectId.slice(0, versionAt)}7${subjectId.slice(versionAt + 1)}` : subjectId;

/** `subjectOf` in SQL, for a column. */
export const subjectOfSql = (column: string): string =>
  `CASE substr(${column}::text, ${versionAt + 1}, 1) WHEN '9' THEN overlay(${column}::text PLACING '7' FROM ${versionAt + 1})::uuid ELSE ${column} END`;

/** The channels of an inbound message. `auto`: the URL of the number it was sent to, or binds if there is none. */
export function inboundWays(asked: {
  readonly url: string | undefined;
  /** The account has SMPP credentials and has bound with them. */
  readonly mayBind: boolean;
  readonly route: ReportRoute;
}): { readonly url: string | undefined; readonly binds: boolean } {
  const { url, mayBind, route } = asked;
  if (route === 'webhook') return { url, binds: false };
  if (route === 'smpp') return { url: undefined, binds: true };
  if (route === 'both') return { url, binds: true };
  return { url, binds: url === undefined && mayBind };
}
