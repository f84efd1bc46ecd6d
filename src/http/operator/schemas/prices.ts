import { Type } from '../../../base/type.ts';
import { patterns } from '../../patterns.ts';
import { closed, currency, name, named, nextCursor, paging, time, uuid } from '../../schemas/fields.ts';

const priceListName = name('Of the list; customers see it beside their prices');
const price = closed({
  country: Type.String({ pattern: patterns.country, description: 'ISO 3166 code', examples: ['SI'] }),
  unitPrice: Type.String({
    pattern: patterns.unitPrice,
    description: 'For one segment',
    examples: ['0.0125'],
  }),
});
const prices = Type.Array(price, { maxItems: 1_000, description: 'One price for each country' });
const activeFrom = time('From when on its prices hold');
const activeTo = Type.Union([time('Until when'), Type.Null()], {
  description: 'Until when its prices hold; null: without an end',
});

const summary = {
  priceListId: uuid(),
  name: priceListName,
  currency,
  activeFrom,
  activeTo,
  createdAt: time('When it was created'),
  countryCount: Type.Integer({ description: 'For how many countries it has a price' }),
  accountCount: Type.Integer({ description: 'How many accounts have it' }),
};

export const PriceList = named('PriceList', summary);

export const PriceListDetails = named('PriceListDetails', {
  ...summary,
  prices: Type.Array(price, { description: 'By country' }),
  accounts: Type.Array(Type.Object({ accountId: uuid(), name: Type.String() }), {
    description: 'Who has it; the newest 1000 if there are more',
  }),
});

export const PriceListPage = named('PriceListPage', { priceLists: Type.Array(Type.Ref('PriceList')), nextCursor });

export const PricesReplaced = named('PricesReplaced', {
  imported: Type.Integer({ description: 'How many prices the list has now' }),
});

const changedPrice = (description: string) => Type.Optional(Type.String({ description, examples: ['0.0125'] }));

export const PricesPreview = named('PricesPreview', {
  added: Type.Integer({ description: 'Countries that get a price' }),
  removed: Type.Integer({ description: 'Countries that lose theirs: nobody with this list alone can send there' }),
  changed: Type.Integer({ description: 'Countries whose price is another one' }),
  unchanged: Type.Integer(),
  changes: Type.Array(
    Type.Object({
      country: Type.String({ description: 'ISO 3166 code' }),
      name: Type.Optional(Type.String({ description: 'In English' })),
      before: changedPrice('Absent: the list has none for it now'),
      after: changedPrice('Absent: it loses its price'),
    }),
    { description: 'All but the unchanged ones, by country' },
  ),
});

export const ImportQuery = Type.Object({
  preview: Type.Optional(
    Type.Enum(['true', 'false'], { default: 'false', description: 'true: say what would change, and change nothing' }),
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
  name: Type.Optional(Type.String({ maxLength: 100, description: 'Part of the name, in any case' })),
});

export const priceSchemas = [PriceList, PriceListDetails, PriceListPage, PricesReplaced, PricesPreview];
