import { type Static, Type } from '../../../base/type.ts';
import { patterns } from '../../patterns.ts';
import { currency, name, nextCursor, paging, time, uuid } from './fields.ts';

const priceListName = name('Of the list; customers see it beside their prices');
const price = Type.Object(
  {
    country: Type.String({ pattern: patterns.country, description: 'ISO 3166 code', examples: ['SI'] }),
    unitPrice: Type.String({
      pattern: patterns.unitPrice,
      description: 'For one segment',
      examples: ['0.0125'],
    }),
  },
  { additionalProperties: false },
);
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

export const PriceList = Type.Object(summary, { $id: 'PriceList' });
export type PriceListBody = Static<typeof PriceList>;

export const PriceListDetails = Type.Object(
  {
    ...summary,
    prices: Type.Array(price, { description: 'By country' }),
    accounts: Type.Array(Type.Object({ accountId: uuid(), name: Type.String() }), {
      description: 'Who has it; the newest 1000 if there are more',
    }),
  },
  { $id: 'PriceListDetails' },
);

export const PriceListPage = Type.Object(
  { priceLists: Type.Array(Type.Ref('PriceList')), nextCursor },
  { $id: 'PriceListPage' },
);

export const PricesReplaced = Type.Object(
  { imported: Type.Integer({ description: 'How many prices the list has now' }) },
  { $id: 'PricesReplaced' },
);

const changedPrice = (description: string) => Type.Optional(Type.String({ description, examples: ['0.0125'] }));

export const PricesPreview = Type.Object(
  {
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
  },
  { $id: 'PricesPreview' },
);

export const ImportQuery = Type.Object({
  preview: Type.Optional(
    Type.Enum(['true', 'false'], { default: 'false', description: 'true: say what would change, and change nothing' }),
  ),
});
export type ImportQueryValues = Static<typeof ImportQuery>;

export const NewPriceList = Type.Object(
  {
    name: priceListName,
    currency,
    activeFrom: Type.Optional(activeFrom),
    activeTo: Type.Optional(activeTo),
    prices: Type.Optional(prices),
  },
  { additionalProperties: false },
);
export type NewPriceListValues = Static<typeof NewPriceList>;

export const PriceListChange = Type.Object(
  {
    name: Type.Optional(priceListName),
    activeFrom: Type.Optional(activeFrom),
    activeTo: Type.Optional(activeTo),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type PriceListChangeValues = Static<typeof PriceListChange>;

export const Prices = Type.Object({ prices }, { additionalProperties: false });
export type PricesValues = Static<typeof Prices>;

export const PriceListPath = Type.Object({ priceListId: uuid() });
export type PriceListPathValues = Static<typeof PriceListPath>;

export const AssignmentPath = Type.Object({ accountId: uuid(), priceListId: uuid() });
export type AssignmentPathValues = Static<typeof AssignmentPath>;

export const PriceListPaging = Type.Object(paging);
export const PriceListQuery = Type.Object({
  ...paging,
  currency: Type.Optional(currency),
  name: Type.Optional(Type.String({ maxLength: 100, description: 'Part of the name, in any case' })),
});
export type PriceListQueryValues = Static<typeof PriceListQuery>;

export const priceSchemas = [PriceList, PriceListDetails, PriceListPage, PricesReplaced, PricesPreview];
