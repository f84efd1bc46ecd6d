import { BadCallback, type CallbackRequest } from './provider.ts';

/** The stored form of references. A reference that is longer, or not plain text, cannot be one that the provider gave us. */
const reference = /^[\x21-\x7e]{1,128}$/;

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

export function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** A nested value by a path of names and indexes: `data.to.0.status`. Inherited properties are not found. */
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

/** A reference for a provider that gives one id to all destinations of a call. */
export const sharedReference = (id: string, destination: string): string =>
  `${id}/${destination.replaceAll(/\D/g, '')}`;

export function jsonBody({ body }: CallbackRequest): Json {
  const json = jsonOf(body.toString());
  if (json === undefined || json === null || typeof json !== 'object') throw new BadCallback('the body is not JSON');
  return json;
}

/** The fields of a form, in the query or the body: providers offer both GET and POST. */
export function formOf({ method, body, query }: CallbackRequest): URLSearchParams {
  return method === 'GET' ? query : new URLSearchParams(body.toString());
}

export const formBody = (request: CallbackRequest): Json => Object.fromEntries(formOf(request));

export type FormFields = Readonly<Record<string, string | number | undefined>>;

/** Fields that are undefined are left out. */
export function form(fields: FormFields): string {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) written.append(name, String(value));
  return written.toString();
}

export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** International format, with the plus that some providers omit. Names and short codes are unchanged. */
export const withPlus = (number: string): string => (/^[1-9]\d{6,14}$/.test(number) ? `+${number}` : number);

export const withoutPlus = (number: string): string => (/^\+\d+$/.test(number) ? number.slice(1) : number);

export function secondsLeft(validUntil: Date, now: Date, least: number, most: number): number {
  const seconds = Math.floor((validUntil.getTime() - now.getTime()) / 1_000);
  return Math.min(Math.max(seconds, least), most);
}

/** A text that PostgreSQL can store: well-formed, without NUL. */
export const plain = (text: string): string => text.toWellFormed().replaceAll('\0', '');
