import type { Cost, PolicyRule } from '../../domain/carrier/policy.ts';
import { carrierCosts, setCosts, setPolicies } from '../../flows/routing-policy.ts';
import { listPolicies } from '../../store/carrier/costs.ts';
import { type MarginRow, marginsOf } from '../../store/statistics/margins.ts';
import { hoursFilter } from '../hourly-statistics.ts';
import { bodyOf } from '../operation/row-body.ts';
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

/** What carriers cost, how costs order routes, and the margins. */
export const routingOperations = [
  operation({
    id: 'getCarrierCosts',
    get: '/carriers/:carrierId/costs',
    summary: 'What a carrier costs, by country',
    answer: [CarrierCosts, 'Its costs'],
    unknown: 'carrier',
    read: async (db, { params: { carrierId } }) => toCosts(carrierId, await carrierCosts(db, carrierId)),
  }),
  operation({
    id: 'replaceCarrierCosts',
    put: '/carriers/:carrierId/costs',
    summary: 'Replace what a carrier costs',
    description: 'Per segment. The costs of all carriers are in one currency, so that they can be compared.',
    body: NewCosts,
    answer: [CarrierCosts, 'Its costs as they are now'],
    unknown: 'carrier',
    problems: { 'other currency': 'The costs of other carriers are in another currency' },
    audit: (_, { params, body }) => ({ action: 'carrier costs', subjectId: params.carrierId, details: body }),
    write: async (db, { params: { carrierId }, body }) => toCosts(carrierId, await setCosts(db, carrierId, body)),
  }),
  operation({
    id: 'listRoutingPolicies',
    get: '/routing/policies',
    summary: 'How equal routes are ordered',
    answer: [RoutingPolicies, 'All policies'],
    shown: toPolicies,
    read: (db) => listPolicies(db),
  }),
  operation({
    id: 'replaceRoutingPolicies',
    put: '/routing/policies',
    summary: 'Replace how equal routes are ordered',
    description:
      'Priorities and prefixes of routes go before a policy, and weights decide where it finds no difference.',
    body: NewPolicies,
    answer: [RoutingPolicies, 'All policies as they are now'],
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
    summary: 'What messages brought in and cost, by country and carrier',
    description:
      'From the numbers of every hour, and the costs as they are now. A message that went over two carriers counts for one.',
    query: MarginsQuery,
    answer: [Margins, 'The margins'],
    read: async (db, { query }, { clock }) => {
      const { from, to } = hoursFilter(query, clock());
      const rows = await marginsOf(db, { from, to, country: query.country });
      return { margins: rows.map((row: MarginRow) => bodyOf(Margin, row, {})) };
    },
  }),
];

function toCosts(carrierId: string, costs: readonly Cost[]) {
  const rows = costs.map(({ country, unitCost }) => ({ country, unitCost }));
  return { carrierId, currency: costs[0]?.currency ?? null, costs: rows };
}

function toPolicies(rules: readonly PolicyRule[]) {
  return { policies: rules.map(({ country = null, policy, windowHours }) => ({ country, policy, windowHours })) };
}
