import { type Static, Type } from '../../base/type.ts';
import { priceChanges } from '../../domain/money/price-changes.ts';
import { readPrices } from '../../domain/money/price-csv.ts';
import { type Price, pricesProblem } from '../../domain/money/prices.ts';
import {
  assignList,
  changePriceList,
  createPriceList,
  replacePrices,
  unassignList,
} from '../../flows/accounts/price-lists.ts';
import {
  findPriceList,
  holdersOf,
  listAssignedPriceLists,
  listPriceLists,
  type PriceListRow,
  pricesOf,
} from '../../store/account/price-lists.ts';
import { searchable, timeOf, timeOrNull } from '../operation/paging.ts';
import { bodyOf } from '../operation/row-body.ts';
import { errorResponse } from '../schemas/errors.ts';
import { Paging } from '../schemas/fields.ts';
import { HttpError } from '../server/errors.ts';
import { operatorShare } from '../server/serving.ts';
import { operatorOperations } from './operation.ts';
import * as schemas from './schemas/prices.ts';

const mostHolders = 1_000;
const mostProblems = 20;
const otherCurrency = (list: string, account: string) =>
  `The price list is in ${list}, the account in ${account}; give it a list in ${account}`;

const operation = operatorOperations('Prices', {
  'no list': [404, 'There is no such price list'],
  'wrong order': [400, 'activeTo must be after activeFrom'],
  'other currency': [409, otherCurrency('USD', 'EUR')],
});

