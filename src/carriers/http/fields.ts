import { numberNamed } from '../../domain/receipt/match.ts';
import type { InboundEvent, ReceiptEvent, ReceiptOutcome } from '../carrier.ts';
import { BadCallback, type CallbackRequest } from './provider.ts';

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

/** What a provider's word means; one that nobody has heard of changes nothing, whatever it is called. */
export const outcomeIn = (map: Readonly<Record<string, ReceiptOutcome>>, word: string): ReceiptOutcome =>
  Object.hasOwn(map, word) ? map[word]! : 'no change';

export type Reported = {
  readonly reference: string | undefined;
  readonly outcome: ReceiptOutcome;
  readonly status: string;
  readonly destination: string | undefined;
  readonly error?: string | undefined;
};

/** None if it names no message: then nobody can say what it is about. An error counts only where it says why something failed. */
export function receiptOf({ reference, outcome, status, destination = '', ...rest }: Reported): ReceiptEvent[] {
  const key = referenceOf(reference);
  const error = outcome === 'failed' || outcome === 'rejected' ? rest.error : undefined;
  if (key === undefined) return [];
  const number = withPlus(destination);
  const named = numberNamed(number);
  return [
    {
      keys: [{ key, certain: true }],
      outcome,
      destination: number,
      numbers: named === undefined ? [] : [named],
      error,
      text: `id:${key} stat:${status} err:${error ?? '000'}`.slice(0, longestText).toWellFormed().replaceAll('\0', ''),
    },
  ];
}

export type Written = {
  readonly id: string | undefined;
  readonly sender: string | undefined;
  readonly recipient: string | undefined;
  readonly text: string | undefined;
};

/** A whole text: whoever speaks HTTP has put the parts together. None without both numbers. */
export function inboundOf({ id, sender, recipient, text = '' }: Written): InboundEvent[] {
  if (sender === undefined || sender === '' || recipient === undefined || recipient === '') return [];
  const octets = Buffer.from(text.slice(0, longestInbound), 'utf16le').swap16();
  const address = (written: string) => withPlus(written.slice(0, 64).replaceAll('\0', '').toWellFormed());
  return [
    {
      sender: address(sender),
      recipient: address(recipient),
      octets,
      alphabet: 'ucs2',
      concatenation: undefined,
      ...(id === undefined ? {} : { id: id.slice(0, 128) }),
    },
  ];
}
