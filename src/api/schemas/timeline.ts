import { type TSchema, Type } from '../../base/type.ts';
import { statuses } from '../../domain/message/message.ts';
import { named, time, uuid } from './fields.ts';

const status = (description: string) => Type.Enum([...statuses], { description });
const text = (description: string) => Type.String({ description });
const maybe = Type.Optional;

type Kind = 'request' | 'ledger' | 'route' | 'part' | 'receipt' | 'state' | 'webhook' | 'retry';

const entry = <T extends Record<string, TSchema>>(kind: Kind, at: string, fields: T) =>
  Type.Object({ at: time(at), kind: Type.Literal(kind), ...fields });

/** Entries of both documents; `amount` is a number for customers and a string for operators. */
export const sharedEntries = <Amount extends TSchema>(amount: Amount) => ({
  request: entry('request', 'Time of acceptance', {
    via: maybe(
      Type.Enum(['http', 'email', 'console', 'smpp', 'verify'], {
        description:
          'Channel of the request. Absent if unknown: for old messages and those that the service itself sends',
      }),
    ),
    requestId: maybe(text('X-Request-Id of the request, truncated to 64 characters')),
    keyId: maybe(uuid()),
    keyPrefix: maybe(text('First characters of the key')),
    keyLabel: maybe(text('Label of the key')),
    by: maybe(text('Name of the person, for a request from the console')),
    byKind: maybe(
      Type.Enum(['operator', 'operator-token', 'customer'], {
        description: 'Kind of that person: an operator or a user of the account. Absent before 0.2.0',
      }),
    ),
    emailId: maybe(uuid()),
    from: maybe(text('Address of the author of the e-mail')),
    recipients: Type.Integer({ description: 'Number of recipients of the whole request' }),
    scheduledAt: maybe(time('Scheduled time')),
  }),
  ledger: entry('ledger', 'Time of the transaction', {
    entry: Type.Enum(['charge', 'refund', 'top-up', 'correction']),
    amount,
    note: maybe(Type.String()),
  }),
  state: entry('state', 'Start of the status', {
    status: status('ACCEPTED, or a status of delivery reports'),
    reason: maybe(text('Reason of the current status, if known')),
    attempts: maybe(
      Type.Integer({ description: 'Failed attempts to hand the message to a carrier; current status only' }),
    ),
  }),
  webhook: entry('webhook', 'End of the attempt', {
    deliveryId: uuid(),
    event: status('Status reported by the webhook'),
    url: Type.String(),
    attempt: Type.Integer({ description: 'Number of the attempt, from 1' }),
    durationMs: Type.Integer(),
    status: maybe(Type.Integer({ description: 'HTTP status of the response; absent without a response' })),
    error: maybe(text('Error of the attempt')),
    answer: maybe(text('First bytes of the response')),
  }),
  retry: entry('retry', 'Time of the next attempt', {
    deliveryId: maybe(
      Type.String({
        format: 'uuid',
        description: 'Webhook delivery to retry; absent if the message itself is retried',
      }),
    ),
    url: maybe(Type.String()),
    reason: maybe(text('Reason why the message is waiting')),
  }),
});

const partNumber = Type.Integer({ description: 'Number of the part, from 1' });
const outcome = text('delivered, failed, rejected or unknown');
const receivedAt = 'Time of the receipt';
const takenAt = 'Time at which the carrier accepted the part';
const { request, ledger, state, webhook, retry } = sharedEntries(
  Type.Number({ description: 'Amount for this message; negative for a charge' }),
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
  { $id: 'TimelineEntry', description: '`kind` determines the other fields' },
);

export const Timeline = named('Timeline', {
  message: Type.Ref('Message'),
  entries: Type.Array(Type.Ref('TimelineEntry'), { description: 'Entries, oldest first; planned attempts last' }),
});

/** Entries about carriers, for operators only. */
export const carrierEntries = {
  route: entry(
    'route',
    'Time at which the carrier accepted the message, or at which it began to wait for the carrier',
    {
      carrierId: uuid(),
      carrier: Type.Union([Type.String(), Type.Null()], { description: 'Name of the carrier; null if it was deleted' }),
      reason: text('Reason for this route, by the current routes'),
    },
  ),
  part: entry('part', takenAt, {
    part: partNumber,
    total: Type.Integer(),
    carrierId: uuid(),
    carrier: Type.Union([Type.String(), Type.Null()]),
    reference: text('Message id of the carrier'),
    outcome: maybe(Type.String({ description: 'Outcome of the part; only for messages with several parts' })),
  }),
  receipt: entry('receipt', receivedAt, {
    outcome,
    part: maybe(partNumber),
    carrierId: uuid(),
    carrier: Type.Union([Type.String(), Type.Null()]),
    text: text('Receipt as received, truncated to 500 characters'),
  }),
};
