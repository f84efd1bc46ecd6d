import { wrongDescription } from './wrong.ts';

/** What a template may name. */
export const NAMES = [
  'destination',
  'destinationDigits',
  'sender',
  'text',
  'messageId',
  'validSeconds',
  'validUntil',
  'user',
  'password',
  'callbackUrl',
] as const;

export type Name = (typeof NAMES)[number];
export type Values = Readonly<Record<Name, string>>;
export type Template = (values: Values) => string;

/**
 * `Bearer {password}`. Doubled braces stand for themselves. Read once, from left to right; what a value holds is never read as a
 * template, and whoever puts it into JSON, a form or a query escapes it there.
 */
export function template(source: string): Template {
  const pieces: (string | { readonly name: Name })[] = [];
  let literal = '';
  for (let at = 0; at < source.length; at++) {
    const char = source[at]!;
    if (char !== '{' && char !== '}') literal += char;
    else if (source[at + 1] === char) {
      literal += char;
      at += 1;
    } else {
      const end = char === '{' ? source.indexOf('}', at) : -1;
      if (end < 0)
        throw wrongDescription(`${JSON.stringify(source)} has a brace without its other; {{ and }} stand for braces`);
      pieces.push(literal, { name: nameIn(source.slice(at + 1, end)) });
      literal = '';
      at = end;
    }
  }
  pieces.push(literal);
  return (values) => pieces.map((piece) => (typeof piece === 'string' ? piece : values[piece.name])).join('');
}

function nameIn(text: string): Name {
  const name = NAMES.find((each) => each === text);
  if (name === undefined) throw wrongDescription(`there is no {${text.slice(0, 40)}}; there are ${NAMES.join(', ')}`);
  return name;
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
type JsonTemplate = (values: Values) => Json;

const number = /^\{(\w+):number\}$/;

/** A JSON value in which every text is a template. `{validSeconds:number}`, alone, becomes a number. */
export function jsonTemplate(value: unknown): JsonTemplate {
  if (typeof value === 'string') {
    const name = number.exec(value)?.[1];
    if (name === undefined) return template(value);
    const digits = template(`{${name}}`);
    return (values) => Number(digits(values));
  }
  if (Array.isArray(value)) {
    const items = value.map(jsonTemplate);
    return (values) => items.map((item) => item(values));
  }
  if (typeof value !== 'object' || value === null) return () => value as Json;
  const fields = Object.entries(value).map(([name, field]) => [name, jsonTemplate(field)] as const);
  return (values) => Object.fromEntries(fields.map(([name, field]) => [name, field(values)]));
}
