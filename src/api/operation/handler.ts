import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TObject } from '../../base/type.ts';
import type { Db } from '../../database/db.ts';
import { isUuid } from '../../domain/uuid.ts';
import { audited } from '../../flows/audited.ts';
import { findAccountDetails } from '../../store/account/account-details.ts';
import { HttpError, notFound } from '../server/errors.ts';
import type { Serving } from '../server/serving.ts';
import type { AnyDeclaration, Audience, Problems } from './declaration.ts';
import { mapByTurns, nextCursor, nextOfSearch, type PageQuery, pageOf, pageOfRows } from './paging.ts';
import { checkBody } from './validation.ts';

export function handlerOf(audience: Audience, declared: AnyDeclaration, problems: Problems<string>, serving: Serving) {
  const { handle, noStore, answer, status = 200, rules } = declared;
  const check = (call: FastifyRequest) => {
    if (audience.anyId && declared.params === undefined) checkIds(call, declared);
    if (rules !== undefined) checkBody(call, rules);
    // Ids are checked by `checkIds` or by the operation.
    else if (call.validationError && call.validationError.validationContext !== 'params') throw call.validationError;
  };
  if (handle !== undefined)
    return (call: FastifyRequest, reply: FastifyReply) => {
      check(call);
      return handle(call, reply, serving);
    };
  const work = declared.list === undefined ? rowWork(declared, problems) : pageWork(declared, problems);
  return async (call: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    check(call);
    const body = await (declared.write === undefined
      ? serving.reads.run(audience.owner(call), (db) => work(db, call, serving))
      : work(serving.db, call, serving));
    if (noStore) void reply.header('cache-control', 'no-store');
    return typeof answer === 'string' ? reply.code(204).send() : reply.code(status).send(body);
  };
}

function checkIds({ params }: FastifyRequest, { unknown }: AnyDeclaration): void {
  const isKnown = Object.values(params as Record<string, string>).every(isUuid);
  if (!isKnown) throw new HttpError(404, notFound(unknown!));
}

type BodyOf = (db: Db, call: FastifyRequest, serving: Serving) => Promise<unknown>;

function rowWork(declared: AnyDeclaration, problems: Problems<string>): BodyOf {
  const { read, write, audit, shown } = declared;
  const work = (read ?? write)!;
  return async (db, call, serving) => {
    if (declared.ofAccount) await checkAccount(db, call);
    const noted = audit === undefined ? db : audited(db, call.actor, (result: unknown) => audit(result, call));
    const result = await work(noted, call, serving);
    const refusal = refusalOf(result, declared, problems);
    if (refusal !== undefined) throw refusal;
    return shown === undefined ? result : shown(result, db);
  };
}

function pageWork(declared: AnyDeclaration, problems: Problems<string>): BodyOf {
  const { list, shown = asItIs } = declared;
  const [rowsName = '', ...others] = Object.keys((declared.answer as [TObject])[0].properties);
  // Only the pages of a search have `searchedTo`.
  const nextOf = others.includes('searchedTo') ? nextOfSearch : nextCursor;
  return async (db, call) => {
    const page = pageOf(call.query as PageQuery);
    if (declared.ofAccount) await checkAccount(db, call);
    const found = await list!(db, call, page);
    if (typeof found === 'string') throw refusalOf(found, declared, problems)!;
    const rows = 'rows' in found ? found.rows : found;
    const next = 'rows' in found ? nextOf(found) : pageOfRows(rows as { id: string }[], page);
    return { [rowsName]: await mapByTurns(rows, (row) => shown(row, db)), ...next };
  };
}

const asItIs = (row: unknown) => row as object;

export async function checkAccount(db: Db, { params }: FastifyRequest): Promise<void> {
  const { accountId } = params as { accountId: string };
  if ((await findAccountDetails(db, accountId)) === undefined) throw new HttpError(404, 'Account not found');
}

function refusalOf(result: unknown, declared: AnyDeclaration, problems: Problems<string>): HttpError | undefined {
  const { unknown, answer } = declared;
  if (typeof result === 'string') {
    const [status, text] = problems[result] ?? [404, notFound(result.replace(/^no /, ''))];
    return new HttpError(status, text);
  }
  const isMissing = result === false || (result === undefined && typeof answer !== 'string');
  return unknown !== undefined && isMissing ? new HttpError(404, notFound(unknown)) : undefined;
}
