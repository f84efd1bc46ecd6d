import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Static, TSchema } from '../../base/type.ts';
import type { Limit } from '../../bounds/limit.ts';
import type { Db } from '../../database/db.ts';
import type { AuditEntry } from '../../store/account/audit.ts';
import type { Walked } from '../../store/scan/walk.ts';
import type { Serving } from '../server/serving.ts';
import type { RequestedPage } from './paging.ts';
import type { FieldRules } from './validation.ts';

type ParameterNames<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ParameterNames<`/${Tail}`>
    : Rest
  : never;

type Call<Path extends string, Query extends TSchema, Body extends TSchema> = FastifyRequest<{
  Params: { [Name in ParameterNames<Path>]: string };
  Querystring: Static<Query>;
  Body: Static<Body>;
}>;

type MethodAndPath<Path> = { get: Path } | { post: Path } | { put: Path } | { patch: Path } | { delete: Path };

/** A string names a problem. `false` is the 404 of `unknown`; so is `undefined` where a body is expected. */
type Result<Row, Problem extends string> =
  | Row
  | Problem
  | `no ${string}`
  | boolean
  | undefined
  // biome-ignore lint/suspicious/noConfusingVoidType: a flow that only succeeds or throws returns nothing
  | void;

type Settled<T> = T | Promise<T>;

/** `read` uses the caller's share of reads; `list` reads one page, the first field of the response; `write` changes something. */
type Work<Caller, Problem extends string, Row> =
  | { read: (db: Db, call: Caller, serving: Serving) => Settled<Result<NoInfer<Row>, Problem>> }
  | { write: (db: Db, call: Caller, serving: Serving) => Settled<Result<NoInfer<Row>, Problem>> }
  | {
      list: (
        db: Db,
        call: Caller,
        page: RequestedPage,
      ) => Settled<Walked<NoInfer<Row>> | readonly NoInfer<Row>[] | `no ${string}`>;
    }
  /** Writes its own response: a file, a stream, or one of several statuses. */
  | { handle: (call: Caller, reply: FastifyReply, serving: Serving) => unknown; isWrite?: boolean };

/** The content of a CSV file, and an example. */
export type Csv = readonly [things: string, example: string];

export type Responses = Readonly<Record<number, object>>;

export type Declaration<
  Path extends string,
  Query extends TSchema,
  Body extends TSchema,
  Shape extends TSchema,
  Problem extends string,
  Row,
> = MethodAndPath<Path> & {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag?: string;
  /** The schema of path parameters that are not UUIDs; the operation validates them itself. */
  readonly params?: TSchema;
  readonly query?: Query;
  readonly headers?: object;
  readonly body?: Body;
  readonly csv?: Csv;
  /** What each field of the body must be, in the order in which errors are reported. */
  readonly rules?: FieldRules;
  readonly optionalBody?: boolean;
  /** Schema and description; a description alone documents a 204; an object is an OpenAPI response. */
  readonly answer: readonly [Shape, string] | string | object;
  readonly status?: 200 | 201 | 202;
  /** The body of a row: the row read or written, or each row of a list. */
  readonly shown?: (row: Row, db: Db) => Settled<object>;
  /** The audit entry of a change, written in its transaction; undefined if nothing was changed. */
  readonly audit?: (row: NoInfer<Row>, call: Call<Path, Query, Body>) => AuditEntry | undefined;
  readonly ofAccount?: boolean;
  /** The noun of a 404 text: `key` in "Key not found". */
  readonly unknown?: string;
  /** Documented problems, each with the description of its status. */
  readonly problems?: { readonly [Name in Problem]?: string };
  readonly responses?: Responses;
  /** Limit of calls per hour and account, and their noun in the error text. */
  readonly rate?: readonly [Limit, string];
  /** The response holds a secret and must not be cached. */
  readonly noStore?: boolean;
  /** No HEAD route: it would read the whole file or stream. */
  readonly noHead?: boolean;
  readonly bodyLimit?: number;
  readonly config?: RouteOptions['config'];
} & Work<Call<Path, Query, Body>, Problem, Row>;

/** Status and text of each problem that a flow returns instead of a result. */
export type Problems<Problem extends string> = { readonly [Name in Problem]: readonly [status: number, text: string] };

export type Audience = {
  /** An id that is not a UUID gets 404 instead of 400. */
  readonly anyId: boolean;
  owner(call: FastifyRequest): string;
  errors(hasQuery: boolean): Responses;
};

export type Operation = {
  readonly isWrite: boolean;
  readonly hasBody: boolean;
  readonly csv: Csv | undefined;
  route(serving: Serving): RouteOptions;
};

type Handler = (db: Db, call: FastifyRequest, serving: Serving) => Settled<unknown>;
export type AnyDeclaration = Omit<
  Declaration<string, TSchema, TSchema, TSchema, string, unknown>,
  'read' | 'write' | 'list' | 'audit'
> & {
  readonly tag: string;
  readonly read?: Handler;
  readonly write?: Handler;
  readonly list?: (db: Db, call: FastifyRequest, page: RequestedPage) => Settled<Walked<unknown> | unknown[] | string>;
  readonly audit?: (row: unknown, call: FastifyRequest) => AuditEntry | undefined;
  readonly handle?: (call: FastifyRequest, reply: FastifyReply, serving: Serving) => unknown;
  readonly isWrite?: boolean;
};
