import AjvCompiler from '@fastify/ajv-compiler';
import type { FastifySchemaValidationError } from 'fastify';
import { Refusal, type SmsErrorCode } from '../../domain/errors.ts';
import { HttpError } from '../server/errors.ts';
import { inWords } from './patterns.ts';

type Factory = AjvCompiler.BuildCompilerFromPool;
type Compile = ReturnType<Factory>;
type Validate = { (data: unknown): unknown; errors?: unknown };

/** Compiles a validator at its first use: most processes serve only a few routes, and compiling all adds 200 ms to every start. */
export function whenFirstUsed(): Factory {
  const factory = AjvCompiler();
  return (schemas, options) => {
    let compile: Compile | undefined;
    const later: Compile = (route) => {
      let compiled: Validate | undefined;
      const validate: Validate = (data) => {
        compile ??= factory(schemas, options);
        compiled ??= compile(route) as Validate;
        const isRight = compiled(data);
        validate.errors = compiled.errors;
        return isRight;
      };
      return validate as ReturnType<Compile>;
    };
    return later;
  };
}

/** What each field must be, in the order in which errors are reported. */
export type FieldRules = Readonly<Record<string, string>>;

type Request = { body: unknown; validationError?: { validation?: FastifySchemaValidationError[] } };

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

const fields: [field: string, code: SmsErrorCode][] = [
  ['sender', 2],
  ['message', 1],
  ['scheduledTime', 5],
  ['destinations', 3],
];

/** A `scheduledTime` out of range is not reported here: the sending rules check it after the sender and the text. */
export function shapeRefusal(errors: readonly FastifySchemaValidationError[], body: unknown): Refusal | undefined {
  if (body === undefined) return new Refusal(7, 'the request body is empty, a JSON object is expected');
  const shape = errors.filter((error) => !isValueOfSchedule(error, body));
  if (shape.length === 0) return undefined;
  const tooMany = shape.find(({ keyword, instancePath }) => keyword === 'maxItems' && instancePath === '/destinations');
  for (const [field, code] of fields) {
    const error = shape.find((candidate) => candidate !== tooMany && fieldOf(candidate) === field);
    if (error) return new Refusal(code, describeFault(error));
  }
  if (tooMany) return new Refusal(7, `at most ${String(tooMany.params['limit'])} destinations in one request`);
  return new Refusal(7, describeFault(shape[0]!));
}

function isValueOfSchedule({ instancePath }: FastifySchemaValidationError, body: unknown): boolean {
  return instancePath === '/scheduledTime' && typeof (body as { scheduledTime: unknown }).scheduledTime === 'number';
}

function fieldOf({ instancePath, keyword, params }: FastifySchemaValidationError): string | undefined {
  if (instancePath !== '') return instancePath.split('/')[1];
  return keyword === 'required' ? (params['missingProperty'] as string) : undefined;
}

const typeNames: Record<string, string> = {
  string: 'a text',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  array: 'a list',
  object: 'an object',
};

/** Truncates the list before validation, which collects all errors of a body: half a million would take a second. */
export function cutDestinations(body: unknown, most: number): void {
  const destinations: unknown = (body as { destinations?: unknown } | null | undefined)?.destinations;
  if (Array.isArray(destinations) && destinations.length > most) destinations.length = most + 1;
}

export function describeFault({ instancePath, keyword, params, message }: FastifySchemaValidationError): string {
  const field = instancePath.slice(1).replaceAll('/', '.');
  const name = (child: string) => (field === '' ? child : `${field}.${child}`);
  if (keyword === 'required') return `${name(params['missingProperty'] as string)} is missing`;
  if (keyword === 'minItems') return `${field} is empty`;
  if (keyword === 'additionalProperties') return `${name(params['additionalProperty'] as string)} is not a field`;
  return `${field === '' ? 'the body' : field} must ${expectation(keyword, params) ?? message?.replace(/^must /, '')}`;
}

const formats: Record<string, string> = { uuid: 'a UUID', 'date-time': 'a time such as 2026-11-15T12:00:00Z' };

/** What the value must be; undefined if the validator's own text is good enough. */
function expectation(keyword: string, params: FastifySchemaValidationError['params']): string | undefined {
  const be = (what: string | undefined) => (what === undefined ? undefined : `be ${what}`);
  const limit = String(params['limit']);
  switch (keyword) {
    case 'type':
      return be(
        [params['type'] as string | string[]]
          .flat()
          .flatMap((type) => typeNames[type] ?? [])
          .join(' or '),
      );
    case 'format':
      return be(formats[params['format'] as string]);
    case 'pattern':
      return be(inWords(params['pattern'] as string));
    case 'enum':
      return be(`one of ${(params['allowedValues'] as unknown[]).join(', ')}`);
    case 'minLength':
      return limit === '1' ? 'not be empty' : `have at least ${limit} characters`;
    case 'minProperties':
      return 'have at least one field';
    case 'maxProperties':
      return `have at most ${limit === '1' ? 'one field' : `${limit} fields`}`;
    case 'minimum':
      return be(`at least ${limit}`);
    case 'maximum':
      return be(`at most ${limit}`);
    case 'maxLength':
      return `have at most ${limit} characters`;
    case 'maxItems':
      return `have at most ${limit} entries`;
    default:
      return undefined;
  }
}
