import { type TSchema, Type } from '../../base/type.ts';
import { statuses } from '../../domain/message/message.ts';
import { named, time, uuid } from './fields.ts';

const status = (description: string) => Type.Enum([...statuses], { description });
const text = (description: string) => Type.String({ description });
const maybe = Type.Optional;

type Kind = 'request' | 'ledger' | 'route' | 'part' | 'receipt' | 'state' | 'webhook' | 'retry';

const entry = <T extends Record<string, TSchema>>(kind: Kind, at: string, fields: T) =>
  Type.Object({ at: time(at), kind: Type.Literal(kind), ...fields });

/** Entries that customers and operators see alike; `amount` is a number for customers and a text for operators. */
export const sharedEntries = <Amount extends TSchema>(amount: Amount) => ({
  request: entry('request', 'When it was accepted', {
    via: maybe(
      Type.Enum(['http', 'email', 'console', 'smpp', 'verify'], {
        description: 'Absent where it was not kept: before there was a timeline, and of what the service sends itself',
      }),
    ),
    requestId: maybe(text('X-Request-Id of the request, at most 64 characters of it')),
    keyId: maybe(uuid()),
    keyPrefix: maybe(text('The first characters of the key')),
    keyLabel: maybe(text('What the key is called')),
    by: maybe(text('The person, of a request from the console: the name of the session')),
    byKind: maybe(
      Type.Enum(['operator', 'operator-token', 'customer'], {
        description: 'Whether that was an operator or a user of the account. Absent before 0.2.0',
      }),
    ),
    emailId: maybe(uuid()),
    from: maybe(text('The address that the e-mail came from')),
    recipients: Type.Integer({ description: 'Of the whole request' }),
    scheduledAt: maybe(time('When it is to be sent')),
  }),
  ledger: entry('ledger', 'When it was booked', {
    entry: Type.Enum(['charge', 'refund', 'top-up', 'correction']),
    amount,
    note: maybe(Type.String()),
  }),
  state: entry('state', 'Since when', {
    status: status('ACCEPTED, or a state of delivery reports'),
    reason: maybe(text('Why, where more is known; of the present state')),
    attempts: maybe(Type.Integer({ description: 'Tries that no carrier took; of the present state' })),
  }),
  webhook: entry('webhook', 'When the answer came or the attempt ended', {
    deliveryId: uuid(),
    event: status('The status that it tells'),
    url: Type.String(),
    attempt: Type.Integer({ description: 'From 1' }),
    durationMs: Type.Integer(),
    status: maybe(Type.Integer({ description: 'HTTP status, if there was an answer' })),
    error: maybe(text('What went wrong, in plain words')),
    answer: maybe(text('The first bytes of the answer')),
  }),
  retry: entry('retry', 'When it is tried next', {
    deliveryId: maybe(
      Type.String({ format: 'uuid', description: 'Of a webhook; otherwise it is the message that waits' }),
    ),
    url: maybe(Type.String()),
    reason: maybe(text('Why the message waits')),
  }),
});

const partNumber = Type.Integer({ description: 'From 1' });
const outcome = text('delivered, failed, rejected or unknown');
const receivedAt = 'When the receipt came';
const takenAt = 'When the carrier took it';
const { request, ledger, state, webhook, retry } = sharedEntries(
  Type.Number({ description: 'Of this message; negative: taken from the balance' }),
);

export const TimelineEntry = Type.Union(
  [
    request,
    ledger,
    state,
    entry('part', takenAt, { part: partNumber, total: Type.Integer() }),
    entry('receipt', receivedAt, { outcome, part: maybe(partNumber) }),
    webhook,
    retry,
  ],
  { $id: 'TimelineEntry', description: 'What `kind` says decides about the other fields' },
);

export const Timeline = named('Timeline', {
  message: Type.Ref('Message'),
  entries: Type.Array(Type.Ref('TimelineEntry'), { description: 'The oldest first; what is to come is last' }),
});

/** What operators see of carriers besides. */
export const carrierEntries = {
  route: entry('route', 'When the carrier took it, or when it began to wait for it', {
    carrierId: uuid(),
    carrier: Type.Union([Type.String(), Type.Null()], { description: 'Its name; null if the carrier was deleted' }),
    reason: text('Why this way, by the routes as they are now'),
  }),
  part: entry('part', takenAt, {
    part: partNumber,
    total: Type.Integer(),
    carrierId: uuid(),
    carrier: Type.Union([Type.String(), Type.Null()]),
    reference: text('By which the carrier knows it'),
    outcome: maybe(Type.String({ description: 'Of messages with several parts' })),
  }),
  receipt: entry('receipt', receivedAt, {
    outcome,
    part: maybe(partNumber),
    carrierId: uuid(),
    carrier: Type.Union([Type.String(), Type.Null()]),
    text: text('As it was received, at most 500 characters of it'),
  }),
};
