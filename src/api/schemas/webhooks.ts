import { Type } from '../../base/type.ts';
import { eventKinds } from '../../domain/webhook/endpoint.ts';
import { named, time, uuid } from './fields.ts';

export const deliveryStates = ['waiting', 'retrying', 'delivered', 'given up'] as const;
const state = Type.Enum([...deliveryStates], {
  description:
    'waiting: not attempted yet, or waiting for an earlier event of the same message; retrying: failed, with another attempt planned',
});
const kind = Type.Enum([...eventKinds]);

export const Attempt = Type.Object({
  at: time('End of the attempt'),
  durationMs: Type.Integer(),
  status: Type.Optional(Type.Integer({ description: 'HTTP status of the response; absent without a response' })),
  error: Type.Optional(Type.String({ description: 'Error of the attempt' })),
  reasonText: Type.Optional(
    Type.String({ description: 'Why the attempt failed and what to do, in plain words; absent if it succeeded' }),
  ),
  answer: Type.Optional(Type.String({ description: 'First bytes of the response' })),
});

export const Delivery = named('Delivery', {
  deliveryId: uuid('Id of the delivery, same as the webhook-id header of every attempt'),
  kind,
  messageId: Type.Optional(uuid('Id of the message; only for delivery reports')),
  url: Type.String(),
  endpointId: Type.Optional(uuid('Managed endpoint that the event is sent to')),
  payload: Type.String({ description: 'Request body' }),
  state,
  createdAt: time('Time of the event'),
  nextAttemptAt: Type.Optional(time('Time of the next attempt, if one is planned')),
  attemptCount: Type.Integer({ description: 'Attempts since the event or the last replay' }),
  lastAttempt: Type.Optional(Attempt),
  attempts: Type.Optional(
    Type.Array(Attempt, { description: 'All attempts, oldest first; only when a single delivery is retrieved' }),
  ),
});

export const DeliveryList = named('DeliveryList', {
  deliveries: Type.Array(Type.Ref('Delivery')),
  nextCursor: Type.Optional(Type.String()),
});

export const ofEndpoint = {
  endpoint: Type.Optional(
    Type.String({
      description: 'Only deliveries to the origin (scheme, host and port) of this URL, or to the endpoint with this id',
    }),
  ),
};

export const DeliveryQuery = Type.Object({
  state: Type.Optional(state),
  kind: Type.Optional(kind),
  ...ofEndpoint,
  messageId: Type.Optional(uuid()),
  from: Type.Optional(time('Earliest event time, inclusive')),
  to: Type.Optional(time('Latest event time, exclusive')),
  limit: Type.Optional(Type.String({ default: '50', description: 'Page size, from 1 to 1000' })),
  cursor: Type.Optional(Type.String()),
});

export const ReplayBody = Type.Object({
  since: time('Earliest time of the failed events to retry'),
  endpoint: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description:
        'Only deliveries to the origin of this URL, or to the endpoint with this id; null or an empty string counts as omitted',
    }),
  ),
});

export const Replayed = named('Replayed', { replayed: Type.Integer({ description: 'Number of replayed deliveries' }) });

export const Secret = named('WebhookSecret', {
  secret: Type.String({
    description: 'New signing secret; shown only once. The previous one stays valid for 24 hours.',
  }),
});

export const SampleBody = Type.Object({
  kind,
  url: Type.String({ description: 'URL that receives the sample' }),
});

export const Endpoint = named('Endpoint', {
  origin: Type.String({ description: 'Scheme, host and port of the URLs', examples: ['https://shop.example.com'] }),
  endpointId: Type.Optional(uuid('Managed endpoint; absent for URLs of requests and senders')),
  state: Type.Enum(['healthy', 'failing', 'open'], {
    description:
      'failing: the last attempt failed, or retries are planned; open: paused after repeated failures, until retryAt',
  }),
  waiting: Type.Integer({ description: 'Deliveries that were not attempted yet' }),
  retrying: Type.Integer({ description: 'Failed deliveries with another attempt planned' }),
  delivered24h: Type.Integer({ description: 'Successful deliveries of the last 24 hours' }),
  givenUp24h: Type.Integer({ description: 'Deliveries given up in the last 24 hours' }),
  lastStatus: Type.Optional(Type.Integer({ description: 'HTTP status of the last attempt, if there was a response' })),
  lastError: Type.Optional(Type.String({ description: 'Error of the last attempt, if it failed' })),
  lastAttemptAt: Type.Optional(time('End of the last attempt')),
  retryAt: Type.Optional(time('Time of the next attempt, unless healthy')),
  atLeast: Type.Optional(
    Type.Boolean({
      description: 'true: the account has more deliveries than were counted; all counts are minimums',
    }),
  ),
});

export const EndpointList = named('EndpointList', {
  endpoints: Type.Array(Type.Ref('Endpoint'), { description: 'Endpoints, failing ones first, at most 1000' }),
});
