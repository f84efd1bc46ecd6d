import type { FastifySchemaValidationError } from 'fastify';
import { HttpError } from '../server/errors.ts';
import { fieldOf } from './shape.ts';

/** What each field must be, in the order in which errors are reported. */
export type FieldRules = Readonly<Record<string, string>>;

type Request = { body: unknown; validationError?: { validation?: FastifySchemaValidationError[] } };

/** Throws the first error of a body that does not match its schema. */
export function checkBody({ body, validationError }: Request, rules: FieldRules): void {
  if (body === undefined) throw new HttpError(400, 'The request body is empty, a JSON object is expected');
  const errors = validationError?.validation;
  if (errors === undefined) return;
  for (const [field, rule] of Object.entries(rules)) {
    const error = errors.find((candidate) => fieldOf(candidate) === field);
    if (error?.keyword === 'required') throw new HttpError(400, `${field} is missing`);
    if (error) throw new HttpError(400, `${field} must be ${rule}`);
  }
  throw new HttpError(400, 'The body must be an object');
}
