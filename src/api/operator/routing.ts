import type { CarrierCost, PolicyRule } from '../../domain/carrier/policy.ts';
import { carrierCosts, setCosts, setPolicies } from '../../flows/carriers/routing.ts';
import { listPolicies } from '../../store/carrier/routing-policy.ts';
import { type MarginRow, marginsOf } from '../../store/statistics/breakdown.ts';
import { bodyOf } from '../operation/row-body.ts';
import { hoursFilter } from '../shared/statistics.ts';
import { operatorOperations } from './operation.ts';
import {
  CarrierCosts,
  Margin,
  Margins,
  MarginsQuery,
  NewCosts,
  NewPolicies,
  RoutingPolicies,
} from './schemas/routing.ts';

const usualWindow = 24;
const operation = operatorOperations('Carriers', {
  'other currency': [409, 'the costs of other carriers are in EUR: give these in EUR too'],
});

export const routingOperations = [
  operation({
    id: 'getCarrierCosts',
    get: '/carriers/:carrierId/costs',
    summary: 'Retrieve the costs of a carrier',
    description: 'Returns the cost per segment, by country.',
    answer: [CarrierCosts, 'The costs of the carrier'],
    unknown: 'carrier',
    read: async (db, { params: { carrierId } }) => toCosts(carrierId, await carrierCosts(db, carrierId)),
  }),
  operation({
    id: 'replaceCarrierCosts',
    put: '/carriers/:carrierId/costs',
    summary: 'Replace the costs of a carrier',
    description: 'Sets the cost per segment, by country. The costs of all carriers must be in the same currency.',
    body: NewCosts,
    answer: [CarrierCosts, 'The new costs'],
    unknown: 'carrier',
    problems: { 'other currency': 'The costs of other carriers are in another currency' },
    audit: (_, { params, body }) => ({ action: 'carrier costs', subjectId: params.carrierId, details: body }),
    write: async (db, { params: { carrierId }, body }) => toCosts(carrierId, await setCosts(db, carrierId, body)),
  }),
  operation({
    id: 'listRoutingPolicies',
    get: '/routing/policies',
    summary: 'List routing policies',
    description: 'Returns the policies by which ties between routes of equal priority and prefix are broken.',
    answer: [RoutingPolicies, 'All policies'],
    shown: toPolicies,
    read: (db) => listPolicies(db),
  }),
  operation({
    id: 'replaceRoutingPolicies',
    put: '/routing/policies',
    summary: 'Replace routing policies',
    description: 'A policy applies after priority and prefix of the routes; if it finds no difference, weights decide.',
    body: NewPolicies,
    answer: [RoutingPolicies, 'The new policies'],
    audit: (_, { body }) => ({ action: 'routing policies', details: body }),
    shown: toPolicies,
    write: (db, { body }) =>
      setPolicies(
        db,
        body.policies.map(({ country, windowHours = usualWindow, ...rest }) => ({
          ...rest,
          windowHours,
          country: country ?? undefined,
        })),
      ),
  }),
  operation({
    id: 'getMargins',
    get: '/margins',
    summary: 'Retrieve margins',
    description:
      'Returns revenue and cost by country and carrier, from the hourly statistics and the current costs. A message sent through two carriers counts once.',
    query: MarginsQuery,
    answer: [Margins, 'The margins'],
    read: async (db, { query }, { clock }) => {
      const { from, to } = hoursFilter(query, clock());
      const rows = await marginsOf(db, { from, to, country: query.country });
      return { margins: rows.map((row: MarginRow) => bodyOf(Margin, row, {})) };
    },
  }),
];

function toCosts(carrierId: string, costs: readonly CarrierCost[]) {
  const rows = costs.map(({ country, unitCost }) => ({ country, unitCost }));
  return { carrierId, currency: costs[0]?.currency ?? null, costs: rows };
}

function toPolicies(rules: readonly PolicyRule[]) {
  return { policies: rules.map(({ country = null, policy, windowHours }) => ({ country, policy, windowHours })) };
}
