import type { FastifyInstance } from 'fastify';
import type { Cost, PolicyRule } from '../../domain/carrier/policy.ts';
import { audited } from '../../flows/audited.ts';
import { carrierCosts, setCosts, setPolicies } from '../../flows/routing-policy.ts';
import { listPolicies } from '../../store/carrier/costs.ts';
import { type MarginRow, marginsOf } from '../../store/statistics/margins.ts';
import { answer } from '../schemas/messages.ts';
import { operatorShare, type Serving } from '../serving.ts';
import { refuse } from './carriers.ts';
import { conflict, notFound, operatorErrors } from './errors.ts';
import { CarrierPath, type CarrierPathValues } from './schemas/carriers.ts';
import {
  type CarrierCostsBody,
  type MarginsBody,
  MarginsQuery,
  type MarginsQueryValues,
  NewCosts,
  type NewCostsValues,
  NewPolicies,
  type NewPoliciesValues,
  type RoutingPoliciesBody,
} from './schemas/routing.ts';
import { hoursFilter } from './statistics.ts';

const tags = ['Carriers'];
const usualWindow = 24;

/** What carriers cost, what routing makes of it, and what is left. */
export function routingRoutes(app: FastifyInstance, serving: Serving): void {
  costRoutes(app, serving);
  policyRoutes(app, serving);
  marginRoute(app, serving);
}

function costRoutes(app: FastifyInstance, { db, reads }: Serving): void {
  const path = '/carriers/:carrierId/costs';
  app.get<{ Params: CarrierPathValues }>(path, {
    schema: {
      operationId: 'getCarrierCosts',
      summary: 'What a carrier costs, by country',
      tags,
      params: CarrierPath,
      response: { 200: answer('CarrierCosts', 'Its costs'), ...notFound('carrier'), ...operatorErrors },
    },
    handler: ({ params: { carrierId } }) =>
      reads.run(operatorShare, async (db) => toCosts(carrierId, await carrierCosts(db, carrierId).catch(refuse))),
  });

  app.put<{ Params: CarrierPathValues; Body: NewCostsValues }>(path, {
    schema: {
      operationId: 'replaceCarrierCosts',
      summary: 'Replace what a carrier costs',
      description: 'Per segment. The costs of all carriers are in one currency, so that they can be compared.',
      tags,
      params: CarrierPath,
      body: NewCosts,
      response: {
        200: answer('CarrierCosts', 'Its costs as they are now'),
        ...notFound('carrier'),
        ...conflict(
          'The costs of other carriers are in another currency',
          'the costs of other carriers are in EUR: give these in EUR too',
        ),
        ...operatorErrors,
      },
    },
    handler: async ({ actor, params: { carrierId }, body }) => {
      const entry = { action: 'carrier costs', subjectId: carrierId, details: body };
      return toCosts(
        carrierId,
        await setCosts(
          audited(db, actor, () => entry),
          carrierId,
          body,
        ).catch(refuse),
      );
    },
  });
}

function policyRoutes(app: FastifyInstance, { db, reads }: Serving): void {
  app.get('/routing/policies', {
    schema: {
      operationId: 'listRoutingPolicies',
      summary: 'How equal routes are ordered',
      tags,
      response: { 200: answer('RoutingPolicies', 'All policies'), ...operatorErrors },
    },
    handler: () => reads.run(operatorShare, async (db) => toPolicies(await listPolicies(db))),
  });

  app.put<{ Body: NewPoliciesValues }>('/routing/policies', {
    schema: {
      operationId: 'replaceRoutingPolicies',
      summary: 'Replace how equal routes are ordered',
      description:
        'Priorities and prefixes of routes go before a policy, and weights decide where it finds no difference.',
      tags,
      body: NewPolicies,
      response: { 200: answer('RoutingPolicies', 'All policies as they are now'), ...operatorErrors },
    },
    handler: async ({ actor, body }) => {
      const rules = body.policies.map(({ country, policy, windowHours = usualWindow }) => ({
        country: country ?? undefined,
        policy,
        windowHours,
      }));
      const noted = audited(db, actor, () => ({ action: 'routing policies', details: body }));
      return toPolicies(await setPolicies(noted, rules).catch(refuse));
    },
  });
}

function marginRoute(app: FastifyInstance, { clock, reads }: Serving): void {
  app.get<{ Querystring: MarginsQueryValues }>('/margins', {
    schema: {
      operationId: 'getMargins',
      summary: 'What messages brought in and cost, by country and carrier',
      description:
        'From the numbers of every hour, and the costs as they are now. A message that went over two carriers counts for one.',
      tags,
      querystring: MarginsQuery,
      response: { 200: answer('Margins', 'The margins'), ...operatorErrors },
    },
    handler: ({ query }) =>
      reads.run(operatorShare, async (db): Promise<MarginsBody> => {
        const { from, to } = hoursFilter(query, clock());
        const rows = await marginsOf(db, { from, to, country: query.country });
        return { margins: rows.map(toMargin) };
      }),
  });
}

const toCosts = (carrierId: string, costs: readonly Cost[]): CarrierCostsBody => ({
  carrierId,
  currency: costs[0]?.currency ?? null,
  costs: costs.map(({ country, unitCost }) => ({ country, unitCost })),
});

const toPolicies = (rules: readonly PolicyRule[]): RoutingPoliciesBody => ({
  policies: rules.map(({ country, policy, windowHours }) => ({ country: country ?? null, policy, windowHours })),
});

function toMargin(row: MarginRow): MarginsBody['margins'][number] {
  const { country, carrier_id: carrierId, carrier, currency, messages, segments, revenue } = row;
  return {
    country,
    carrierId,
    ...(carrier === null ? {} : { carrier }),
    currency,
    messages,
    segments,
    revenue,
    ...(row.unit_cost === null ? {} : { unitCost: row.unit_cost }),
    ...(row.cost_currency === null ? {} : { costCurrency: row.cost_currency }),
    ...(row.cost === null ? {} : { cost: row.cost }),
    ...(row.margin === null ? {} : { margin: row.margin }),
  };
}
