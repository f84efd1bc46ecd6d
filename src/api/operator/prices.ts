import { type Static, Type } from '../../base/type.ts';
import { readPrices } from '../../domain/money/price-csv.ts';
import { type Price, priceChanges, pricesProblem } from '../../domain/money/prices.ts';
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
import { patterns } from '../operation/patterns.ts';
import { bodyOf } from '../operation/row-body.ts';
import { errorResponse } from '../schemas/errors.ts';
import {
  closed,
  currency,
  name,
  named,
  nextCursor,
  optional,
  orNull,
  Paging,
  paging,
  time,
  uuid,
} from '../schemas/fields.ts';
import { HttpError } from '../server/errors.ts';
import { operatorShare } from '../server/serving.ts';
import { operatorOperations } from './operation.ts';

const priceListName = name('Name of the list; customers see it with their prices');
const price = closed({
  country: Type.String({ pattern: patterns.country, description: 'ISO 3166 code', examples: ['SI'] }),
  unitPrice: Type.String({
    pattern: patterns.unitPrice,
    description: 'Price per segment',
    examples: ['0.0125'],
  }),
});
const prices = Type.Array(price, { maxItems: 1_000, description: 'Prices, one per country' });
const activeFrom = time('Start of validity');
const activeTo = orNull(time('End of validity'), 'End of validity; null: unlimited');

const summary = {
  priceListId: uuid(),
  name: priceListName,
  currency,
  activeFrom,
  activeTo,
  createdAt: time('Time of creation'),
  countryCount: Type.Integer({ description: 'Number of countries with a price' }),
  accountCount: Type.Integer({ description: 'Number of accounts that the list is assigned to' }),
};

export const PriceList = named('PriceList', summary);

export const PriceListDetails = named('PriceListDetails', {
  ...summary,
  prices: Type.Array(price, { description: 'Prices, by country' }),
  accounts: Type.Array(Type.Object({ accountId: uuid(), name: Type.String() }), {
    description: 'Accounts that the list is assigned to, at most the newest 1000',
  }),
});

export const PriceListPage = named('PriceListPage', { priceLists: Type.Array(Type.Ref('PriceList')), nextCursor });

export const PricesReplaced = named('PricesReplaced', {
  imported: Type.Integer({ description: 'Number of prices of the list' }),
});

const changedPrice = (description: string) => Type.Optional(Type.String({ description, examples: ['0.0125'] }));

export const PricesPreview = named('PricesPreview', {
  added: Type.Integer({ description: 'Number of countries that get a price' }),
  removed: Type.Integer({
    description: 'Number of countries that lose their price; accounts with only this list can no longer send to them',
  }),
  changed: Type.Integer({ description: 'Number of countries whose price changes' }),
  unchanged: Type.Integer(),
  changes: Type.Array(
    Type.Object({
      country: Type.String({ description: 'ISO 3166 code' }),
      name: Type.Optional(Type.String({ description: 'English name of the country' })),
      before: changedPrice('Current price; absent if there is none'),
      after: changedPrice('New price; absent if it is removed'),
    }),
    { description: 'Changed prices, by country' },
  ),
});

export const ImportQuery = Type.Object({
  preview: Type.Optional(
    Type.Enum(['true', 'false'], { default: 'false', description: 'true: return the changes without importing' }),
  ),
});

export const NewPriceList = closed({
  name: priceListName,
  currency,
  ...optional({ activeFrom, activeTo, prices }),
});

export const PriceListChange = closed(optional({ name: priceListName, activeFrom, activeTo }), { minProperties: 1 });

export const Prices = closed({ prices });

export const PriceListQuery = Type.Object({
  ...paging,
  currency: Type.Optional(currency),
  name: Type.Optional(Type.String({ maxLength: 100, description: 'Part of the name, ignoring case' })),
});

export const priceSchemas = [PriceList, PriceListDetails, PriceListPage, PricesReplaced, PricesPreview];

const mostHolders = 1_000;
const mostProblems = 20;
const otherCurrency = (list: string, account: string) =>
  `The price list is in ${list}, the account in ${account}; give it a list in ${account}`;

const operation = operatorOperations('Prices', {
  'no list': [404, 'Price list not found'],
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
    body: NewPriceList,
    status: 201,
    answer: [PriceList, 'The new list'],
    shown: toBody,
    write: (db, { actor, body }) =>
      createPriceList(db, actor, { ...body, ...validity(body), prices: checked(body.prices ?? []) }),
  }),
  operation({
    id: 'listPriceLists',
    get: '/price-lists',
    summary: 'List price lists',
    query: PriceListQuery,
    answer: [PriceListPage, 'A page of price lists'],
    shown: toBody,
    list: (db, { query }, page) => listPriceLists(db, { ...query, name: searchable('name', query.name), ...page }),
  }),
  operation({
    id: 'getPriceList',
    get: '/price-lists/:priceListId',
    summary: 'Retrieve a price list',
    description: 'Returns the list with its prices and the accounts it is assigned to.',
    answer: [PriceListDetails, 'The list'],
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
    body: PriceListChange,
    answer: [PriceList, 'The updated list'],
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
    body: Prices,
    answer: [PricesReplaced, 'The number of new prices'],
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
    query: ImportQuery,
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
    answer: [PriceListPage, 'A page of price lists'],
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
      if (typeof outcome === 'object') throw new HttpError(409, otherCurrency(outcome.list, outcome.account));
      return outcome;
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

function validity({ activeFrom, activeTo }: Static<typeof PriceListChange>) {
  return { activeFrom: timeOf('activeFrom', activeFrom), activeTo: timeOrNull('activeTo', activeTo) };
}

function toBody(row: PriceListRow) {
  const { id: priceListId, countries: countryCount, accounts: accountCount } = row;
  return bodyOf(PriceList, row, { priceListId, countryCount, accountCount });
}
