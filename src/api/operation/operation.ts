import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { type Static, type TSchema, Type } from '../../base/type.ts';
import { hourly } from '../customer/rates.ts';
import { errorResponse } from '../schemas/errors.ts';
import { answer } from '../schemas/messages.ts';
import { HttpError, notFound } from '../server/errors.ts';
import type { Serving } from '../server/serving.ts';
import type { AnyDeclaration, Audience, Csv, Declaration, Operation, Problems, Responses } from './declaration.ts';
import { handlerOf } from './handler.ts';
import type { Sent } from './row-body.ts';

/** Returns, for each tag, the function that declares its operations. Operations of one tag share the texts of their problems. */
export function operationsFor(audience: Audience) {
  return <Problem extends string = never>(tag: string, problems = {} as Problems<Problem>) =>
    <
      Path extends string,
      Query extends TSchema = TSchema,
      Body extends TSchema = TSchema,
      Shape extends TSchema = TSchema,
      Row = Sent<Static<Shape>>,
    >(
      declared: Declaration<Path, Query, Body, Shape, Problem, Row>,
    ): Operation =>
      operationOf(audience, { tag, ...declared } as unknown as AnyDeclaration, problems);
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

function operationOf(audience: Audience, declared: AnyDeclaration, problems: Problems<string>): Operation {
  const method = methods.find((name) => name in declared)!;
  const url = (declared as unknown as Record<string, string>)[method]!;
  const { rate, optionalBody, noHead, bodyLimit, config, rules } = declared;
  const isLenient = audience.anyId && url.includes('/:');
  const hasBody = (declared.body ?? declared.csv) !== undefined;
  return {
    isWrite: declared.write !== undefined || declared.isWrite === true,
    hasBody,
    csv: declared.csv,
    route: (serving) => ({
      method: method.toUpperCase(),
      url,
      schema: schemaOf(audience, declared, url, problems),
      ...(config && { config }),
      ...(bodyLimit && { bodyLimit }),
      ...(noHead && { exposeHeadRoute: false }),
      ...((rules !== undefined || isLenient) && { attachValidation: true }),
      ...(optionalBody && { preValidation: bodyOrNone }),
      ...(rate && { preHandler: hourly(serving.clock, ...rate) }),
      handler: handlerOf(audience, declared, problems, serving),
    }),
  };
}

function bodyOrNone(call: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  call.body ??= {};
  done();
}

export function addOperations(
  app: FastifyInstance,
  serving: Serving,
  operations: readonly Operation[],
  options: (operation: Operation) => Partial<RouteOptions> = () => ({}),
): void {
  for (const operation of operations) {
    const route = { ...options(operation), ...operation.route(serving) };
    const { csv } = operation;
    if (csv === undefined) app.route(route);
    else
      void app.register(async (scope) => {
        parseCsvBody(scope, csv);
        scope.route(route);
      });
  }
}

function schemaOf(audience: Audience, declared: AnyDeclaration, url: string, problems: Problems<string>): object {
  const { id, tag, params, query, headers, body, csv } = declared;
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name]) => [name, Type.String({ format: 'uuid' })]);
  return {
    operationId: id,
    summary: declared.summary,
    ...(declared.description && { description: declared.description }),
    tags: [tag],
    ...(names.length > 0 && { params: params ?? Type.Object(Object.fromEntries(names)) }),
    ...(query && { querystring: query }),
    ...(headers && { headers }),
    ...(body && { body: nameOf(body) === undefined ? body : { $ref: `${nameOf(body)}#` } }),
    ...(csv && csvSchema(csv)),
    response: {
      ...successOf(declared),
      ...audience.errors(query !== undefined),
      ...refusalsOf(declared, problems),
      ...(csv && csvErrors(csv)),
      ...declared.responses,
    },
  };
}

const nameOf = (schema: TSchema) => (schema as { $id?: string }).$id;

function successOf({ answer: given, status = 200 }: AnyDeclaration): Responses {
  if (typeof given === 'string') return { 204: { description: given, type: 'null' } };
  if (!Array.isArray(given)) return { [status]: given };
  const [schema, description] = given as [TSchema, string];
  return { [status]: answer(nameOf(schema)!, description) };
}

function refusalsOf(declared: AnyDeclaration, problems: Problems<string>): Responses {
  const { unknown = declared.ofAccount ? 'account' : undefined, problems: documented = {} } = declared;
  const responses: Record<number, object> = {};
  if (unknown !== undefined) {
    const text = notFound(unknown);
    responses[404] = errorResponse(text, { unknown: `error: 404 - ${text}` });
  }
  for (const [name, description] of Object.entries(documented)) {
    const [status, text] = problems[name]!;
    responses[status] = errorResponse(description!, { conflict: `error: ${status} - ${text}` });
  }
  return responses;
}

const csvAdvice = ([things]: Csv) => `Send the ${things} as text/csv`;

/** Replaces all parsers by one for CSV; call it in an encapsulated scope only. */
function parseCsvBody(scope: FastifyInstance, csv: Csv): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, bytes, done) => {
    if (isUtf8(bytes as Buffer)) done(null, bytes.toString());
    else done(new HttpError(400, 'The file is not UTF-8; save it as "CSV UTF-8"'));
  });
  scope.addContentTypeParser('*', (_request, _payload, done) => done(new HttpError(415, csvAdvice(csv))));
}

const csvSchema = ([, example]: Csv) => ({
  consumes: ['text/csv'],
  body: { content: { 'text/csv': { schema: { type: 'string', examples: [example] } } } },
});

const csvErrors = (csv: Csv) => ({
  415: errorResponse('The Content-Type is not text/csv', { type: `error: 415 - ${csvAdvice(csv)}` }),
});
