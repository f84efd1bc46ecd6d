import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Limit } from '../bounds/limit.ts';
import type { Db } from '../db.ts';
import type { Walked } from '../store/walk.ts';
import { type Static, type TSchema, Type } from '../type.ts';
import { HttpError } from './errors.ts';
import { mapByTurns, nextCursor, type Page, type PageQuery, pageOf, pageOfRows } from './paging.ts';
import { hourly } from './rates.ts';
import type { Sent } from './row-body.ts';
import { errorResponse } from './schemas/errors.ts';
import { answer } from './schemas/messages.ts';
import type { Serving } from './serving.ts';

/** The names behind the colons of a path. */
type Names<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | Names<`/${Tail}`>
    : Rest
  : never;

export type Call<Path extends string, Query extends TSchema, Body extends TSchema> = FastifyRequest<{
  Params: { [Name in Names<Path>]: string };
  Querystring: Static<Query>;
  Body: Static<Body>;
}>;

type Endpoint<Path> = { get: Path } | { post: Path } | { put: Path } | { patch: Path } | { delete: Path };

/** `true` stands for success without a body; `false` and `undefined` for the 404 of `unknown`; a text for a problem. */
type Result<Row, Problem extends string> =
  | Row
  | Problem
  | `no ${string}`
  | boolean
  | undefined
  // biome-ignore lint/suspicious/noConfusingVoidType: a use case that only succeeds or throws returns nothing
  | void;

type Settled<T> = T | Promise<T>;

/** One of: `read` runs within the caller's share of reads, `list` reads one page of it, `write` changes something. */
type Work<Caller, Problem extends string, Row> =
  | { read: (db: Db, call: Caller, serving: Serving) => Settled<Result<NoInfer<Row>, Problem>> }
  | { write: (db: Db, call: Caller, serving: Serving) => Settled<Result<NoInfer<Row>, Problem>> }
  | {
      list: (
        db: Db,
        call: Caller,
        page: Page,
      ) => Settled<Walked<NoInfer<Row>> | readonly NoInfer<Row>[] | `no ${string}`>;
      /** The field of the answer that holds the rows. */
      things: string;
    }
  /** Writes its answer itself: a file, a stream, or one of several statuses. `changes`: not only a read. */
  | { handle: (call: Caller, reply: FastifyReply, serving: Serving) => unknown; changes?: boolean };

type Responses = Readonly<Record<number, object>>;

export type Declaration<
  Path extends string,
  Query extends TSchema,
  Body extends TSchema,
  Shape extends TSchema,
  Problem extends string,
  Row,
> = Endpoint<Path> & {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** Where it is not the one of its neighbours. */
  readonly tag?: string;
  /** Of path parameters that are not UUIDs. */
  readonly params?: TSchema;
  readonly query?: Query;
  readonly headers?: object;
  readonly body?: Body;
  readonly consumes?: string[];
  /** May be called without a body. */
  readonly optionalBody?: boolean;
  /** Schema and description; a description alone is that of a 204; anything else is a response as it is documented. */
  readonly answer: readonly [Shape, string] | string | object;
  readonly status?: 200 | 201 | 202;
  /** The body of a row: of the one that is found or changed, or of each of a list. */
  readonly shown?: (row: Row) => object;
  /** What a 404 is about: "There is no such key". */
  readonly unknown?: string;
  /** Problems that are documented, each with the description of its status. */
  readonly problems?: { readonly [Name in Problem]?: string };
  /** Responses that no other field describes. */
  readonly responses?: Responses;
  /** Calls an hour and account, and what they are called in the refusal. */
  readonly rate?: readonly [Limit, string];
  /** The answer holds a secret. */
  readonly noStore?: boolean;
  /** HEAD would read all of it without effect. */
  readonly noHead?: boolean;
  readonly bodyLimit?: number;
  readonly config?: RouteOptions['config'];
} & Work<Call<Path, Query, Body>, Problem, Row>;

/** Status and text of what a use case reports instead of a result. */
export type Problems<Problem extends string> = { readonly [Name in Problem]: readonly [status: number, text: string] };

/** What differs between customers and operators. */
export type Audience = {
  /** Whose share of reads a call uses. */
  owner(call: FastifyRequest): string;
  /** How the document describes the 404 of a thing. */
  describeUnknown(thing: string): string;
  /** What every one of its operations may answer, by what it is sent. */
  errors(sent: { query: boolean; body: boolean }): Responses;
};

export type Operation = {
  readonly isChange: boolean;
  readonly hasBody: boolean;
  readonly hasParams: boolean;
  readonly unknown: string | undefined;
  route(serving: Serving): RouteOptions;
};

