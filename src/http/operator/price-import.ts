import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { Type } from '../../base/type.ts';
import { priceChanges } from '../../domain/money/price-changes.ts';
import { readPrices } from '../../domain/money/price-csv.ts';
import type { Price } from '../../domain/money/prices.ts';
import { replacePrices } from '../../flows/price-lists.ts';
import { findPriceList, pricesOf } from '../../store/account/price-lists.ts';
import { HttpError } from '../errors.ts';
import { errorResponse } from '../schemas/errors.ts';
import { operatorShare, type Serving } from '../serving.ts';
import { noSuch, notFound, operatorErrors } from './errors.ts';
import { ImportQuery, type ImportQueryValues, PriceListPath, type PriceListPathValues } from './schemas/prices.ts';

const mostProblems = 20;
const sendCsv = 'Send the prices as text/csv';

/** In a scope of its own: nowhere else is a body of CSV read. */
export function priceImportRoutes(app: FastifyInstance, runtime: Serving): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, bytes, done) => {
      if (isUtf8(bytes as Buffer)) done(null, bytes.toString());
      else done(new HttpError(400, 'The file is not UTF-8; save it as "CSV UTF-8"'));
    });
    scope.addContentTypeParser('*', (_request, _payload, done) => done(new HttpError(415, sendCsv)));
    importRoute(scope, runtime);
  });
}

type Import = { Params: PriceListPathValues; Querystring: ImportQueryValues; Body: string | undefined };

function importRoute(scope: FastifyInstance, { db, reads }: Serving): void {
  scope.post<Import>('/price-lists/:priceListId/import', {
    schema: {
      operationId: 'importPrices',
      summary: 'Replace all prices of a list by those of a CSV file',
      description:
        'UTF-8, at most 1 MiB. The first line names the columns `country` and `unit_price` (or `price`), in either order; then ' +
        'one country a line. Separated by commas, or by semicolons, with which a decimal comma may be used. One wrong line, and ' +
        'nothing is imported; the answer names them all, or the first twenty. With `preview=true` it says what would change, and ' +
        'changes nothing.',
      tags: ['Prices'],
      params: PriceListPath,
      querystring: ImportQuery,
      consumes: ['text/csv'],
      body: { content: { 'text/csv': { schema: { type: 'string', examples: ['country,unit_price\nSI,0.0125\n'] } } } },
      response: {
        200: {
          description: 'The new prices hold; of a preview: what would change',
          content: {
            'application/json': { schema: Type.Union([Type.Ref('PricesReplaced'), Type.Ref('PricesPreview')]) },
          },
        },
        ...notFound('price list'),
        ...operatorErrors,
        400: errorResponse('Nothing was imported', {
          lines:
            'error: 400 - Nothing was imported. line 3: 0,5 is not a number such as 0.0125; line 7: SI stands on line 2 already',
        }),
        415: errorResponse('The body is something else', { type: `error: 415 - ${sendCsv}` }),
      },
    },
    handler: async ({ actor, params, query, body = '' }) => {
      const prices = pricesIn(body);
      if (query.preview === 'true') return preview(params.priceListId, prices);
      if (!(await replacePrices(db, actor, params.priceListId, prices))) throw noSuch('price list');
      return { imported: prices.length };
    },
  });

  function preview(priceListId: string, prices: readonly Price[]) {
    return reads.run(operatorShare, async (db) => {
      if ((await findPriceList(db, priceListId)) === undefined) throw noSuch('price list');
      return priceChanges(await pricesOf(db, priceListId), prices);
    });
  }
}

function pricesIn(text: string): readonly Price[] {
  const read = readPrices(text);
  if ('prices' in read) return read.prices;
  const { problems } = read;
  const more = problems.length - mostProblems;
  const said = problems.slice(0, mostProblems).join('; ');
  throw new HttpError(400, `Nothing was imported. ${said}${more > 0 ? `; and ${more} more` : ''}`);
}
