import type { FastifyInstance } from 'fastify';
import { type Price, pricesProblem } from '../../domain/money/prices.ts';
import { changePriceList, createPriceList, type PriceListProblem, replacePrices } from '../../flows/price-lists.ts';
import {
  findPriceList,
  holdersOf,
  listPriceLists,
  type PriceListRow,
  pricesOf,
} from '../../store/account/price-lists.ts';
import { HttpError } from '../errors.ts';
import { pageOf, pageOfRows, searchable, timeOf, timeOrNull } from '../paging.ts';
import { answer } from '../schemas/messages.ts';
import { operatorShare, type Serving } from '../serving.ts';
import { noSuch, notFound, operatorErrors } from './errors.ts';
import {
  NewPriceList,
  type NewPriceListValues,
  type PriceListBody,
  PriceListChange,
  type PriceListChangeValues,
  PriceListPath,
  type PriceListPathValues,
  PriceListQuery,
  type PriceListQueryValues,
  Prices,
  type PricesValues,
} from './schemas/prices.ts';

const tags = ['Prices'];
const mostHolders = 1_000;

export function priceRoutes(app: FastifyInstance, { db, reads }: Serving): void {
  app.post<{ Body: NewPriceListValues }>('/price-lists', {
    schema: {
      operationId: 'createPriceList',
      summary: 'Create a price list',
      description: 'It holds from now on unless told otherwise, for the accounts it is given to.',
      tags,
      body: NewPriceList,
      response: { 201: answer('PriceList', 'The new list'), ...operatorErrors },
    },
    handler: async ({ actor, body }, reply) => {
      const request = { ...body, ...validity(body), prices: checked(body.prices ?? []) };
      return reply.code(201).send(toBody(granted(await createPriceList(db, actor, request))));
    },
  });

  app.get<{ Querystring: PriceListQueryValues }>('/price-lists', {
    schema: {
      operationId: 'listPriceLists',
      summary: 'List price lists',
      tags,
      querystring: PriceListQuery,
      response: { 200: answer('PriceListPage', 'A page of price lists'), ...operatorErrors },
    },
    handler: ({ query }) =>
      reads.run(operatorShare, async (db) => {
        const page = pageOf(query);
        const rows = await listPriceLists(db, { ...query, name: searchable('name', query.name), ...page });
        return { priceLists: rows.map(toBody), ...pageOfRows(rows, page) };
      }),
  });

  app.get<{ Params: PriceListPathValues }>('/price-lists/:priceListId', {
    schema: {
      operationId: 'getPriceList',
      summary: 'Look up a price list',
      description: 'With its prices and the accounts that have it.',
      tags,
      params: PriceListPath,
      response: { 200: answer('PriceListDetails', 'The list'), ...notFound('price list'), ...operatorErrors },
    },
    handler: ({ params: { priceListId } }) =>
      reads.run(operatorShare, async (db) => ({
        ...toBody(granted((await findPriceList(db, priceListId)) ?? 'no list')),
        prices: await pricesOf(db, priceListId),
        accounts: await holdersOf(db, priceListId, mostHolders),
      })),
  });

  app.patch<{ Params: PriceListPathValues; Body: PriceListChangeValues }>('/price-lists/:priceListId', {
    schema: {
      operationId: 'changePriceList',
      summary: 'Rename a price list, or change when it holds',
      description: 'What is left out stays. Messages that are accepted already keep their price.',
      tags,
      params: PriceListPath,
      body: PriceListChange,
      response: { 200: answer('PriceList', 'The list as it is now'), ...notFound('price list'), ...operatorErrors },
    },
    handler: async ({ actor, params, body }) => {
      const change = { ...body, ...validity(body) };
      return toBody(granted(await changePriceList(db, actor, params.priceListId, change)));
    },
  });

  app.put<{ Params: PriceListPathValues; Body: PricesValues }>('/price-lists/:priceListId/prices', {
    schema: {
      operationId: 'replacePrices',
      summary: 'Replace all prices of a list',
      description: 'All at once: every message is priced by the old prices or by the new ones.',
      tags,
      params: PriceListPath,
      body: Prices,
      response: { 200: answer('PricesReplaced', 'The new prices hold'), ...notFound('price list'), ...operatorErrors },
    },
    handler: async ({ actor, params, body }) => {
      const prices = checked(body.prices);
      if (!(await replacePrices(db, actor, params.priceListId, prices))) throw noSuch('price list');
      return { imported: prices.length };
    },
  });
}

function checked(prices: readonly Price[]): readonly Price[] {
  const problem = pricesProblem(prices);
  if (problem !== undefined) throw new HttpError(400, `prices: ${problem}`);
  return prices;
}

function validity(given: Pick<PriceListChangeValues, 'activeFrom' | 'activeTo'>) {
  return {
    activeFrom: timeOf('activeFrom', given.activeFrom),
    activeTo: timeOrNull('activeTo', given.activeTo),
  };
}

function granted(outcome: PriceListRow | PriceListProblem): PriceListRow {
  if (outcome === 'no list') throw noSuch('price list');
  if (outcome === 'wrong order') throw new HttpError(400, 'activeTo must be after activeFrom');
  return outcome;
}

export function toBody(list: PriceListRow): PriceListBody {
  return {
    priceListId: list.id,
    name: list.name,
    currency: list.currency,
    activeFrom: list.active_from.toISOString(),
    activeTo: list.active_to?.toISOString() ?? null,
    createdAt: list.created_at.toISOString(),
    countryCount: list.countries,
    accountCount: list.accounts,
  };
}
