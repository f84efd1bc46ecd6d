import type { FastifyInstance } from 'fastify';
import { httpLimits } from '../../bounds/limits/http.ts';
import { contentColumn, csvAnswer, type Export, Exports, messageColumns, tooManyFiles } from '../export.ts';
import { pageOf } from '../paging.ts';
import { errorResponse, retryAfter } from '../schemas/errors.ts';
import type { Serving } from '../serving.ts';
import { operatorErrors } from './errors.ts';
import { filterOf } from './messages.ts';
import { MessageFileQuery, type MessageFileQueryValues } from './schemas/traffic.ts';

/** Beside the operators' lists, which somebody looks at: a file takes a share of its own. */
const share = 'operator files';

const tooMany = {
  429: errorResponse('Too many files at a time', { running: tooManyFiles }, retryAfter),
};

const columns: Export['columns'] = [['accountId', (row) => row.account_id], ...messageColumns];

export function messageFileRoutes(app: FastifyInstance, serving: Serving): void {
  const exports = new Exports(serving, httpLimits.exportsOfOperators);
  app.get<{ Querystring: MessageFileQueryValues }>('/messages.csv', {
    // It would be read to its end for nobody.
    exposeHeadRoute: false,
    schema: {
      operationId: 'downloadMessages',
      summary: 'Messages of all accounts as a CSV file',
      description:
        'Newest first, with the filters of the list; written while it is read. What a spreadsheet would take for a formula gets an ' +
        "apostrophe (') in front of it; phone numbers stay as they are. A connection that breaks off means that the file is not whole.",
      tags: ['Traffic'],
      querystring: MessageFileQuery,
      response: { 200: csvAnswer('All that fit'), ...operatorErrors, ...tooMany },
    },
    handler: ({ actor, query }, reply) => {
      const filter = { ...pageOf(query), ...filterOf(query) };
      // A file is no object that fields could be left out of.
      if (!actor.may('text')) filter.content = false;
      return exports.send(reply, {
        owner: share,
        filter,
        columns: filter.content ? [...columns, contentColumn] : columns,
      });
    },
  });
}
