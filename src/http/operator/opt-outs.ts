import type { FastifyInstance } from 'fastify';
import { Type } from '../../base/type.ts';
import { httpLimits } from '../../bounds/limits/http.ts';
import { removeEntry, settingsOf } from '../../flows/opt-outs.ts';
import { findAccountDetails } from '../../store/account/account-details.ts';
import { listOptOuts } from '../../store/optout/opt-outs.ts';
import { csvAnswer, Exports, tooManyFiles } from '../export.ts';
import {
  add,
  entriesIn,
  entriesOf,
  mergeSettings,
  optOutColumns,
  readingCsv,
  readOptOuts,
  sendCsv,
} from '../opt-outs.ts';
import { pageOf } from '../paging.ts';
import { errorResponse, retryAfter } from '../schemas/errors.ts';
import { answer } from '../schemas/messages.ts';
import {
  NewOptOuts,
  type NewOptOutsValues,
  OptOutQuery,
  type OptOutQueryValues,
  OptOutSettingsChange,
  type OptOutSettingsChangeValues,
} from '../schemas/opt-outs.ts';
import { operatorShare, type Serving } from '../serving.ts';
import { noSuch, notFound, operatorErrors } from './errors.ts';
import { AccountPath, type AccountPathValues } from './schemas/accounts.ts';
import { uuid } from './schemas/fields.ts';

const tags = ['Opt-outs'];
const path = '/accounts/:accountId/opt-outs';
const EntryPath = Type.Object({ accountId: uuid(), optOutId: uuid() });
type EntryPathValues = AccountPathValues & { optOutId: string };

/** The lists of customers, as they have them in their own API. */
export function optOutRoutes(app: FastifyInstance, serving: Serving): void {
  listRoutes(app, serving);
  changeRoutes(app, serving);
  settingsRoutes(app, serving);
  readingCsv(app, (scope) => importRoute(scope, serving));
}

const known = <T>(result: T | undefined): T => {
  if (result === undefined) throw noSuch('account');
  return result;
};

function listRoutes(app: FastifyInstance, serving: Serving): void {
  const { reads } = serving;
  app.get<{ Params: AccountPathValues; Querystring: OptOutQueryValues }>(path, {
    schema: {
      operationId: 'listOptOuts',
      summary: 'List who has opted out of the messages of an account',
      description: 'Newest first.',
      tags,
      params: AccountPath,
      querystring: OptOutQuery,
      response: { 200: answer('OptOutList', 'A page of opt-outs'), ...notFound('account'), ...operatorErrors },
    },
    handler: async ({ params: { accountId }, query }) => {
      await mustExist(accountId);
      return readOptOuts(reads, operatorShare, accountId, query);
    },
  });

  const exports = new Exports(serving, httpLimits.optOutExportsOfOperators);
  app.get<{ Params: AccountPathValues }>(`${path}.csv`, {
    exposeHeadRoute: false,
    schema: {
      operationId: 'downloadOptOuts',
      summary: 'Opt-outs of an account as a CSV file',
      description: 'A connection that breaks off means that the file is not whole.',
      tags,
      params: AccountPath,
      response: {
        200: csvAnswer('All opt-outs'),
        ...notFound('account'),
        ...operatorErrors,
        429: errorResponse('Too many files are being written', { running: tooManyFiles }, retryAfter),
      },
    },
    handler: async ({ params: { accountId } }, reply) => {
      await mustExist(accountId);
      return exports.sendList(
        reply,
        { owner: operatorShare, filter: { ...pageOf({}), accountId }, columns: optOutColumns },
        { name: 'opt-outs.csv', read: listOptOuts },
      );
    },
  });

  function mustExist(accountId: string): Promise<unknown> {
    return reads.run(operatorShare, async (db) => known(await findAccountDetails(db, accountId)));
  }
}

function changeRoutes(app: FastifyInstance, serving: Serving): void {
  app.post<{ Params: AccountPathValues; Body: NewOptOutsValues }>(path, {
    schema: {
      operationId: 'addOptOuts',
      summary: 'Add numbers that want no messages of an account',
      tags,
      params: AccountPath,
      body: NewOptOuts,
      response: { 200: answer('OptOutsAdded', 'They are in the list'), ...notFound('account'), ...operatorErrors },
    },
    handler: async ({ actor, params: { accountId }, body }) =>
      known(await add(serving, { accountId, actor }, entriesOf(body), 'operator')),
  });

  app.delete<{ Params: EntryPathValues }>(`${path}/:optOutId`, {
    schema: {
      operationId: 'deleteOptOut',
      summary: 'Take a number out of the list',
      tags,
      params: EntryPath,
      response: { 204: { description: 'Removed', type: 'null' }, ...notFound('opt-out'), ...operatorErrors },
    },
    handler: async ({ actor, params: { accountId, optOutId } }, reply) => {
      if (!(await removeEntry(serving.db, { accountId, actor }, optOutId))) throw noSuch('opt-out');
      return reply.code(204).send();
    },
  });
}

function settingsRoutes(app: FastifyInstance, serving: Serving): void {
  app.get<{ Params: AccountPathValues }>(`${path}/settings`, {
    schema: {
      operationId: 'getOptOutSettings',
      summary: 'Which words count for an account, and what is answered',
      tags,
      params: AccountPath,
      response: { 200: answer('OptOutSettings', 'Its settings'), ...notFound('account'), ...operatorErrors },
    },
    handler: ({ params: { accountId } }) =>
      serving.reads.run(operatorShare, async (db) => {
        known(await findAccountDetails(db, accountId));
        return settingsOf(db, accountId);
      }),
  });

  app.patch<{ Params: AccountPathValues; Body: OptOutSettingsChangeValues }>(`${path}/settings`, {
    schema: {
      operationId: 'changeOptOutSettings',
      summary: 'Change which words count for an account, and what is answered',
      description: 'What is left out stays. `answers` and each list of words are replaced as a whole.',
      tags,
      params: AccountPath,
      body: OptOutSettingsChange,
      response: { 200: answer('OptOutSettings', 'As they are now'), ...notFound('account'), ...operatorErrors },
    },
    handler: async ({ actor, params: { accountId }, body }) =>
      known(await mergeSettings(serving, { accountId, actor }, body)),
  });
}

function importRoute(scope: FastifyInstance, serving: Serving): void {
  scope.post<{ Params: AccountPathValues; Body: string | undefined }>(`${path}/import`, {
    schema: {
      operationId: 'importOptOuts',
      summary: 'Add the numbers of a CSV file',
      description:
        'UTF-8, at most 1 MiB: one number a line; or with a header that names the column `number` and, if wanted, `sender`. One wrong ' +
        'line, and nothing is imported.',
      tags,
      params: AccountPath,
      consumes: ['text/csv'],
      body: { content: { 'text/csv': { schema: { type: 'string', examples: ['number,sender\n+38640123457,\n'] } } } },
      response: {
        200: answer('OptOutsAdded', 'They are in the list'),
        ...notFound('account'),
        ...operatorErrors,
        415: errorResponse('The body is something else', { type: `error: 415 - ${sendCsv}` }),
      },
    },
    handler: (request) => {
      const { actor, params, body = '' } = request;
      return serving.imports.run(request, operatorShare, entriesIn(body), async (entries) =>
        known(await add(serving, { accountId: params.accountId, actor }, entries, 'import')),
      );
    },
  });
}
