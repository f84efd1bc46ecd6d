import { Type } from '../../base/type.ts';
import { named, time } from './fields.ts';

export const deliveryStates = ['waiting', 'retrying', 'delivered', 'given up'] as const;
const state = Type.Enum([...deliveryStates], {
  description:
    'waiting: not tried yet, or behind an earlier event of the same message; retrying: has failed and will be tried again',
});
const kind = Type.Enum(['delivery report', 'inbound message', 'sender status']);

export const Attempt = Type.Object({
  at: time('When the answer came or the attempt ended'),
  durationMs: Type.Integer(),
  status: Type.Optional(Type.Integer({ description: 'HTTP status, if there was an answer' })),
  error: Type.Optional(Type.String({ description: 'What went wrong, in plain words' })),
  answer: Type.Optional(Type.String({ description: 'The first bytes of the answer' })),
});

export const Delivery = named('Delivery', {
  deliveryId: Type.String({ format: 'uuid', description: 'Also the webhook-id header of every attempt' }),
  kind,
  messageId: Type.Optional(Type.String({ format: 'uuid', description: 'Of delivery reports' })),
  url: Type.String(),
  payload: Type.String({ description: 'The body that is sent' }),
  state,
  createdAt: time('When it happened'),
  nextAttemptAt: Type.Optional(time('Unless it has ended')),
  attemptCount: Type.Integer({ description: 'Attempts since the beginning or the last replay' }),
  lastAttempt: Type.Optional(Attempt),
  attempts: Type.Optional(
    Type.Array(Attempt, { description: 'All attempts, the first one first; only when one delivery is asked for' }),
  ),
});

export const DeliveryList = named('DeliveryList', {
  deliveries: Type.Array(Type.Ref('Delivery')),
  nextCursor: Type.Optional(Type.String()),
});

export const DeliveryQuery = Type.Object({
  state: Type.Optional(state),
  kind: Type.Optional(kind),
  messageId: Type.Optional(Type.String({ format: 'uuid' })),
  from: Type.Optional(time('Happened at or after')),
  to: Type.Optional(time('Happened before')),
  limit: Type.Optional(Type.String({ default: '50', description: 'A whole number from 1 to 1000' })),
  cursor: Type.Optional(Type.String()),
});

export const ReplayBody = Type.Object({
  since: time('Replays what has failed or was given up since then'),
  endpoint: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Only deliveries to the origin of this URL; null or an empty text is none',
    }),
  ),
});

export const Replayed = named('Replayed', { replayed: Type.Integer({ description: 'Deliveries that begin anew' }) });

export const Secret = named('WebhookSecret', {
  secret: Type.String({
    description: 'Signs from now on; shown this once. The one before it stays valid for 24 hours.',
  }),
});

export const SampleBody = Type.Object({
  kind,
  url: Type.String({ description: 'Where the sample goes' }),
});

export const Endpoint = named('Endpoint', {
  origin: Type.String({ description: 'Scheme, host and port of the URLs', examples: ['https://shop.example.com'] }),
  state: Type.Enum(['healthy', 'failing', 'open'], {
    description:
      'failing: the last attempt failed, or some are to be tried again; open: so many failed in a row that it is left alone until retryAt',
  }),
  waiting: Type.Integer({ description: 'Deliveries that were not tried yet' }),
  retrying: Type.Integer({ description: 'Deliveries that failed and will be tried again' }),
  delivered24h: Type.Integer({ description: 'In the last 24 hours' }),
  givenUp24h: Type.Integer({ description: 'In the last 24 hours' }),
  lastStatus: Type.Optional(Type.Integer({ description: 'HTTP status of the last attempt, if there was an answer' })),
  lastError: Type.Optional(Type.String({ description: 'Why the last attempt failed, if it did' })),
  lastAttemptAt: Type.Optional(time('When the last attempt ended')),
  retryAt: Type.Optional(time('When it is tried again, if it is in trouble')),
  atLeast: Type.Optional(
    Type.Boolean({
      description: 'true: the account has more deliveries than were counted, so there may be more of each',
    }),
  ),
});

export const EndpointList = named('EndpointList', {
  endpoints: Type.Array(Type.Ref('Endpoint'), { description: 'Those in trouble first, 1000 at most' }),
});
