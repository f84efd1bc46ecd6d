import { Type } from '../../../base/type.ts';
import { policies } from '../../../domain/carrier/policy.ts';
import { patterns } from '../../operation/patterns.ts';
import { closed, currency, named, uuid } from '../../schemas/fields.ts';

const country = Type.String({ pattern: patterns.country, examples: ['SI'] });
const unitCost = Type.String({ pattern: patterns.unitPrice, description: 'Cost per segment', examples: ['0.0042'] });
const mostCountries = 300;

export const CarrierCosts = named('CarrierCosts', {
  carrierId: uuid(),
  currency: Type.Union([Type.String(), Type.Null()], { description: 'Currency of the costs; null if there are none' }),
  costs: Type.Array(Type.Object({ country, unitCost })),
});

export const NewCosts = closed({
  currency,
  costs: Type.Array(closed({ country, unitCost }), {
    maxItems: mostCountries,
    description: 'Costs, one per country; omitted countries have no cost any more',
  }),
});

const rule = {
  country: Type.Union([country, Type.Null()], {
    description: 'Country of the policy; null: all countries without their own policy',
  }),
  policy: Type.Enum([...policies], {
    description: 'Order of routes with the same priority and prefix: by weight, cheapest first, or best delivery first',
  }),
  windowHours: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 744, default: 24, description: 'Hours over which delivery is measured' }),
  ),
};

export const RoutingPolicies = named('RoutingPolicies', { policies: Type.Array(Type.Object(rule)) });

export const NewPolicies = closed({
  policies: Type.Array(closed(rule), {
    maxItems: mostCountries,
    description: 'All policies, replacing the current ones; empty: weights decide',
  }),
});

const amount = (description: string) => Type.String({ description, examples: ['12.5'] });

export const Margin = Type.Object({
  country: Type.String(),
  carrierId: uuid(),
  carrier: Type.Optional(Type.String({ description: 'Name of the carrier, unless it was deleted' })),
  currency: Type.String({ description: 'Currency of the accounts' }),
  messages: Type.Integer({ description: 'Messages accepted by the carrier' }),
  segments: Type.Integer(),
  revenue: amount('Charges minus refunds'),
  unitCost: Type.Optional(amount('Current cost per segment')),
  costCurrency: Type.Optional(Type.String()),
  cost: Type.Optional(amount('Segments times unit cost, if known')),
  margin: Type.Optional(amount('Revenue minus cost, if both have the same currency; negative for a loss')),
});

export const Margins = named('Margins', {
  margins: Type.Array(Margin, { description: 'Margins, largest revenue first, at most 1000' }),
});

export const MarginsQuery = Type.Object({
  from: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Start of the range, rounded down to the hour. Default: 24 hours before `to`',
    }),
  ),
  to: Type.Optional(
    Type.String({ format: 'date-time', description: 'End of the range, rounded up to the hour. Default: now' }),
  ),
  country: Type.Optional(country),
});

export const routingSchemas = [CarrierCosts, RoutingPolicies, Margins];
