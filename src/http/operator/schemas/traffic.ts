import { Type } from '../../../base/type.ts';
import { statuses } from '../../../domain/message/message.ts';
import { patterns } from '../../patterns.ts';
import { balance, closed, named, nextCursor, paging, range, time, uuid } from '../../schemas/fields.ts';
import { tries } from '../../schemas/messages.ts';
import { Delivery, deliveryStates, Endpoint } from '../../schemas/webhooks.ts';

const maybe = (description: string) => Type.Union([uuid(), Type.Null()], { description });
const status = Type.Enum([...statuses], { description: 'ACCEPTED, or a state of delivery reports' });
const country = (description: string) => Type.String({ pattern: patterns.country, description, examples: ['SI'] });
const account = { accountId: Type.Optional(uuid('Of one account only')) };
/** A text to search for. */
const sought = (description: string) => Type.Optional(Type.String({ maxLength: 100, description }));
const shortPage =
  'A filtered page may be short, even empty, and still have a nextCursor: it looks at a bounded number of rows.';
const searchedTo = Type.Optional(time('How far back it has looked, where there is a nextCursor'));

export const DeliveryDetails = named('DeliveryDetails', { accountId: uuid(), ...Delivery.properties });

export const DeliveryPage = named(
  'DeliveryPage',
  { deliveries: Type.Array(Type.Ref('DeliveryDetails')), nextCursor },
  { description: shortPage },
);

export const EndpointDetails = named('EndpointDetails', {
  accountId: uuid(),
  accountName: Type.String(),
  ...Endpoint.properties,
});

export const EndpointPage = named('EndpointPage', {
  endpoints: Type.Array(Type.Ref('EndpointDetails'), { description: 'Those in trouble first, 1000 at most' }),
});

export const EndpointsQuery = Type.Object(account);

const kind = Type.Enum(['delivery report', 'inbound message', 'sender status']);

export const DeliveriesQuery = Type.Object({
  ...paging,
  ...range,
  ...account,
  state: Type.Optional(Type.Enum([...deliveryStates])),
  kind: Type.Optional(kind),
  messageId: Type.Optional(uuid('The reports of one message, all on one page')),
});

export const ReplayFailed = closed({
  accountId: uuid(),
  since: time('Replays what has failed or was given up since then'),
  endpoint: Type.Optional(Type.String({ maxLength: 2_000, description: 'Only deliveries to the origin of this URL' })),
});

export const MessagePart = Type.Object({
  part: Type.Integer({ description: 'From 1' }),
  total: Type.Integer(),
  carrierId: uuid(),
  carrier: Type.Union([Type.String(), Type.Null()], { description: 'Its name; null if the carrier was deleted' }),
  reference: Type.String({ description: 'By which the carrier knows it' }),
  outcome: Type.Optional(
    Type.String({ description: 'delivered, failed, rejected or unknown; of messages with several parts' }),
  ),
});

export const MessageDetails = named('MessageDetails', {
  messageId: uuid(),
  accountId: uuid(),
  status,
  sender: Type.String(),
  destination: Type.String(),
  country: country('Of the destination'),
  segmentCount: Type.Integer(),
  encoding: Type.String({ description: 'GSM-7 or UCS-2' }),
  price: balance('What the message costs; 0 once it was refunded (REJECTED, CANCELLED)'),
  scheduledAt: Type.Optional(time('Only for scheduled messages')),
  acceptedAt: time('When the request was accepted'),
  updatedAt: time('When the status last changed'),
  content: Type.Optional(Type.String({ description: 'The text as sent' })),
  ...tries,
  parts: Type.Optional(
    Type.Array(MessagePart, {
      description: 'What carriers took, a row for each part; only when one message is asked for',
    }),
  ),
  reports: Type.Optional(
    Type.Array(Type.Ref('DeliveryDetails'), {
      description: 'Its delivery reports, the first one first; only when one message is asked for',
    }),
  ),
});

export const MessagePage = named(
  'MessagePage',
  { messages: Type.Array(Type.Ref('MessageDetails')), nextCursor, searchedTo },
  { description: shortPage },
);

const messageFilter = {
  ...range,
  ...account,
  status: Type.Optional(status),
  sender: sought('Exactly'),
  destination: sought('E.164, with the + written as %2B'),
  country: Type.Optional(country('Of the destination')),
  carrierId: Type.Optional(uuid('Taken by this carrier, or handed to it without an answer')),
  content: Type.Optional(Type.Enum(['true', 'false'], { default: 'false', description: 'Include the texts' })),
};

export const MessagesQuery = Type.Object({ ...paging, ...messageFilter });

/** Of a file, which has no pages. */
export const MessageFileQuery = Type.Object(messageFilter);

export const Unmatched = Type.Object({
  receiptId: uuid(),
  carrierId: uuid(),
  references: Type.Array(Type.String(), { description: 'References it may mean, the likeliest first' }),
  outcome: Type.String({
    description:
      'delivered, failed, rejected or unknown; unread: a callback of an HTTP carrier that was not understood',
  }),
  destination: Type.String(),
  error: Type.Union([Type.String(), Type.Null()], {
    description: "The carrier's code; of a callback that is unread, what was not understood",
  }),
  text: Type.String({ description: 'The receipt as it came; of a callback, its first 16 KiB without headers' }),
  receivedAt: time('When it came; kept for 72 hours'),
});

export const UnmatchedPage = named(
  'UnmatchedReceiptPage',
  { receipts: Type.Array(Unmatched), nextCursor },
  { description: shortPage },
);

export const UnmatchedQuery = Type.Object({ ...paging, carrierId: Type.Optional(uuid('Of one carrier only')) });

export const Inbound = Type.Object({
  inboundId: uuid(),
  accountId: maybe('Whose number or name it was sent to; null: nobody’s'),
  senderId: maybe('The sender it was sent to'),
  carrierId: uuid('Over which it came'),
  sender: Type.String({ description: 'The phone that sent it' }),
  recipient: Type.String({ description: 'The number or name it was sent to' }),
  text: Type.String(),
  complete: Type.Boolean({ description: 'false: parts of it never came' }),
  receivedAt: time('When it came'),
});

export const InboundPage = named(
  'InboundPage',
  { inbound: Type.Array(Inbound), nextCursor },
  { description: shortPage },
);

export const InboundQuery = Type.Object({
  ...paging,
  ...range,
  ...account,
  sender: sought('The phone that sent it'),
  recipient: sought('The number or name it was sent to'),
});

export const SimulatedInbound = closed({
  from: Type.String({ maxLength: 16, description: 'A valid phone number, E.164', examples: ['+38640123456'] }),
  to: Type.String({
    pattern: patterns.numberOrName,
    description: 'A phone number, or the name of a sender',
    examples: ['+38640111222'],
  }),
  text: Type.String({ minLength: 1, maxLength: 1_000 }),
});

export const SimulatedAnswer = named('SimulatedInbound', {
  inboundId: uuid(),
  accountId: maybe('Whose number or name it was sent to; null: nobody’s, and nobody is told'),
});

export const trafficSchemas = [
  DeliveryDetails,
  DeliveryPage,
  EndpointDetails,
  EndpointPage,
  MessageDetails,
  MessagePage,
  UnmatchedPage,
  InboundPage,
  SimulatedAnswer,
];
