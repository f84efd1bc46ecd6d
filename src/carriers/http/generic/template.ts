import { wrongDescription } from './description.ts';

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

type Name = (typeof NAMES)[number];
export type Values = Readonly<Record<Name, string>>;
export type Template = (values: Values) => string;

/**
 * `Bearer {password}`. Doubled braces are literal braces. Parsed once, from left to right; a value is never parsed as a template, and
 * is escaped where it is put into JSON, a form or a query.
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
  return writerOf(pieces.filter((piece) => piece !== ''));
}

function writerOf(pieces: readonly (string | { readonly name: Name })[]): Template {
  const [first = '', ...others] = pieces;
  if (others.length === 0) return typeof first === 'string' ? () => first : (values) => values[first.name];
  return (values) => {
    let written = '';
    for (const piece of pieces) written += typeof piece === 'string' ? piece : values[piece.name];
    return written;
  };
}

function nameIn(text: string): Name {
  const name = NAMES.find((each) => each === text);
  if (name === undefined) throw wrongDescription(`there is no {${text.slice(0, 40)}}; there are ${NAMES.join(', ')}`);
  return name;
}

const number = /^\{(\w+):number\}$/;

/** The text of a JSON value in which every text is a template. `{validSeconds:number}`, alone, becomes a number. */
export function jsonTemplate(value: unknown): Template {
  if (typeof value === 'string') {
    const name = number.exec(value)?.[1];
    const write = template(name === undefined ? value : `{${name}}`);
    return name === undefined
      ? (values) => JSON.stringify(write(values))
      : (values) => JSON.stringify(Number(write(values)));
  }
  if (Array.isArray(value)) return between('[', value.map(jsonTemplate), ']');
  if (typeof value !== 'object' || value === null) return constant(JSON.stringify(value));
  const fields = Object.entries(value).map(([name, field]) => {
    const [start, write] = [`${JSON.stringify(name)}:`, jsonTemplate(field)];
    return (values: Values) => start + write(values);
  });
  return between('{', fields, '}');
}

const constant =
  (text: string): Template =>
  () =>
    text;

function between(start: string, items: readonly Template[], end: string): Template {
  return (values) => {
    let written = start;
    for (const [index, write] of items.entries()) written += index === 0 ? write(values) : `,${write(values)}`;
    return written + end;
  };
}
