import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Static, TSchema } from '../../base/type.ts';
import type { Limit } from '../../bounds/limit.ts';
import type { Db } from '../../database/db.ts';
import type { AuditEntry } from '../../store/account/audit.ts';
import type { Walked } from '../../store/scan/walk.ts';
import type { FieldRules } from '../body.ts';
import type { Page } from '../paging.ts';
import type { Serving } from '../serving.ts';
import type { Csv } from './csv-body.ts';

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

/** A text stands for a problem, and `false` for the 404 of `unknown`; so does `undefined` where a body is expected. */
type Result<Row, Problem extends string> =
  | Row
  | Problem
  | `no ${string}`
  | boolean
  | undefined
  // biome-ignore lint/suspicious/noConfusingVoidType: a use case that only succeeds or throws returns nothing
  | void;

type Settled<T> = T | Promise<T>;

/**
 * One of: `read` runs within the caller's share of reads, `list` reads one page, which is sent as the first field of the answer, and
 * `write` changes something.
 */
type Work<Caller, Problem extends string, Row> =
  | { read: (db: Db, call: Caller, serving: Serving) => Settled<Result<NoInfer<Row>, Problem>> }
  | { write: (db: Db, call: Caller, serving: Serving) => Settled<Result<NoInfer<Row>, Problem>> }
  | {
      list: (
        db: Db,
        call: Caller,
        page: Page,
      ) => Settled<Walked<NoInfer<Row>> | readonly NoInfer<Row>[] | `no ${string}`>;
    }
  /** Writes its answer itself: a file, a stream, or one of several statuses. `changes`: not only a read. */
  | { handle: (call: Caller, reply: FastifyReply, serving: Serving) => unknown; changes?: boolean };

export type Responses = Readonly<Record<number, object>>;

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
  /** Of path parameters that are not plain UUIDs, which the operation checks itself. */
  readonly params?: TSchema;
  readonly query?: Query;
  readonly headers?: object;
  readonly body?: Body;
  /** The body is a CSV file. */
  readonly csv?: Csv;
  /** What each field of the body has to be, in the order in which they are reported. */
  readonly rules?: FieldRules;
  /** May be called without a body. */
  readonly optionalBody?: boolean;
  /** Schema and description; a description alone is that of a 204; anything else is a response as it is documented. */
  readonly answer: readonly [Shape, string] | string | object;
  readonly status?: 200 | 201 | 202;
  /** The body of a row: of the one that is found or changed, or of each of a list. */
  readonly shown?: (row: Row, db: Db) => Settled<object>;
  /** The audit entry of a change, written in its transaction; none: nothing was changed. */
  readonly audit?: (row: NoInfer<Row>, call: Call<Path, Query, Body>) => AuditEntry | undefined;
  /** The account in the path must exist. */
  readonly ofAccount?: boolean;
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
  /** An id that is not a UUID is that of an unknown thing, and not a fault of the request. */
  readonly anyId: boolean;
  /** Whose share of reads a call uses. */
  owner(call: FastifyRequest): string;
  /** How the document describes the 404 of a thing. */
  describeUnknown(thing: string): string;
  /** What every one of its operations may answer, by what it is sent. */
  errors(hasQuery: boolean): Responses;
};

export type Operation = {
  readonly isChange: boolean;
  readonly hasBody: boolean;
  readonly csv: Csv | undefined;
  route(serving: Serving): RouteOptions;
};

/** A declaration whose types have been checked. */
export type Handler = (db: Db, call: FastifyRequest, serving: Serving) => Settled<unknown>;
/** A declaration whose types have been checked. */
export type Erased = Omit<
  Declaration<string, TSchema, TSchema, TSchema, string, unknown>,
  'read' | 'write' | 'list' | 'audit'
> & {
  readonly tag: string;
  readonly read?: Handler;
  readonly write?: Handler;
  readonly list?: (db: Db, call: FastifyRequest, page: Page) => Settled<Walked<unknown> | unknown[] | string>;
  readonly audit?: (row: unknown, call: FastifyRequest) => AuditEntry | undefined;
  readonly handle?: (call: FastifyRequest, reply: FastifyReply, serving: Serving) => unknown;
  readonly changes?: boolean;
};
