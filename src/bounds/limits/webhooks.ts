import type { Limits } from '../limit.ts';

export const webhookLimits = {
  managedEndpoints: {
    what: 'webhook endpoints that a customer has created',
    per: 'account',
    most: 20,
    unit: 'endpoints',
    beyond: '409',
  },
  requestsOfEndpoint: {
    what: 'webhook requests in progress to an endpoint that takes 250 ms or longer',
    per: 'endpoint and process',
    most: 16,
    unit: 'requests',
    beyond: 'the event waits',
  },
  requestsOfFastEndpoint: {
    what: 'webhook requests in progress to an endpoint that answers within 250 ms',
    per: 'endpoint and process',
    most: 64,
    unit: 'requests',
    beyond: 'the event waits',
  },
  eventsAhead: {
    what: 'events held for a fast endpoint',
    per: 'endpoint and process',
    most: 2_000,
    unit: 'events',
    beyond: 'the event stays in the database',
  },
  endpointsOfAccount: {
    what: 'endpoints whose response times and failures are remembered',
    per: 'account and process',
    most: 2_000,
    unit: 'endpoints',
    beyond: 'idle endpoints of the account are forgotten',
  },
  endpoints: {
    what: 'endpoints whose response times and failures are remembered',
    per: 'process',
    most: 50_000,
    unit: 'endpoints',
    beyond: 'idle endpoints are forgotten',
  },
  lookups: {
    what: 'DNS lookups in progress',
    per: 'process',
    most: 256,
    unit: 'lookups',
    beyond: 'the lookup waits at most 10 s; an account may hold as many as are free',
  },
  waitingLookups: {
    what: 'DNS lookups that wait',
    per: 'account and process',
    most: 5_000,
    unit: 'lookups',
    beyond: 'the attempt fails with a timeout',
  },
  keptLookups: {
    what: 'DNS results that are kept',
    per: 'process',
    most: 10_000,
    unit: 'names',
    beyond: 'the least recently used are forgotten',
  },
} as const satisfies Limits;
