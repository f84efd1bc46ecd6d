import { Type } from '../../../base/type.ts';
import { patterns } from '../../operation/patterns.ts';
import { closed, currency, name, named, nextCursor, paging, time, uuid } from '../../schemas/fields.ts';

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
const activeTo = Type.Union([time('End of validity'), Type.Null()], {
  description: 'End of validity; null: unlimited',
});

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
  activeFrom: Type.Optional(activeFrom),
  activeTo: Type.Optional(activeTo),
  prices: Type.Optional(prices),
});

export const PriceListChange = closed(
  {
    name: Type.Optional(priceListName),
    activeFrom: Type.Optional(activeFrom),
    activeTo: Type.Optional(activeTo),
  },
  { minProperties: 1 },
);

export const Prices = closed({ prices });

export const PriceListQuery = Type.Object({
  ...paging,
  currency: Type.Optional(currency),
  name: Type.Optional(Type.String({ maxLength: 100, description: 'Part of the name, ignoring case' })),
});

export const priceSchemas = [PriceList, PriceListDetails, PriceListPage, PricesReplaced, PricesPreview];
