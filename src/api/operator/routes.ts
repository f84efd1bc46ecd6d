import type { Explanation, RouteCandidate } from '../../domain/carrier/explain.ts';
import { countryOf } from '../../domain/phone/phone.ts';
import { createRoute, deleteRoute, updateRoute } from '../../flows/carriers/carriers.ts';
import { explainRoute } from '../../flows/carriers/routing.ts';
import { listRoutes, type StoredRoute } from '../../store/carrier/carriers.ts';
import { searchableNumber } from '../operation/paging.ts';
import { bodyOf } from '../operation/row-body.ts';
import { HttpError } from '../server/errors.ts';
import { operatorOperations } from './operation.ts';
import { ExplainQuery, NewRoute, RouteChange, RouteDetails, RouteExplanation, RouteList } from './schemas/carriers.ts';

const operation = operatorOperations('Carriers');

export const routeOperations = [
  operation({
    id: 'listRoutes',
    get: '/routes',
    summary: 'List routes',
    description:
      'Returns all routes. Of the routes that match a message, the one with the lowest priority applies; among equals, the longest prefix, then the weights.',
    answer: [RouteList, 'All routes, by country and prefix'],
    read: async (db) => ({ routes: (await listRoutes(db)).map(toBody) }),
  }),
  operation({
    id: 'explainRoute',
    get: '/routes/explain',
    summary: 'Look up the route of a number',
    description:
      'Returns the carrier that a message to the number would use and why, by the current routes and connections of all processes. If weights decide, the most likely carrier is returned.',
    config: { ownWords: true },
    query: ExplainQuery,
    answer: [RouteExplanation, 'The route'],
    read: async (db, { query }) => {
      const destination = searchableNumber('destination', query.destination)!;
      const country = countryOf(destination);
      if (country === undefined)
        throw new HttpError(400, 'destination must be a valid phone number in E.164 form, its + written as %2B');
      return { destination, country, ...toExplanation(await explainRoute(db, destination, country)) };
    },
  }),
  operation({
    id: 'createRoute',
    post: '/routes',
    summary: 'Create a route',
    body: NewRoute,
    status: 201,
    answer: [RouteDetails, 'The new route'],
    unknown: 'carrier',
    audit: (route) => auditEntry('route create', route),
    shown: toBody,
    write: (db, { body: { carrierId, ...fields } }) => createRoute(db, carrierId, fields),
  }),
  operation({
    id: 'changeRoute',
    patch: '/routes/:routeId',
    summary: 'Update a route',
    description: 'Omitted fields are not changed.',
    body: RouteChange,
    answer: [RouteDetails, 'The updated route'],
    unknown: 'route',
    audit: (route) => auditEntry('route change', route),
    shown: toBody,
    write: (db, { params, body }) => updateRoute(db, params.routeId, body),
  }),
  operation({
    id: 'deleteRoute',
    delete: '/routes/:routeId',
    summary: 'Delete a route',
    answer: 'Deleted',
    unknown: 'route',
    audit: (_, { params }) => ({ action: 'route delete', subjectId: params.routeId }),
    write: (db, { params }) => deleteRoute(db, params.routeId),
  }),
];

function auditEntry(action: string, { id, ...details }: StoredRoute) {
  return { action, subjectId: id, details };
}

function toBody(route: StoredRoute) {
  const { id, country = null, prefix = null } = route;
  return bodyOf(RouteDetails, route, { routeId: id, country, prefix });
}

const mostCandidates = 500;

const toCandidate = ({ route, ...rest }: RouteCandidate) => ({ ...toBody(route as StoredRoute), ...rest });

function toExplanation({ candidates, ...explanation }: Explanation) {
  return { ...explanation, candidates: candidates.slice(0, mostCandidates).map(toCandidate) };
}
