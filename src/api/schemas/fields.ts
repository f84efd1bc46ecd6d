import { type TOptional, type TProperties, type TSchema, Type } from '../../base/type.ts';
import { patterns } from '../operation/patterns.ts';

/** A schema that the API document refers to by name: one type in generated clients. */
export const named = <P extends TProperties>(name: string, properties: P, options: object = {}) =>
  Type.Object(properties, { $id: name, ...options });

/** A request body; unknown fields are refused. */
export const closed = <P extends TProperties>(properties: P, options: object = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

export const optional = <P extends TProperties>(fields: P) =>
  Object.fromEntries(Object.entries(fields).map(([field, schema]) => [field, Type.Optional(schema)])) as {
    [Name in keyof P]: TOptional<P[Name]>;
  };

export const orNull = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

export const anything = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, description });

export const uuid = (description?: string) =>
  Type.String({ format: 'uuid', ...(description === undefined ? {} : { description }) });

export const time = (description: string) => Type.String({ format: 'date-time', description });

export const nullableTime = (description: string) => orNull(time(description), description);

export const count = (description: string) => Type.Integer({ description });

/** A query parameter with a text to search for. */
export const searchText = (description: string) => Type.Optional(Type.String({ maxLength: 100, description }));

/** What messages are searched by, besides their own fields. */
export const messageSearch = {
  reason: Type.Optional(Type.String({ maxLength: 500, description: 'Reason of the messages, exact match' })),
  text: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 160,
      description: 'Part of the text, ignoring case. Erased texts are not found',
    }),
  ),
};

/** A non-negative amount. A string, because amounts are exact. */
export const amount = (description: string) =>
  Type.String({ pattern: patterns.amount, description, examples: ['25.50'] });

/** An amount in a response, which may be negative. */
export const balance = (description: string) => Type.String({ description, examples: ['1034.52'] });

export const currency = Type.String({
  pattern: patterns.currency,
  description: 'ISO 4217 currency code',
  examples: ['EUR'],
});

export const name = (description: string) =>
  Type.String({ minLength: 1, maxLength: 100, pattern: patterns.filledText, description });

export const email = (description: string) =>
  Type.String({ pattern: patterns.email, description, examples: ['anna@example.com'] });

export const paging = {
  limit: Type.Optional(Type.String({ default: '50', description: 'Page size, from 1 to 1000' })),
  cursor: Type.Optional(Type.String({ description: 'nextCursor of the previous page' })),
};

export const Paging = Type.Object(paging);

export const range = {
  from: Type.Optional(time('Start of the range, inclusive')),
  to: Type.Optional(time('End of the range, exclusive')),
};

export const filteredCursor = Type.Optional(
  Type.String({ description: 'Absent on the last page. A filtered page may be short or empty and still have one' }),
);

export const nextCursor = Type.Optional(Type.String({ description: 'Absent on the last page' }));
