/** Valid values of the OpenAPI schemas, and hostile values to send in their place. */
import fc from 'fast-check';
import type { Document, Known, Schema } from '../security/operations.ts';

const times = [
  '2026-11-15T12:00:00Z',
  '2016-12-31T23:59:60Z', // a leap second
  '2026-11-15T24:00:00Z',
  '2026-11-15T12:00:00+25:00',
  '2026-02-30T00:00:00Z',
  '2026-11-15T12:00:00.123456789123Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00-23:59',
  '-000001-01-01T00:00:00Z',
  '-271821-04-20T00:00:00Z',
  '1969-12-31T23:59:59Z',
  '9999-12-31T23:59:59Z',
  '9999-12-31T23:59:59-23:59',
  '+275760-09-13T00:00:00Z',
  '+275760-09-13T00:00:01Z',
  '294277-01-01T00:00:00Z',
  '2026-11-15',
  '2026-11-15t12:00:00z',
];
const uuids = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '01900000-0000-7000-8000-00000000000G',
  '{01900000-0000-7000-8000-000000000000}',
  '0190000000007000800000000000000000',
];
const urls = [
  'http://127.0.0.1:9/',
  'http://127.0.0.1:9/\0',
  'http://127.0.0.1:9/\ud800',
  'http://user:secret@127.0.0.1:9/',
  'http://[::1',
  'http://127.0.0.1:99999/',
  'http://',
  `http://127.0.0.1:9/${'x'.repeat(2_100)}`,
  `http://${'a'.repeat(64)}.invalid/`,
  'simulator:?receipt_delay=-1',
  'simulator:?\0',
  'smpp://127.0.0.1:1?window=1e9',
  'smpp://a:b@127.0.0.1:99999',
  'javascript:alert(1)',
];
const texts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'b\udc00',
  '\u202e',
  '\ufeff',
  '😀',
  'č',
  '٣',
  "'; DROP TABLE accounts --",
  '%',
  '%00',
  '\\',
  '\n',
  'null',
  'NaN',
  '__proto__',
  'constructor',
  '-1',
  '0',
  '1e400',
  '0.0000001',
  '-0.000001',
  '999999.999999',
  '99999999999999999999999999999999',
  '+38640123456',
  '+',
  '(',
  '[',
  '*'.repeat(50),
  'x'.repeat(300),
  'x'.repeat(3_000),
  'a@b',
  'a@xn--.example',
];
const numbers = [0, -0, -1, 1, 0.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e308, -1e308, 5e-324, 253_402_300_800];

export const hostileText = fc.oneof(
  fc.constantFrom(...times, ...uuids, ...urls, ...texts),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const hugeText = fc.constantFrom('x'.repeat(100_000), '😀'.repeat(20_000), '\0'.repeat(10_000), '('.repeat(50_000));

export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: hostileText },
  { weight: 1, arbitrary: hugeText },
  { weight: 3, arbitrary: fc.constantFrom(...numbers) },
  { weight: 3, arbitrary: fc.constantFrom(null, true, false, [], {}, [null], [[]], { a: { b: [] } }) },
  { weight: 1, arbitrary: fc.constant(Array.from({ length: 1_500 }, (_, index) => `${index}`)) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
);

/** Valid as far as a schema can express it. */
export function valid(schema: Schema, name: string, document: Document, known: Known): fc.Arbitrary<unknown> {
  const { $ref, anyOf, oneOf, allOf } = schema;
  const again = (part: Schema, inside = name) => valid(part, inside, document, known);
  if ($ref !== undefined) return again(document.components.schemas[$ref.split('/').at(-1)!] ?? {});
  if (known[name] !== undefined) return fc.constant(known[name]);
  if (allOf)
    return fc
      .tuple(...allOf.map((part) => again(part)))
      .map((parts) => Object.assign({}, ...(parts as object[])) as unknown);
  const choices = anyOf ?? oneOf;
  if (choices) return fc.oneof(...choices.map((part) => again(part)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  return plain(schema, name, again);
}

function plain(schema: Schema, name: string, again: (part: Schema, name: string) => fc.Arbitrary<unknown>) {
  switch ([schema.type].flat()[0] ?? 'string') {
    case 'object': {
      const properties = Object.entries(schema.properties ?? {}).map(([key, part]) => [key, again(part, key)] as const);
      return fc.record(Object.fromEntries(properties), {
        requiredKeys: schema.required ?? [],
      }) as fc.Arbitrary<unknown>;
    }
    case 'array':
      return fc.array(again(schema.items ?? {}, name), { minLength: schema.minItems ?? 0, maxLength: 3 });
    case 'integer':
    case 'number':
      return fc.integer({ min: schema.minimum ?? 0, max: Math.max(schema.minimum ?? 0, schema.maximum ?? 2_000) });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return text(schema, name);
  }
}

function text({ format, pattern }: Schema, name: string): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'date-time') return fc.constantFrom(...times);
  if (/url|endpoint/i.test(name)) return fc.constantFrom(...urls);
  if (/email|contact/i.test(name))
    return fc.constantFrom('a@b.example', 'č@b.example', '"a b"@b.example', 'a@[127.0.0.1]');
  if (name === 'limit') return fc.constantFrom('1', '50', '1000');
  const written = ['Text', 'SI', 'EUR', '1.5', '0.000001', '+38640123456', '123456', 'č'.repeat(40)];
  const fitting = pattern === undefined ? written : written.filter((one) => new RegExp(pattern, 'u').test(one));
  return fc.constantFrom(...(fitting.length > 0 ? fitting : written));
}

