import { type TProperties, Type } from '../../base/type.ts';
import { patterns } from '../patterns.ts';

/** A schema that the documents refer to by its name: one type for generated clients. */
export const named = <P extends TProperties>(name: string, properties: P, options: object = {}) =>
  Type.Object(properties, { $id: name, ...options });

/** The body of a request: a field with another name is refused. */
export const closed = <P extends TProperties>(properties: P, options: object = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

/** Fields that many schemas share. */
export const uuid = (description?: string) =>
  Type.String({ format: 'uuid', ...(description === undefined ? {} : { description }) });

export const time = (description: string) => Type.String({ format: 'date-time', description });

/** A text, not a number: amounts are exact. Nothing negative. */
export const amount = (description: string) =>
  Type.String({ pattern: patterns.amount, description, examples: ['25.50'] });

/** As `amount`, in answers, where it may also be below zero. */
export const balance = (description: string) => Type.String({ description, examples: ['1034.52'] });

export const currency = Type.String({
  pattern: patterns.currency,
  description: 'Three letters of ISO 4217',
  examples: ['EUR'],
});

export const name = (description: string) =>
  Type.String({ minLength: 1, maxLength: 100, pattern: patterns.filledText, description });

export const email = (description: string) =>
  Type.String({ pattern: patterns.email, description, examples: ['anna@example.com'] });

/** The parameters of every list. */
export const paging = {
  limit: Type.Optional(Type.String({ default: '50', description: 'A whole number from 1 to 1000' })),
  cursor: Type.Optional(Type.String({ description: 'nextCursor of the page before' })),
};

export const Paging = Type.Object(paging);

export const range = {
  from: Type.Optional(time('At or after')),
  to: Type.Optional(time('Before')),
};

export const nextCursor = Type.Optional(Type.String({ description: 'Absent on the last page' }));
