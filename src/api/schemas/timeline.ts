import { type TSchema, Type } from '../../base/type.ts';
import { statuses } from '../../domain/message/message.ts';
import { balance, named, said, time, uuid } from './fields.ts';

const status = (description: string) => Type.Enum([...statuses], { description });
const text = (description: string) => Type.String({ description });
const maybe = Type.Optional;

type Kind = 'request' | 'ledger' | 'route' | 'part' | 'receipt' | 'state' | 'webhook' | 'retry';

const entry = <T extends Record<string, TSchema>>(kind: Kind, at: string, fields: T) =>
  Type.Object({ at: time(at), kind: Type.Literal(kind), ...fields });

/** Entries of both documents; `amount` is a number for customers and a string for operators. */
const sharedEntries = <Amount extends TSchema>(amount: Amount) => ({
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
    reasonText: maybe(text('The reason in plain words')),
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
    reasonText: maybe(text('Why the attempt failed and what to do, in plain words')),
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
const carrierName = { description: 'Name of the carrier; null if it was deleted' };
const carrier = (options: object = {}) => Type.Union([Type.String(), Type.Null()], { ...options });
const part = { part: partNumber, total: Type.Integer() };
const receipt = { outcome, part: maybe(partNumber) };

const entriesOf = (name: string, entries: TSchema[]) =>
  Type.Union(entries, { $id: name, description: '`kind` determines the other fields' });
const timelineOf = (name: string, message: string, entry: string) =>
  named(name, {
    message: Type.Ref(message),
    entries: Type.Array(Type.Ref(entry), { description: 'Entries, oldest first; planned attempts last' }),
  });

const amount = 'Amount for this message; negative for a charge';
const own = sharedEntries(Type.Number({ description: amount }));
export const TimelineEntry = entriesOf('TimelineEntry', [
  ...[own.request, own.ledger, own.state],
  ...[entry('part', takenAt, part), entry('receipt', receivedAt, receipt)],
  ...[own.webhook, own.retry],
]);
export const Timeline = timelineOf('Timeline', 'Message', 'TimelineEntry');

const all = sharedEntries(balance(amount));
export const MessageTimelineEntry = entriesOf('MessageTimelineEntry', [
  ...[all.request, all.ledger],
  entry('route', 'Time at which the carrier accepted the message, or at which it began to wait for the carrier', {
    carrierId: uuid(),
    carrier: carrier(carrierName),
    reason: text('Reason for this route, by the current routes'),
    said: Type.Array(said, { description: 'The sentences of the reason, for translation' }),
  }),
  all.state,
  entry('part', takenAt, {
    ...part,
    carrierId: uuid(),
    carrier: carrier(),
    reference: text('Message id of the carrier'),
    outcome: maybe(Type.String({ description: 'Outcome of the part; only for messages with several parts' })),
  }),
  entry('receipt', receivedAt, {
    ...receipt,
    carrierId: uuid(),
    carrier: carrier(),
    text: text('Receipt as received, truncated to 500 characters'),
  }),
  ...[all.webhook, all.retry],
]);
export const MessageTimeline = timelineOf('MessageTimeline', 'MessageDetails', 'MessageTimelineEntry');