const anywhere = ['', '\0', 'a\0b', '\ud800', 'x'.repeat(3_000), null, -1, 1e308, 0.5, true, [], {}];

/** Values to try in place of a value of this type. */
export function boundariesOf({ format, type }: Schema, name: string): unknown[] {
  if (format === 'date-time' || name === 'from' || name === 'to') return [...times, ...anywhere];
  if (format === 'uuid' || name === 'cursor') return [...uuids, ...anywhere];
  if (/url|endpoint/i.test(name)) return [...urls, ...anywhere];
  return [type].flat().some((kind) => kind === 'integer' || kind === 'number') ? [...numbers, ...anywhere] : anywhere;
}

type Place = { readonly path: readonly (string | number)[]; readonly values: readonly unknown[] };

/** Every position in the values of a schema. */
export function placesOf(schema: Schema, name: string, document: Document, path: Place['path'] = []): Place[] {
  const { $ref, anyOf, oneOf, allOf, properties, items } = schema;
  if ($ref !== undefined)
    return placesOf(document.components.schemas[$ref.split('/').at(-1)!] ?? {}, name, document, path);
  const parts = allOf ?? anyOf ?? oneOf;
  if (parts) return parts.flatMap((part) => placesOf(part, name, document, path));
  const inside = [
    ...Object.entries(properties ?? {}).flatMap(([key, part]) => placesOf(part, key, document, [...path, key])),
    ...(items ? placesOf(items, name, document, [...path, 0]) : []),
  ];
  return [{ path, values: boundariesOf(schema, name) }, ...inside];
}

/** A copy with another value at one position; unchanged if that position is missing. */
export function withValue(whole: unknown, [key, ...rest]: Place['path'], value: unknown): unknown {
  if (key === undefined) return value;
  if (typeof whole !== 'object' || whole === null) return whole;
  const copy = (Array.isArray(whole) ? [...(whole as unknown[])] : { ...whole }) as Record<string | number, unknown>;
  copy[key] = withValue(copy[key] ?? (rest.length > 0 ? {} : undefined), rest, value);
  return copy;
}

/** The same value with up to two positions in it replaced or removed. */
export function mutated(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.tuple(
    fc.nat(),
    fc.oneof({ weight: 8, arbitrary: hostile }, { weight: 1, arbitrary: fc.constant(undefined) }),
  );
  return fc
    .tuple(value, fc.array(change, { minLength: 1, maxLength: 2 }))
    .map(([whole, changes]) => changes.reduce<unknown>((left, [place, to]) => replaced(left, place, to), whole));
}

function replaced(whole: unknown, place: number, to: unknown): unknown {
  const copy: unknown = whole === undefined ? undefined : structuredClone(whole);
  const places: [owner: Record<string, unknown>, key: string][] = [];
  const collect = (part: unknown) => {
    if (typeof part !== 'object' || part === null) return;
    for (const [key, inside] of Object.entries(part)) {
      places.push([part as Record<string, unknown>, key]);
      collect(inside);
    }
  };
  collect(copy);
  if (places.length === 0) return to ?? null;
  const [owner, key] = places[place % places.length]!;
  if (to === undefined) delete owner[key];
  else owner[key] = to;
  return copy;
}