/** For operators or for customers; then for the operations of one tag, which share the texts of their problems. */
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
      operationOf(audience, { tag, ...declared } as unknown as Erased, problems);
}

type Handler = (db: Db, call: FastifyRequest, serving: Serving) => Settled<unknown>;
type Erased = Omit<Declaration<string, TSchema, TSchema, TSchema, string, unknown>, 'read' | 'write' | 'list'> & {
  readonly tag: string;
  readonly read?: Handler;
  readonly write?: Handler;
  readonly list?: (db: Db, call: FastifyRequest, page: Page) => Settled<Walked<unknown> | unknown[] | string>;
  readonly things?: string;
  readonly handle?: (call: FastifyRequest, reply: FastifyReply, serving: Serving) => unknown;
  readonly changes?: boolean;
};

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

function operationOf(audience: Audience, declared: Erased, problems: Problems<string>): Operation {
  const method = methods.find((name) => name in declared)!;
  const url = (declared as unknown as Record<string, string>)[method]!;
  const { rate, optionalBody, noHead, bodyLimit, config, unknown } = declared;
  const hasBody = declared.body !== undefined;
  return {
    isChange: declared.write !== undefined || declared.changes === true,
    hasBody,
    hasParams: url.includes('/:'),
    unknown,
    route: (serving) => ({
      method: method.toUpperCase(),
      url,
      schema: schemaOf(audience, declared, url, problems),
      ...(config && { config }),
      ...(bodyLimit && { bodyLimit }),
      ...(noHead && { exposeHeadRoute: false }),
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

function handlerOf(audience: Audience, declared: Erased, problems: Problems<string>, serving: Serving) {
  const { read, list, write, handle, noStore, answer, status = 200, shown = asItIs } = declared;
  if (handle !== undefined) return (call: FastifyRequest, reply: FastifyReply) => handle(call, reply, serving);
  const reading = list === undefined ? read : pageReader(declared);
  return async (call: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const result = await (reading === undefined
      ? write!(serving.db, call, serving)
      : serving.reads.run(audience.owner(call), async (db) => reading(db, call, serving)));
    const refusal = refusalOf(result, declared.unknown, problems);
    if (refusal !== undefined) throw refusal;
    if (noStore) void reply.header('cache-control', 'no-store');
    if (typeof answer === 'string') return reply.code(204).send();
    return reply.code(status).send(list === undefined ? shown(result) : result);
  };
}

const asItIs = (row: unknown) => row as object;

function pageReader({ list, things, shown = asItIs }: Erased): Handler {
  return async (db, call) => {
    const page = pageOf(call.query as PageQuery);
    const found = await list!(db, call, page);
    if (typeof found === 'string') return found;
    const rows = 'rows' in found ? found.rows : found;
    const next = 'rows' in found ? nextCursor(found) : pageOfRows(rows as { id: string }[], page);
    return { [things!]: await mapByTurns(rows, shown), ...next };
  };
}

function refusalOf(result: unknown, unknown: string | undefined, problems: Problems<string>): HttpError | undefined {
  if (typeof result === 'string') {
    const [status, text] = problems[result] ?? [404, `There is ${result.replace(/^no /, 'no such ')}`];
    return new HttpError(status, text);
  }
  const isMissing = unknown !== undefined && (result === undefined || result === false);
  return isMissing ? new HttpError(404, `There is no such ${unknown}`) : undefined;
}

function schemaOf(audience: Audience, declared: Erased, url: string, problems: Problems<string>): object {
  const { id, tag, params, query, headers, body, consumes } = declared;
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
    ...(consumes && { consumes }),
    response: {
      ...successOf(declared),
      ...audience.errors({ query: query !== undefined, body: body !== undefined }),
      ...refusalsOf(audience, declared, problems),
      ...declared.responses,
    },
  };
}

const nameOf = (schema: TSchema) => (schema as { $id?: string }).$id;

function successOf({ answer: given, status = 200 }: Erased): Responses {
  if (typeof given === 'string') return { 204: { description: given, type: 'null' } };
  if (!Array.isArray(given)) return { [status]: given };
  const [schema, description] = given as [TSchema, string];
  return { [status]: answer(nameOf(schema)!, description) };
}

function refusalsOf(audience: Audience, declared: Erased, problems: Problems<string>): Responses {
  const { unknown, problems: documented = {} } = declared;
  const responses: Record<number, object> = {};
  if (unknown !== undefined) {
    const example = `error: 404 - There is no such ${unknown}`;
    responses[404] = errorResponse(audience.describeUnknown(unknown), { unknown: example });
  }
  for (const [name, description] of Object.entries(documented)) {
    const [status, text] = problems[name]!;
    responses[status] = errorResponse(description!, { conflict: `error: ${status} - ${text}` });
  }
  return responses;
}
