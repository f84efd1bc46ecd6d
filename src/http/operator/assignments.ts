import type { FastifyInstance } from 'fastify';
import { assignList, unassignList } from '../../flows/price-lists.ts';
import { findAccountDetails } from '../../store/account/account-details.ts';
import { listAssignedPriceLists } from '../../store/account/price-lists.ts';
import { HttpError } from '../errors.ts';
import { type PageQuery, pageOf, pageOfRows } from '../paging.ts';
import { answer } from '../schemas/messages.ts';
import { operatorShare, type Serving } from '../serving.ts';
import { conflict, noSuch, notFound, operatorErrors } from './errors.ts';
import { toBody } from './prices.ts';
import { AccountPath, type AccountPathValues } from './schemas/accounts.ts';
import { AssignmentPath, type AssignmentPathValues, PriceListPaging } from './schemas/prices.ts';

const tags = ['Prices'];
const otherCurrency = (list: string, account: string) =>
  `The price list is in ${list}, the account in ${account}; give it a list in ${account}`;

/** Which accounts have which price lists. */
export function assignmentRoutes(app: FastifyInstance, { db, reads }: Serving): void {
  app.get<{ Params: AccountPathValues; Querystring: PageQuery }>('/accounts/:accountId/price-lists', {
    schema: {
      operationId: 'listAccountPriceLists',
      summary: 'List the price lists of an account',
      description: 'Of those that hold now and name a country, the one that began last speaks.',
      tags,
      params: AccountPath,
      querystring: PriceListPaging,
      response: { 200: answer('PriceListPage', 'A page of price lists'), ...notFound('account'), ...operatorErrors },
    },
    handler: ({ params, query }) =>
      reads.run(operatorShare, async (db) => {
        const page = pageOf(query);
        if ((await findAccountDetails(db, params.accountId)) === undefined) throw noSuch('account');
        const rows = await listAssignedPriceLists(db, params.accountId, page);
        return { priceLists: rows.map(toBody), ...pageOfRows(rows, page) };
      }),
  });

  app.put<{ Params: AssignmentPathValues }>('/accounts/:accountId/price-lists/:priceListId', {
    schema: {
      operationId: 'assignPriceList',
      summary: 'Give a price list to an account',
      description: 'Its prices count from this moment on, or from when it begins. Twice is as good as once.',
      tags,
      params: AssignmentPath,
      response: {
        204: { description: 'The account has it', type: 'null' },
        ...notFound('account'),
        ...conflict('The list is in another currency', otherCurrency('USD', 'EUR')),
        ...operatorErrors,
      },
    },
    handler: async ({ actor, params }, reply) => {
      const outcome = await assignList(db, actor, params.accountId, params.priceListId);
      if (outcome.kind === 'no account') throw noSuch('account');
      if (outcome.kind === 'no list') throw noSuch('price list');
      if (outcome.kind === 'other currency') throw new HttpError(409, otherCurrency(outcome.list, outcome.account));
      return reply.code(204).send();
    },
  });

  app.delete<{ Params: AssignmentPathValues }>('/accounts/:accountId/price-lists/:priceListId', {
    schema: {
      operationId: 'unassignPriceList',
      summary: 'Take a price list from an account',
      description: 'Countries that no other list of the account names are refused from this moment on.',
      tags,
      params: AssignmentPath,
      response: {
        204: { description: 'The account has it no longer', type: 'null' },
        ...notFound('price list of the account'),
        ...operatorErrors,
      },
    },
    handler: async ({ actor, params }, reply) => {
      const { accountId, priceListId } = params;
      if (!(await unassignList(db, actor, accountId, priceListId))) throw noSuch('price list of the account');
      return reply.code(204).send();
    },
  });
}
