import type { FastifyInstance } from 'fastify';
import { httpLimits } from '../../bounds/limits/http.ts';
import type { Authentication } from '../auth.ts';
import { contentColumn, csvAnswer, Exports, messageColumns, tooManyFiles } from '../export.ts';
import { pageOf } from '../paging.ts';
import { badQuery, commonErrors, errorResponse, retryAfter } from '../schemas/errors.ts';
import { FileQuery, type FileQueryValues } from '../schemas/messages.ts';
import type { Serving } from '../serving.ts';
import { filterOf } from './messages.ts';

const tooMany = {
  429: errorResponse('Another file of this account is being written', { running: tooManyFiles }, retryAfter),
};

export function messageFileRoutes(app: FastifyInstance, serving: Serving, auth: Authentication): void {
  const exports = new Exports(serving, httpLimits.exportsOfAccount);
  app.get<{ Querystring: FileQueryValues }>('/v1/sms/messages.csv', {
    onRequest: auth.looks,
    // It would be read to its end for nobody.
    exposeHeadRoute: false,
    schema: {
      operationId: 'downloadMessages',
      summary: 'Messages as a CSV file (extension)',
      description:
        'Newest first, with the filters of the list; written while it is read, one file at a time. What a spreadsheet would take for a ' +
        "formula gets an apostrophe (') in front of it; phone numbers stay as they are. A connection that breaks off means that the " +
        'file is not whole.',
      tags: ['Messages'],
      querystring: FileQuery,
      response: { 200: csvAnswer('All that fit'), ...badQuery, ...commonErrors, ...tooMany },
    },
    handler: ({ principal: { accountId }, query }, reply) => {
      const filter = { ...pageOf(query), ...filterOf(accountId, query) };
      return exports.send(reply, {
        owner: accountId,
        filter,
        columns: filter.content ? [...messageColumns, contentColumn] : messageColumns,
      });
    },
  });
}
