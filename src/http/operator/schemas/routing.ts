import { Type } from '../../../base/type.ts';
import { policies } from '../../../domain/carrier/policy.ts';
import { patterns } from '../../patterns.ts';
import { closed, currency, named, uuid } from '../../schemas/fields.ts';

const country = Type.String({ pattern: patterns.country, examples: ['SI'] });
const unitCost = Type.String({ pattern: patterns.unitPrice, description: 'Per segment', examples: ['0.0042'] });
const mostCountries = 300;

export const CarrierCosts = named('CarrierCosts', {
  carrierId: uuid(),
  currency: Type.Union([Type.String(), Type.Null()], { description: 'null while there is no cost' }),
  costs: Type.Array(Type.Object({ country, unitCost })),
});

export const NewCosts = closed({
  currency,
  costs: Type.Array(closed({ country, unitCost }), {
    maxItems: mostCountries,
    description: 'Each country once; what is left out has no cost from then on',
  }),
});

const rule = {
  country: Type.Union([country, Type.Null()], { description: 'null: every country that has none of its own' }),
  policy: Type.Enum([...policies], {
    description:
      'Among routes of the same priority and prefix: weight, the cheapest first, or first what delivers best',
  }),
  windowHours: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 744, default: 24, description: 'Over which delivery is measured' }),
  ),
};

export const RoutingPolicies = named('RoutingPolicies', { policies: Type.Array(Type.Object(rule)) });

export const NewPolicies = closed({
  policies: Type.Array(closed(rule), {
    maxItems: mostCountries,
    description: 'All there are from then on; none: weights decide everywhere',
  }),
});

const amount = (description: string) => Type.String({ description, examples: ['12.5'] });

export const Margin = Type.Object({
  country: Type.String(),
  carrierId: uuid(),
  carrier: Type.Optional(Type.String({ description: 'Its name, unless it was deleted' })),
  currency: Type.String({ description: 'Of the accounts that paid' }),
  messages: Type.Integer({ description: 'That the carrier took' }),
  segments: Type.Integer(),
  revenue: amount('What accounts were charged, less what was given back'),
  unitCost: Type.Optional(amount('Per segment, as it is now')),
  costCurrency: Type.Optional(Type.String()),
  cost: Type.Optional(amount('Segments by unit cost, if that is known')),
  margin: Type.Optional(amount('Revenue less cost, if both are in one currency; below zero: a loss')),
});

export const Margins = named('Margins', {
  margins: Type.Array(Margin, { description: 'The largest revenue first, 1000 at most' }),
});

export const MarginsQuery = Type.Object({
  from: Type.Optional(Type.String({ format: 'date-time', description: 'At or after; 24 hours before its end' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Before; now' })),
  country: Type.Optional(country),
});

export const routingSchemas = [CarrierCosts, RoutingPolicies, Margins];
