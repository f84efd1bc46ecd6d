import type { FastifyInstance } from 'fastify';
import type { Candidate, Explanation } from '../../domain/carrier/explain.ts';
import { countryOf } from '../../domain/phone/phone.ts';
import { audited } from '../../flows/audited.ts';
import { createRoute, deleteRoute, listRoutes, updateRoute } from '../../flows/carriers.ts';
import { explainRoute } from '../../flows/explain-route.ts';
import type { StoredRoute } from '../../store/carrier/carriers.ts';
import { HttpError } from '../errors.ts';
import { searchableNumber } from '../paging.ts';
import { answer } from '../schemas/messages.ts';
import { operatorShare, type Serving } from '../serving.ts';
import { refuse } from './carriers.ts';
import { notFound, operatorErrors } from './errors.ts';
import {
  ExplainQuery,
  type ExplainQueryValues,
  type ExplanationBody,
  NewRoute,
  type NewRouteValues,
  type RouteBody,
  RouteChange,
  type RouteChangeValues,
  RoutePath,
  type RoutePathValues,
} from './schemas/carriers.ts';

const tags = ['Carriers'];

export function routeRoutes(app: FastifyInstance, { db, reads }: Serving): void {
  app.get('/routes', {
    schema: {
      operationId: 'listRoutes',
      summary: 'List routes',
      description:
        'Of all that fit a message, the lowest priority speaks; among equals, a longer prefix and then weights.',
      tags,
      response: { 200: answer('RouteList', 'All routes, by country and prefix'), ...operatorErrors },
    },
    handler: () => reads.run(operatorShare, async (db) => ({ routes: (await listRoutes(db)).map(toBody) })),
  });

  app.get<{ Querystring: ExplainQueryValues }>('/routes/explain', {
    config: { ownWords: true },
    schema: {
      operationId: 'explainRoute',
      summary: 'Which way would a message to this number go, and why',
      description:
        'By the routes and connections of this moment, in any process. Where routes are equal and weights decide, the usual answer.',
      tags,
      querystring: ExplainQuery,
      response: { 200: answer('RouteExplanation', 'The way'), ...operatorErrors },
    },
    handler: ({ query }) =>
      reads.run(operatorShare, async (db) => {
        const destination = searchableNumber('destination', query.destination)!;
        const country = countryOf(destination);
        if (country === undefined)
          throw new HttpError(400, 'destination must be a valid phone number in E.164 form, its + written as %2B');
        return { destination, country, ...toExplanation(await explainRoute(db, destination, country)) };
      }),
  });

  app.post<{ Body: NewRouteValues }>('/routes', {
    schema: {
      operationId: 'createRoute',
      summary: 'Add a route',
      tags,
      body: NewRoute,
      response: { 201: answer('RouteDetails', 'The new route'), ...notFound('carrier'), ...operatorErrors },
    },
    handler: async ({ actor, body: { carrierId, ...fields } }, reply) => {
      const noted = audited(db, actor, (route: StoredRoute) => entry('route create', route));
      return reply.code(201).send(toBody(await createRoute(noted, carrierId, fields).catch(refuse)));
    },
  });

  app.patch<{ Params: RoutePathValues; Body: RouteChangeValues }>('/routes/:routeId', {
    schema: {
      operationId: 'changeRoute',
      summary: 'Change a route',
      description: 'What is left out stays.',
      tags,
      params: RoutePath,
      body: RouteChange,
      response: { 200: answer('RouteDetails', 'The route as it is now'), ...notFound('route'), ...operatorErrors },
    },
    handler: async ({ actor, params: { routeId }, body }) => {
      const noted = audited(db, actor, (route: StoredRoute) => entry('route change', route));
      return toBody(await updateRoute(noted, routeId, body).catch(refuse));
    },
  });

  app.delete<{ Params: RoutePathValues }>('/routes/:routeId', {
    schema: {
      operationId: 'deleteRoute',
      summary: 'Delete a route',
      tags,
      params: RoutePath,
      response: { 204: { description: 'It is gone', type: 'null' }, ...notFound('route'), ...operatorErrors },
    },
    handler: async ({ actor, params: { routeId } }, reply) => {
      const noted = audited(db, actor, () => ({ action: 'route delete', subjectId: routeId }));
      await deleteRoute(noted, routeId).catch(refuse);
      return reply.code(204).send();
    },
  });
}

function entry(action: string, { id, ...details }: StoredRoute) {
  return { action, subjectId: id, details };
}

function toBody({ id, carrierId, country, prefix, priority, weight, senders, rewrites }: StoredRoute): RouteBody {
  const to = { country: country ?? null, prefix: prefix ?? null };
  return { routeId: id, carrierId, ...to, priority, weight, senders: [...senders], rewrites };
}

/** More than anybody reads; those that take the number come first. */
const mostCandidates = 500;

/** What is not known is left out. */
function toCandidate({ route, ...rest }: Candidate): ExplanationBody['candidates'][number] {
  const known = Object.entries(rest).filter(([, value]) => value !== undefined);
  return { ...toBody(route as StoredRoute), ...(Object.fromEntries(known) as typeof rest) } as never;
}

function toExplanation({ outcome, carrierId, carrier, text, candidates }: Explanation): ExplanationBody {
  return {
    outcome,
    ...(carrierId === undefined ? {} : { carrierId }),
    ...(carrier === undefined ? {} : { carrier }),
    text,
    candidates: candidates.slice(0, mostCandidates).map(toCandidate),
  };
}
