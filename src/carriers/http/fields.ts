import { numberNamed } from '../../domain/receipt/match.ts';
import type { InboundEvent, ReceiptOutcome } from '../carrier.ts';
import { BadCallback, type Callback, type CallbackRequest } from './provider.ts';

/** As references are stored: what is longer, or no plain text, was made up by somebody. */
const reference = /^[\x21-\x7e]{1,128}$/;
const longestText = 400;
/** Of an inbound message: 255 parts of the shortest alphabet. */
const longestInbound = 39_015;

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

export function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** A value inside of others, by names and places: `data.to.0.status`. Only what the text itself held is found. */
export function at(json: Json | undefined, path: string): Json | undefined {
  let found: Json | undefined = json;
  for (const step of path === '' ? [] : path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Record<string, Json>)[step];
  }
  return found;
}

/** A text or a number, as text; undefined for everything else. */
export function textAt(json: Json | undefined, path: string): string | undefined {
  const found = at(json, path);
  return typeof found === 'string' ? found : typeof found === 'number' ? String(found) : undefined;
}

export function listAt(json: Json | undefined, path: string): readonly Json[] {
  const found = at(json, path);
  return Array.isArray(found) ? found : [];
}

export const referenceOf = (text: string | undefined): string | undefined =>
  text !== undefined && reference.test(text) ? text : undefined;

export function jsonBody({ body }: CallbackRequest): Json {
  const json = jsonOf(body.toString());
  if (json === undefined || json === null || typeof json !== 'object') throw new BadCallback('the body is no JSON');
  return json;
}

/** The fields of a form, wherever they stand: providers let one choose between GET and POST. */
export function formOf({ method, body, query }: CallbackRequest): URLSearchParams {
  return method === 'GET' ? query : new URLSearchParams(body.toString());
}

export function form(fields: Readonly<Record<string, string | undefined>>): string {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) written.append(name, value);
  return written.toString();
}

export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** International, with the plus that some leave out. Names and short codes stay as they are. */
export const withPlus = (number: string): string => (/^[1-9]\d{6,14}$/.test(number) ? `+${number}` : number);

export const withoutPlus = (number: string): string => (/^\+\d+$/.test(number) ? number.slice(1) : number);

/** Seconds for which a message is good, within what a provider takes. */
export function secondsLeft(validUntil: Date, now: Date, least: number, most: number): number {
  const seconds = Math.floor((validUntil.getTime() - now.getTime()) / 1_000);
  return Math.min(Math.max(seconds, least), most);
}

export type Reported = {
  readonly reference: string | undefined;
  readonly status: string | undefined;
  readonly destination: string | undefined;
  readonly error?: string | undefined;
};

export const nothing: Callback = { receipts: [], inbounds: [], unread: [] };

export const unread = (reason: string): Callback => ({ ...nothing, unread: [plain(reason)] });

export const joined = (callbacks: readonly Callback[]): Callback => ({
  receipts: callbacks.flatMap(({ receipts }) => receipts),
  inbounds: callbacks.flatMap(({ inbounds }) => inbounds),
  unread: callbacks.flatMap(({ unread }) => unread),
});

/** By the last part of the path that the provider was given: `…/inbound` or `…/status`. */
export const expectedBy = ({ path }: CallbackRequest): 'inbound' | 'status' | undefined =>
  path === 'inbound' || path === 'status' ? path : undefined;

/** A status that is not in the map changes nothing. An error counts only where it says why something failed. */
export function receiptOf(
  map: Readonly<Record<string, ReceiptOutcome>>,
  { reference, status = '', destination = '', ...rest }: Reported,
): Callback {
  const key = referenceOf(reference);
  if (key === undefined) return unread('the receipt has no reference of a message');
  const isKnown = Object.hasOwn(map, status);
  const outcome = isKnown ? map[status]! : 'no change';
  const error = outcome === 'failed' || outcome === 'rejected' ? rest.error : undefined;
  const number = withPlus(destination);
  const named = numberNamed(number);
  const receipt = {
    keys: [{ key, certain: true }],
    outcome,
    destination: number,
    numbers: named === undefined ? [] : [named],
    error,
    text: plain(`id:${key} stat:${status} err:${error ?? '000'}`.slice(0, longestText)),
  };
  const unknown = isKnown ? nothing : unread(`the status ${JSON.stringify(status.slice(0, 60))} is not known`);
  return { ...unknown, receipts: [receipt] };
}

/** As PostgreSQL takes it. */
export const plain = (text: string): string => text.toWellFormed().replaceAll('\0', '');

export type Written = {
  readonly id: string | undefined;
  readonly sender: string | undefined;
  readonly recipient: string | undefined;
  readonly text: string | undefined;
};

/** A whole text: whoever speaks HTTP has put the parts together. `media` says what comes with it and cannot be delivered. */
export function inboundOf({ id, sender, recipient, text = '' }: Written, media = false): Callback {
  if (sender === undefined || sender === '') return unread('the inbound message names no sender');
  if (recipient === undefined || recipient === '') return unread('the inbound message names no recipient');
  const octets = Buffer.from(text.slice(0, longestInbound), 'utf16le').swap16();
  const address = (written: string) => withPlus(plain(written.slice(0, 64)));
  const inbound: InboundEvent = {
    sender: address(sender),
    recipient: address(recipient),
    octets,
    alphabet: 'ucs2',
    concatenation: undefined,
    ...(id === undefined ? {} : { id: id.slice(0, 128) }),
  };
  return { ...nothing, inbounds: [inbound], unread: media ? ['the media of an inbound message is not delivered'] : [] };
}
