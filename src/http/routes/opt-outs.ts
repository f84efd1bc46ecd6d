import type { FastifyInstance } from 'fastify';
import { httpLimits } from '../../bounds/limits/http.ts';
import { isUuid } from '../../domain/uuid.ts';
import { removeEntry, settingsOf } from '../../flows/opt-outs.ts';
import { listOptOuts } from '../../store/optout/opt-outs.ts';
import type { Authentication } from '../auth.ts';
import { bodyLimit } from '../bodies.ts';
import { refuseEncoded } from '../encoding.ts';
import { HttpError } from '../errors.ts';
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
import { badQuery, commonErrors, errorResponse, retryAfter } from '../schemas/errors.ts';
import { answer } from '../schemas/messages.ts';
import {
  NewOptOuts,
  type NewOptOutsValues,
  OptOutPath,
  OptOutQuery,
  type OptOutQueryValues,
  OptOutSettingsChange,
  type OptOutSettingsChangeValues,
} from '../schemas/opt-outs.ts';
import type { Serving } from '../serving.ts';

const tags = ['Opt-outs'];
const badBody = {
  400: errorResponse('Something is wrong; nothing was changed', {
    numbers: 'error: 400 - numbers: not a valid phone number in E.164 form: "040 123 456"',
  }),
};
const missing = {
  404: errorResponse('The account has no such opt-out', { unknown: 'error: 404 - There is no such opt-out' }),
};

/** Who wants no messages of the account. All of it is an extension. */
export function optOutRoutes(app: FastifyInstance, serving: Serving, auth: Authentication): void {
  listRoutes(app, serving, auth);
  changeRoutes(app, serving, auth);
  settingsRoutes(app, serving, auth);
  readingCsv(app, (scope) => importRoute(scope, serving, auth));
}

function listRoutes(app: FastifyInstance, serving: Serving, auth: Authentication): void {
  const { reads } = serving;
  app.get<{ Querystring: OptOutQueryValues }>('/v1/opt-outs', {
    onRequest: auth.looks,
    schema: {
      operationId: 'listOptOuts',
      summary: 'List who has opted out (extension)',
      description: 'Newest first. Messages to them are accepted, and REJECTED at no cost.',
      tags,
      querystring: OptOutQuery,
      response: { 200: answer('OptOutList', 'A page of opt-outs'), ...badQuery, ...commonErrors },
    },
    handler: ({ principal: { accountId }, query }) => readOptOuts(reads, accountId, accountId, query),
  });

  const exports = new Exports(serving, httpLimits.exportsOfAccount);
  app.get('/v1/opt-outs.csv', {
    onRequest: auth.looks,
    exposeHeadRoute: false,
    schema: {
      operationId: 'downloadOptOuts',
      summary: 'Opt-outs as a CSV file (extension)',
      description: 'All of them, newest first. A connection that breaks off means that the file is not whole.',
      tags,
      response: {
        200: csvAnswer('All opt-outs'),
        ...commonErrors,
        429: errorResponse('Another file of this account is being written', { running: tooManyFiles }, retryAfter),
      },
    },
    handler: ({ principal: { accountId } }, reply) =>
      exports.sendList(
        reply,
        { owner: accountId, filter: { ...pageOf({}), accountId }, columns: optOutColumns },
        { name: 'opt-outs.csv', read: listOptOuts },
      ),
  });
}

function changeRoutes(app: FastifyInstance, serving: Serving, auth: Authentication): void {
  app.post<{ Body: NewOptOutsValues }>('/v1/opt-outs', {
    bodyLimit,
    onRequest: [auth.changes, refuseEncoded],
    schema: {
      operationId: 'addOptOuts',
      summary: 'Add numbers that want no messages (extension)',
      description: 'Those that are in the list already stay there.',
      tags,
      body: NewOptOuts,
      response: { 200: answer('OptOutsAdded', 'They are in the list'), ...badBody, ...commonErrors },
    },
    handler: ({ principal: { accountId }, body }) => add(serving, { accountId }, entriesOf(body), 'request'),
  });

  app.delete<{ Params: { optOutId: string } }>('/v1/opt-outs/:optOutId', {
    onRequest: auth.changes,
    attachValidation: true,
    schema: {
      operationId: 'deleteOptOut',
      summary: 'Take a number out of the list (extension)',
      description: 'Only if it has told you that it wants messages again.',
      tags,
      params: OptOutPath,
      response: { 204: { description: 'Removed', type: 'null' }, ...missing, ...commonErrors },
    },
    handler: async ({ principal: { accountId }, params: { optOutId } }, reply) => {
      const isRemoved = isUuid(optOutId) && (await removeEntry(serving.db, { accountId }, optOutId));
      if (!isRemoved) throw new HttpError(404, 'There is no such opt-out');
      return reply.code(204).send();
    },
  });
}

function settingsRoutes(app: FastifyInstance, serving: Serving, auth: Authentication): void {
  app.get('/v1/opt-outs/settings', {
    onRequest: auth.looks,
    schema: {
      operationId: 'getOptOutSettings',
      summary: 'Which words count, and what is answered (extension)',
      tags,
      response: { 200: answer('OptOutSettings', 'The settings of the account'), ...commonErrors },
    },
    handler: ({ principal: { accountId } }) => serving.reads.run(accountId, (db) => settingsOf(db, accountId)),
  });

  app.patch<{ Body: OptOutSettingsChangeValues }>('/v1/opt-outs/settings', {
    onRequest: [auth.changes, refuseEncoded],
    schema: {
      operationId: 'changeOptOutSettings',
      summary: 'Change which words count, and what is answered (extension)',
      description: 'What is left out stays. `answers` and each list of words are replaced as a whole.',
      tags,
      body: OptOutSettingsChange,
      response: { 200: answer('OptOutSettings', 'The settings as they are now'), ...badBody, ...commonErrors },
    },
    handler: ({ principal: { accountId }, body }) => mergeSettings(serving, { accountId }, body),
  });
}

function importRoute(scope: FastifyInstance, serving: Serving, auth: Authentication): void {
  scope.post<{ Body: string | undefined }>('/v1/opt-outs/import', {
    bodyLimit,
    onRequest: [auth.changes, refuseEncoded],
    schema: {
      operationId: 'importOptOuts',
      summary: 'Add the numbers of a CSV file (extension)',
      description:
        'UTF-8, at most 1 MiB: one number a line; or with a header that names the column `number` and, if wanted, `sender`. One wrong ' +
        'line, and nothing is imported; the answer names them all, or the first twenty.',
      tags,
      consumes: ['text/csv'],
      body: { content: { 'text/csv': { schema: { type: 'string', examples: ['number,sender\n+38640123457,\n'] } } } },
      response: {
        200: answer('OptOutsAdded', 'They are in the list'),
        ...badBody,
        ...commonErrors,
        415: errorResponse('The body is something else', { type: `error: 415 - ${sendCsv}` }),
      },
    },
    handler: (request) => {
      const { accountId } = request.principal;
      return serving.imports.run(request, accountId, entriesIn(request.body ?? ''), (entries) =>
        add(serving, { accountId }, entries, 'import'),
      );
    },
  });
}
