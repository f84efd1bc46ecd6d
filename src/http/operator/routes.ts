import type { Candidate, Explanation } from '../../domain/carrier/explain.ts';
import { countryOf } from '../../domain/phone/phone.ts';
import { createRoute, deleteRoute, listRoutes, updateRoute } from '../../flows/carriers.ts';
import { explainRoute } from '../../flows/explain-route.ts';
import type { StoredRoute } from '../../store/carrier/carriers.ts';
import { HttpError } from '../errors.ts';
import { bodyOf } from '../operation/row-body.ts';
import { searchableNumber } from '../paging.ts';
import { operatorOperations } from './operation.ts';
import { ExplainQuery, NewRoute, RouteChange, RouteDetails, RouteExplanation, RouteList } from './schemas/carriers.ts';

const operation = operatorOperations('Carriers');

export const routeOperations = [
  operation({
    id: 'listRoutes',
    get: '/routes',
    summary: 'List routes',
    description:
      'Of all that fit a message, the lowest priority speaks; among equals, a longer prefix and then weights.',
    answer: [RouteList, 'All routes, by country and prefix'],
    read: async (db) => ({ routes: (await listRoutes(db)).map(toBody) }),
  }),
  operation({
    id: 'explainRoute',
    get: '/routes/explain',
    summary: 'Which way would a message to this number go, and why',
    description:
      'By the routes and connections of this moment, in any process. Where routes are equal and weights decide, the usual answer.',
    config: { ownWords: true },
    query: ExplainQuery,
    answer: [RouteExplanation, 'The way'],
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
    summary: 'Add a route',
    body: NewRoute,
    status: 201,
    answer: [RouteDetails, 'The new route'],
    unknown: 'carrier',
    audit: (route) => entry('route create', route),
    shown: toBody,
    write: (db, { body: { carrierId, ...fields } }) => createRoute(db, carrierId, fields),
  }),
  operation({
    id: 'changeRoute',
    patch: '/routes/:routeId',
    summary: 'Change a route',
    description: 'What is left out stays.',
    body: RouteChange,
    answer: [RouteDetails, 'The route as it is now'],
    unknown: 'route',
    audit: (route) => entry('route change', route),
    shown: toBody,
    write: (db, { params, body }) => updateRoute(db, params.routeId, body),
  }),
  operation({
    id: 'deleteRoute',
    delete: '/routes/:routeId',
    summary: 'Delete a route',
    answer: 'It is gone',
    unknown: 'route',
    audit: (_, { params }) => ({ action: 'route delete', subjectId: params.routeId }),
    write: (db, { params }) => deleteRoute(db, params.routeId),
  }),
];

function entry(action: string, { id, ...details }: StoredRoute) {
  return { action, subjectId: id, details };
}

function toBody(route: StoredRoute) {
  const { id, country = null, prefix = null } = route;
  return bodyOf(RouteDetails, route, { routeId: id, country, prefix });
}

/** Candidates that take the number come first. */
const mostCandidates = 500;

const toCandidate = ({ route, ...rest }: Candidate) => ({ ...toBody(route as StoredRoute), ...rest });

function toExplanation({ candidates, ...explanation }: Explanation) {
  return { ...explanation, candidates: candidates.slice(0, mostCandidates).map(toCandidate) };
}
