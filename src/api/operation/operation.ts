import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Static, TSchema } from '../../base/type.ts';
import { hourly } from '../customer/rates.ts';
import type { Serving } from '../server/serving.ts';
import { readCsv } from './csv-body.ts';
import type { AnyDeclaration, Audience, Declaration, Operation, Problems } from './declaration.ts';
import { schemaOf } from './document.ts';
import { handlerOf } from './handler.ts';
import type { Sent } from './row-body.ts';

/** Declares operations for an audience; then for one tag, whose operations share the texts of their problems. */
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

/** `options`: route options added to each operation's own. */
export function register(
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
        readCsv(scope, csv);
        scope.route(route);
      });
  }
}
