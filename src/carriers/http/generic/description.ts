import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { Problem } from '../../../base/problem.ts';
import { type Static, type TProperties, type TSchema, Type } from '../../../base/type.ts';

const closed = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false });
const text = (most = 500) => Type.String({ minLength: 1, maxLength: most });
/** A path of names and indexes in JSON, or the name of a form field: `messages.0.id`. */
const path = Type.String({ minLength: 1, maxLength: 200, pattern: '^[^.]+(\\.[^.]+)*$' });
const few = { minItems: 1, maxItems: 50 };
const outcome = Type.Enum(['delivered', 'failed', 'rejected', 'unknown', 'no change']);
const format = Type.Enum(['json', 'form']);
/** Templates by the names of fields or headers. */
const texts = record(Type.String({ maxLength: 2_000 }));

/** Matches an answer by its status, and by a value of its body. */
const Condition = closed({
  status: Type.Optional(
    Type.Array(Type.String({ pattern: '^[1-5](\\d\\d|xx)$' }), {
      ...few,
      description: '200, or 2xx for all of them',
    }),
  ),
  json: Type.Optional(path),
  is: Type.Optional(Type.Array(text(200), few)),
});
export type Condition = Static<typeof Condition>;

const Answer = closed({
  reference: Type.Union([closed({ json: path }), closed({ header: text(100) }), closed({ body: Type.Literal(true) })]),
  accepted: Type.Optional(Type.Array(Condition, few)),
  throttled: Type.Optional(Type.Array(Condition, few)),
  later: Type.Optional(Type.Array(Condition, few)),
  refused: Type.Optional(Type.Array(Condition, few)),
  reason: Type.Optional(path),
});

const Receipts = closed({
  path: Type.Optional(text(100)),
  format,
  list: Type.Optional(path),
  reference: path,
  status: path,
  destination: Type.Optional(path),
  error: Type.Optional(path),
  map: record(outcome),
  otherwise: Type.Optional(outcome),
});

const Inbound = closed({
  path: Type.Optional(text(100)),
  format,
  list: Type.Optional(path),
  id: Type.Optional(path),
  sender: path,
  recipient: Type.Optional(path),
  /** The recipient's number, where the provider does not send it. */
  number: Type.Optional(text(20)),
  text: path,
});

const Signature = closed({
  kind: Type.Enum(['hmac-sha1', 'hmac-sha256', 'hmac-sha512', 'basic', 'bearer']),
  header: Type.Optional(text(100)),
  encoding: Type.Optional(Type.Enum(['hex', 'base64'])),
  /** Before the signature, such as `sha256=`. */
  prefix: Type.Optional(Type.String({ maxLength: 40 })),
  /** A header with Unix seconds, signed before the body or after it. */
  timestampHeader: Type.Optional(text(100)),
  timestamp: Type.Optional(Type.Enum(['before', 'after'])),
  separator: Type.Optional(Type.String({ maxLength: 4 })),
});
export type Signature = Static<typeof Signature>;

export const Description = closed({
  method: Type.Enum(['GET', 'POST', 'PUT']),
  path: Type.String({ minLength: 1, maxLength: 1_000, pattern: '^/[\\x21-\\x7e]*$' }),
  basicAuth: Type.Optional(Type.Boolean()),
  headers: Type.Optional(texts),
  query: Type.Optional(texts),
  form: Type.Optional(texts),
  json: Type.Optional(Type.Unsafe<unknown>({})),
  answer: Answer,
  receipts: Type.Optional(Receipts),
  inbound: Type.Optional(Inbound),
  signature: Type.Optional(Signature),
});
export type Description = Static<typeof Description>;

const longest = 20_000;
const deepest = 20;
/** NUL and lone surrogates as JSON escapes; PostgreSQL stores neither. */
const unstorable = /\\u0000|\\ud[89a-f]/i;

/** Throws a Problem that says which field is wrong. */
export function readDescription(value: unknown): Description {
  if (value === undefined || value === null) throw wrongDescription('there is none, and a generic carrier needs one');
  if (!isShallow(value, deepest)) throw wrongDescription(`it is nested more than ${deepest} deep`);
  const text = JSON.stringify(value);
  if (text.length > longest) throw wrongDescription(`it has more than ${longest} characters`);
  if (unstorable.test(text)) throw wrongDescription('it has a NUL, or half a surrogate pair');
  // Compiled on first use, since few installations have a generic carrier.
  isDescription ??= new Ajv({ strict: false }).compile<Description>(Description);
  if (!isDescription(value)) throw wrongDescription(faultOf(isDescription.errors?.[0]));
  checkSense(value);
  return value;
}

let isDescription: ValidateFunction<Description> | undefined;

function faultOf(fault: ErrorObject | undefined): string {
  const { instancePath = '', message = 'is not as it should be', params = {} } = fault ?? {};
  const named = Object.values(params).flat().join(', ');
  return `${instancePath || 'it'} ${message}${named === '' ? '' : ` (${named})`}`;
}

function record<Each extends TSchema>(each: Each) {
  const propertyNames = Type.String({ minLength: 1, maxLength: 100 });
  return Type.Unsafe<Record<string, Static<Each>>>({ type: 'object', propertyNames, additionalProperties: each });
}

/** Checked first, because everything else that reads the value is recursive. */
const isShallow = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((each) => isShallow(each, levels - 1)));

function checkSense({ form, json, method, receipts, inbound, signature }: Description): void {
  if (form !== undefined && json !== undefined) throw wrongDescription('it has both a form and a json body');
  if (method === 'GET' && (form ?? json) !== undefined) throw wrongDescription('GET has no body; use query');
  if (receipts !== undefined && inbound !== undefined && (receipts.path ?? '') === (inbound.path ?? ''))
    throw wrongDescription('receipts and inbound need paths that differ');
  if (inbound !== undefined && inbound.recipient === undefined && inbound.number === undefined)
    throw wrongDescription('inbound needs recipient, or the number that messages come to');
  if (signature?.kind.startsWith('hmac') && signature.header === undefined)
    throw wrongDescription('signature needs the header that holds it');
}

export function wrongDescription(what: string): Problem {
  return new Problem(
    `The carrier's description is wrong: ${what}`,
    'Correct it; docs/guides/http-carriers.md says what it may hold',
  );
}

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
export type TemplateValues = Readonly<Record<Name, string>>;
export type Template = (values: TemplateValues) => string;

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
  if (name === undefined)
    throw wrongDescription(`unknown placeholder {${text.slice(0, 40)}}; use one of ${NAMES.join(', ')}`);
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
    return (values: TemplateValues) => start + write(values);
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
