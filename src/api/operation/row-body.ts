import type { Static, TObject } from '../../base/type.ts';

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Name;

type OrAbsent<T, K extends keyof T> = object extends Pick<T, K> ? undefined : never;

/** Values that JSON.stringify writes as `T`: a Date becomes a string, `undefined` is omitted. */
export type Sent<T> = T extends string
  ? T | (string extends T ? Date : never)
  : T extends readonly (infer Item)[]
    ? readonly Sent<Item>[]
    : T extends object
      ? { readonly [K in keyof T]: Sent<T[K]> | OrAbsent<T, K> }
      : T;

/** Fields of the body without a column of the same name. */
type Named<T, Row> = {
  [K in keyof T as K extends keyof Row ? never : Snake<K & string> extends keyof Row ? never : K]: T[K];
};
type Value<T, K extends keyof T> = Sent<T[K]> | OrAbsent<T, K> | (object extends Pick<T, K> ? null : never);
type Given<T, Row> = { [K in keyof Named<T, Row>]: Value<Named<T, Row>, K> } & { [K in keyof T]?: Value<T, K> };

type Field = { readonly name: string; readonly column: string; readonly leavesNullOut: boolean };

const fieldsOfSchema = new WeakMap<object, readonly Field[]>();

/**
 * The fields of a schema, from the columns of the same names (`createdAt` from `created_at`) and from `given`. Columns that the schema
 * does not name are never sent. An optional field that is null is left out, unless the schema allows null.
 */
export function bodyOf<Schema extends TObject, Row extends object>(
  schema: Schema,
  row: Row,
  given: Given<Static<Schema>, Row>,
): Sent<Static<Schema>> {
  const body: Record<string, unknown> = {};
  const columns = row as Readonly<Record<string, unknown>>;
  const others = given as Readonly<Record<string, unknown>>;
  for (const { name, column, leavesNullOut } of fieldsOf(schema)) {
    const value = name in others ? others[name] : name in columns ? columns[name] : columns[column];
    if (value !== undefined && !(value === null && leavesNullOut)) body[name] = value;
  }
  return body as Sent<Static<Schema>>;
}

type Property = { readonly anyOf?: readonly { readonly type?: string }[] };

function fieldsOf(schema: TObject): readonly Field[] {
  const known = fieldsOfSchema.get(schema);
  if (known !== undefined) return known;
  const required = new Set<string>((schema as { required?: string[] }).required ?? []);
  const fields = Object.entries(schema.properties).map(([name, property]) => ({
    name,
    column: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    leavesNullOut: !required.has(name) && !(property as Property).anyOf?.some(({ type }) => type === 'null'),
  }));
  fieldsOfSchema.set(schema, fields);
  return fields;
}
