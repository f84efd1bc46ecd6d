import { type Static, Type } from '../../../base/type.ts';
import { statuses } from '../../../domain/message/message.ts';
import { patterns } from '../../patterns.ts';
import { tries } from '../../schemas/messages.ts';
import { Delivery, deliveryStates, Endpoint } from '../../schemas/webhooks.ts';
import { balance, nextCursor, paging, range, time, uuid } from './fields.ts';

const maybe = (description: string) => Type.Union([uuid(), Type.Null()], { description });
const status = Type.Enum([...statuses], { description: 'ACCEPTED, or a state of delivery reports' });
const country = (description: string) => Type.String({ pattern: patterns.country, description, examples: ['SI'] });
const account = { accountId: Type.Optional(uuid('Of one account only')) };
/** Every text that somebody searches for. */
const sought = (description: string) => Type.Optional(Type.String({ maxLength: 100, description }));
const shortPage =
  'A filtered page may be short, even empty, and still have a nextCursor: it looks at a bounded number of rows.';
const searchedTo = Type.Optional(time('How far back it has looked, where there is a nextCursor'));

export const DeliveryDetails = Type.Object({ accountId: uuid(), ...Delivery.properties }, { $id: 'DeliveryDetails' });
export type DeliveryDetailsBody = Static<typeof DeliveryDetails>;

export const DeliveryPage = Type.Object(
  { deliveries: Type.Array(Type.Ref('DeliveryDetails')), nextCursor },
  { $id: 'DeliveryPage', description: shortPage },
);

export const EndpointDetails = Type.Object(
  { accountId: uuid(), accountName: Type.String(), ...Endpoint.properties },
  { $id: 'EndpointDetails' },
);

export const EndpointPage = Type.Object(
  { endpoints: Type.Array(Type.Ref('EndpointDetails'), { description: 'Those in trouble first, 1000 at most' }) },
  { $id: 'EndpointPage' },
);

export const EndpointsQuery = Type.Object(account);
export type EndpointsQueryValues = Static<typeof EndpointsQuery>;

const kind = Type.Enum(['delivery report', 'inbound message', 'sender status']);

export const DeliveriesQuery = Type.Object({
  ...paging,
  ...range,
  ...account,
  state: Type.Optional(Type.Enum([...deliveryStates])),
  kind: Type.Optional(kind),
  messageId: Type.Optional(uuid('The reports of one message, all on one page')),
});
export type DeliveriesQueryValues = Static<typeof DeliveriesQuery>;

export const DeliveryPath = Type.Object({ deliveryId: uuid() });
export type DeliveryPathValues = Static<typeof DeliveryPath>;

export const ReplayFailed = Type.Object(
  {
    accountId: uuid(),
    since: time('Replays what has failed or was given up since then'),
    endpoint: Type.Optional(
      Type.String({ maxLength: 2_000, description: 'Only deliveries to the origin of this URL' }),
    ),
  },
  { additionalProperties: false },
);
export type ReplayFailedValues = Static<typeof ReplayFailed>;

const part = Type.Object({
  part: Type.Integer({ description: 'From 1' }),
  total: Type.Integer(),
  carrierId: uuid(),
  carrier: Type.Union([Type.String(), Type.Null()], { description: 'Its name; null if the carrier was deleted' }),
  reference: Type.String({ description: 'By which the carrier knows it' }),
  outcome: Type.Optional(
    Type.String({ description: 'delivered, failed, rejected or unknown; of messages with several parts' }),
  ),
});

export const MessageDetails = Type.Object(
  {
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
      Type.Array(part, { description: 'What carriers took, a row for each part; only when one message is asked for' }),
    ),
    reports: Type.Optional(
      Type.Array(Type.Ref('DeliveryDetails'), {
        description: 'Its delivery reports, the first one first; only when one message is asked for',
      }),
    ),
  },
  { $id: 'MessageDetails' },
);
export type MessageDetailsBody = Static<typeof MessageDetails>;

export const MessagePage = Type.Object(
  { messages: Type.Array(Type.Ref('MessageDetails')), nextCursor, searchedTo },
  { $id: 'MessagePage', description: shortPage },
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
export type MessagesQueryValues = Static<typeof MessagesQuery>;

/** Of a file, which has no pages. */
export const MessageFileQuery = Type.Object(messageFilter);
export type MessageFileQueryValues = Static<typeof MessageFileQuery>;

export const MessagePath = Type.Object({ messageId: uuid() });
export type MessagePathValues = Static<typeof MessagePath>;

const unmatched = Type.Object({
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
export type UnmatchedBody = Static<typeof unmatched>;

export const UnmatchedPage = Type.Object(
  { receipts: Type.Array(unmatched), nextCursor },
  { $id: 'UnmatchedReceiptPage', description: shortPage },
);

export const UnmatchedQuery = Type.Object({ ...paging, carrierId: Type.Optional(uuid('Of one carrier only')) });
export type UnmatchedQueryValues = Static<typeof UnmatchedQuery>;

const inbound = Type.Object({
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
export type InboundBody = Static<typeof inbound>;

export const InboundPage = Type.Object(
  { inbound: Type.Array(inbound), nextCursor },
  { $id: 'InboundPage', description: shortPage },
);

export const InboundQuery = Type.Object({
  ...paging,
  ...range,
  ...account,
  sender: sought('The phone that sent it'),
  recipient: sought('The number or name it was sent to'),
});
export type InboundQueryValues = Static<typeof InboundQuery>;

export const SimulatedInbound = Type.Object(
  {
    from: Type.String({ maxLength: 16, description: 'A valid phone number, E.164', examples: ['+38640123456'] }),
    to: Type.String({
      pattern: patterns.numberOrName,
      description: 'A phone number, or the name of a sender',
      examples: ['+38640111222'],
    }),
    text: Type.String({ minLength: 1, maxLength: 1_000 }),
  },
  { additionalProperties: false },
);
export type SimulatedInboundValues = Static<typeof SimulatedInbound>;

export const SimulatedAnswer = Type.Object(
  {
    inboundId: uuid(),
    accountId: maybe('Whose number or name it was sent to; null: nobody’s, and nobody is told'),
  },
  { $id: 'SimulatedInbound' },
);

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