export const priceOperations = [
  operation({
    id: 'createPriceList',
    post: '/price-lists',
    summary: 'Create a price list',
    description:
      'Returns the new list. It is active from now on unless `activeFrom` is given, for the accounts it is assigned to.',
    body: schemas.NewPriceList,
    status: 201,
    answer: [schemas.PriceList, 'The new list'],
    shown: toBody,
    write: (db, { actor, body }) =>
      createPriceList(db, actor, { ...body, ...validity(body), prices: checked(body.prices ?? []) }),
  }),
  operation({
    id: 'listPriceLists',
    get: '/price-lists',
    summary: 'List price lists',
    query: schemas.PriceListQuery,
    answer: [schemas.PriceListPage, 'A page of price lists'],
    shown: toBody,
    list: (db, { query }, page) => listPriceLists(db, { ...query, name: searchable('name', query.name), ...page }),
  }),
  operation({
    id: 'getPriceList',
    get: '/price-lists/:priceListId',
    summary: 'Retrieve a price list',
    description: 'Returns the list with its prices and the accounts it is assigned to.',
    answer: [schemas.PriceListDetails, 'The list'],
    unknown: 'price list',
    shown: async (list: PriceListRow, db) => ({
      ...toBody(list),
      prices: await pricesOf(db, list.id),
      accounts: await holdersOf(db, list.id, mostHolders),
    }),
    read: (db, { params }) => findPriceList(db, params.priceListId),
  }),
  operation({
    id: 'changePriceList',
    patch: '/price-lists/:priceListId',
    summary: 'Update a price list',
    description: 'Omitted fields are not changed. Messages that were already accepted keep their price.',
    body: schemas.PriceListChange,
    answer: [schemas.PriceList, 'The updated list'],
    unknown: 'price list',
    shown: toBody,
    write: (db, { actor, params, body }) =>
      changePriceList(db, actor, params.priceListId, { ...body, ...validity(body) }),
  }),
  operation({
    id: 'replacePrices',
    put: '/price-lists/:priceListId/prices',
    summary: 'Replace all prices of a list',
    description: 'The change is atomic: every send request is priced by the old or by the new prices.',
    body: schemas.Prices,
    answer: [schemas.PricesReplaced, 'The number of new prices'],
    unknown: 'price list',
    write: async (db, { actor, params, body }) => {
      const prices = checked(body.prices);
      return (await replacePrices(db, actor, params.priceListId, prices)) && { imported: prices.length };
    },
  }),
  operation({
    id: 'importPrices',
    post: '/price-lists/:priceListId/import',
    summary: 'Import prices from CSV',
    description:
      'Replaces all prices of the list. The file is UTF-8 and at most 1 MiB. The first line names the columns `country` and `unit_price` (or ' +
      '`price`), in either order; then one country per line. The separator is a comma, or a semicolon, which permits decimal commas. If ' +
      'a line is invalid, nothing is imported; the error lists the first 20 invalid lines. With `preview=true` the response lists the changes and ' +
      'nothing is imported.',
    query: schemas.ImportQuery,
    csv: ['prices', 'country,unit_price\nSI,0.0125\n'],
    answer: {
      description: 'The number of new prices; for a preview, the changes',
      content: { 'application/json': { schema: Type.Union([Type.Ref('PricesReplaced'), Type.Ref('PricesPreview')]) } },
    },
    unknown: 'price list',
    responses: {
      400: errorResponse('Nothing was imported', {
        lines:
          'error: 400 - Nothing was imported. line 3: 0,5 is not a number such as 0.0125; line 7: SI stands on line 2 already',
      }),
    },
    write: async (db, { actor, params: { priceListId }, query, body }, { reads }) => {
      const prices = pricesIn((body ?? '') as string);
      if (query.preview !== 'true')
        return (await replacePrices(db, actor, priceListId, prices)) && { imported: prices.length };
      return reads.run(operatorShare, async (db) =>
        (await findPriceList(db, priceListId)) === undefined
          ? false
          : priceChanges(await pricesOf(db, priceListId), prices),
      );
    },
  }),
  operation({
    id: 'listAccountPriceLists',
    get: '/accounts/:accountId/price-lists',
    summary: 'List the price lists of an account',
    description:
      'Returns a page of price lists. If several active lists price a country, the one with the latest start applies.',
    query: Paging,
    answer: [schemas.PriceListPage, 'A page of price lists'],
    ofAccount: true,
    shown: toBody,
    list: (db, { params }, page) => listAssignedPriceLists(db, params.accountId, page),
  }),
  operation({
    id: 'assignPriceList',
    put: '/accounts/:accountId/price-lists/:priceListId',
    summary: 'Assign a price list',
    description: 'Its prices apply to the account immediately, or from the start of the list. Safe to repeat.',
    answer: 'Assigned',
    unknown: 'account',
    problems: { 'other currency': 'The list and the account have different currencies' },
    write: async (db, { actor, params }) => {
      const outcome = await assignList(db, actor, params.accountId, params.priceListId);
      if (outcome.kind === 'other currency') throw new HttpError(409, otherCurrency(outcome.list, outcome.account));
      return outcome.kind === 'assigned' || outcome.kind;
    },
  }),
  operation({
    id: 'unassignPriceList',
    delete: '/accounts/:accountId/price-lists/:priceListId',
    summary: 'Unassign a price list',
    description: 'Messages to countries that no other list of the account prices are refused immediately.',
    answer: 'Unassigned',
    unknown: 'price list of the account',
    write: (db, { actor, params }) => unassignList(db, actor, params.accountId, params.priceListId),
  }),
];

function checked(prices: readonly Price[]): readonly Price[] {
  const problem = pricesProblem(prices);
  if (problem !== undefined) throw new HttpError(400, `prices: ${problem}`);
  return prices;
}

function pricesIn(text: string): readonly Price[] {
  const read = readPrices(text);
  if ('prices' in read) return read.prices;
  const { problems } = read;
  const more = problems.length - mostProblems;
  const said = problems.slice(0, mostProblems).join('; ');
  throw new HttpError(400, `Nothing was imported. ${said}${more > 0 ? `; and ${more} more` : ''}`);
}

function validity({ activeFrom, activeTo }: Static<typeof schemas.PriceListChange>) {
  return { activeFrom: timeOf('activeFrom', activeFrom), activeTo: timeOrNull('activeTo', activeTo) };
}

function toBody(row: PriceListRow) {
  const { id: priceListId, countries: countryCount, accounts: accountCount } = row;
  return bodyOf(schemas.PriceList, row, { priceListId, countryCount, accountCount });
}
