import { Type } from '../../../base/type.ts';
import { eventKinds } from '../../../domain/webhook/endpoint.ts';
import { patterns } from '../../operation/patterns.ts';
import {
  balance,
  closed,
  messageSearch,
  named,
  nextCursor,
  orNull,
  paging,
  range,
  searchText,
  time,
  uuid,
} from '../../schemas/fields.ts';
import { inboundText } from '../../schemas/inbound.ts';
import { Message, MessageList, referenceFilter, tries } from '../../schemas/messages.ts';
import { MessageVerdict } from '../../schemas/verdict.ts';
import { Delivery, deliveryStates, Endpoint, ofEndpoint } from '../../schemas/webhooks.ts';

const idOrNull = (description: string) => orNull(uuid(), description);
const country = (description: string) => Type.String({ pattern: patterns.country, description, examples: ['SI'] });
const account = { accountId: Type.Optional(uuid('Only this account')) };
const shortPage =
  'A filtered page may be short or empty and still have a nextCursor, because a search scans a limited number of rows.';

export const DeliveryDetails = named('DeliveryDetails', { accountId: uuid(), ...Delivery.properties });

export const DeliveryPage = named(
  'DeliveryPage',
  { deliveries: Type.Array(Type.Ref('DeliveryDetails')), nextCursor },
  { description: shortPage },
);

const EndpointDetails = named('EndpointDetails', {
  accountId: uuid(),
  accountName: Type.String(),
  ...Endpoint.properties,
});

export const EndpointPage = named('EndpointPage', {
  endpoints: Type.Array(Type.Ref('EndpointDetails'), { description: 'Endpoints, failing ones first, at most 1000' }),
});

export const EndpointsQuery = Type.Object(account);

const kind = Type.Enum([...eventKinds]);

export const DeliveriesQuery = Type.Object({
  ...paging,
  ...range,
  ...account,
  state: Type.Optional(Type.Enum([...deliveryStates])),
  kind: Type.Optional(kind),
  ...ofEndpoint,
  messageId: Type.Optional(uuid('Only reports of this message, all on one page')),
});

export const ReplayFailed = closed({
  accountId: uuid(),
  since: time('Earliest time of the failed events to retry'),
  endpoint: Type.Optional(
    Type.String({
      maxLength: 2_000,
      description: 'Only deliveries to the origin of this URL, or to the endpoint with this id',
    }),
  ),
});

export const MessagePart = Type.Object({
  part: Type.Integer({ description: 'Number of the part, from 1' }),
  total: Type.Integer(),
  carrierId: uuid(),
  carrier: Type.Union([Type.String(), Type.Null()], { description: 'Name of the carrier; null if it was deleted' }),
  reference: Type.String({ description: 'Message id of the carrier' }),
  outcome: Type.Optional(
    Type.String({ description: 'delivered, failed, rejected or unknown; only for messages with several parts' }),
  ),
});

const { status, sender, destination, segmentCount, encoding } = Message.properties;
const { scheduledAt, acceptedAt, updatedAt, content, reference } = Message.properties;
export const MessageDetails = named('MessageDetails', {
  messageId: uuid(),
  accountId: uuid(),
  ...{ status, sender, destination },
  country: country('Country of the destination'),
  ...{ segmentCount, encoding },
  price: balance('Price of the message; 0 after a refund (REJECTED, CANCELLED)'),
  ...{ scheduledAt, acceptedAt, updatedAt, content, reference },
  ...tries,
  verdict: Type.Optional(Type.Ref('MessageVerdict')),
  parts: Type.Optional(
    Type.Array(MessagePart, {
      description: 'Parts accepted by carriers; only when a single message is retrieved',
    }),
  ),
  reports: Type.Optional(
    Type.Array(Type.Ref('DeliveryDetails'), {
      description: 'Delivery reports, oldest first; only when a single message is retrieved',
    }),
  ),
});

export const MessagePage = named(
  'MessagePage',
  { messages: Type.Array(Type.Ref('MessageDetails')), nextCursor, searchedTo: MessageList.properties.searchedTo },
  { description: shortPage },
);

const messageFilter = {
  ...range,
  ...account,
  status: Type.Optional(status),
  sender: searchText('Sender, exact match'),
  destination: searchText('Phone number in E.164 format, with + encoded as %2B'),
  country: Type.Optional(country('Country of the destination')),
  submissionId: Type.Optional(uuid('Only messages of this request, as named by its charge in the ledger')),
  ...messageSearch,
  reference: referenceFilter,
  carrierId: Type.Optional(uuid('Only messages accepted by this carrier, or handed to it without a response')),
  content: Type.Optional(
    Type.Enum(['true', 'false'], { default: 'false', description: 'Whether to include the texts' }),
  ),
};

export const MessagesQuery = Type.Object({ ...paging, ...messageFilter });

/** The filters of the list, without paging. */
export const MessageFileQuery = Type.Object(messageFilter);

export const Unmatched = Type.Object({
  receiptId: uuid(),
  carrierId: uuid(),
  references: Type.Array(Type.String(), { description: 'Possible references of the message, most likely first' }),
  outcome: Type.String({
    description:
      'delivered, failed, rejected or unknown; unread: a callback of an HTTP carrier that could not be parsed',
  }),
  destination: Type.String(),
  error: Type.Union([Type.String(), Type.Null()], {
    description: "The carrier's error code; for an unread callback, the parse error",
  }),
  text: Type.String({ description: 'Receipt as received; for a callback, its first 16 KiB without headers' }),
  receivedAt: time('Time of receipt; kept for 72 hours'),
});

export const UnmatchedPage = named(
  'UnmatchedReceiptPage',
  { receipts: Type.Array(Unmatched), nextCursor },
  { description: shortPage },
);

export const UnmatchedQuery = Type.Object({
  ...paging,
  carrierId: Type.Optional(uuid('Only this carrier')),
  outcome: Type.Optional(
    Type.Enum(['delivered', 'failed', 'rejected', 'unknown', 'unread'], {
      description: 'Only this outcome; unread: only callbacks',
    }),
  ),
});

export const Inbound = Type.Object({
  inboundId: uuid(),
  accountId: idOrNull('Account of the recipient; null if no account has it'),
  senderId: idOrNull('Sender that received the message'),
  carrierId: uuid('Carrier that delivered the message'),
  ...inboundText,
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
  sender: searchText('Phone number of the author'),
  recipient: searchText('Number or name that the message was sent to'),
});

export const SimulatedInbound = closed({
  from: Type.String({ maxLength: 16, description: 'Valid phone number in E.164 format', examples: ['+38640123456'] }),
  to: Type.String({
    pattern: patterns.numberOrName,
    description: 'Phone number, or name of a sender',
    examples: ['+38640111222'],
  }),
  text: Type.String({ minLength: 1, maxLength: 1_000 }),
});

export const SimulatedAnswer = named('SimulatedInbound', {
  inboundId: uuid(),
  accountId: idOrNull('Account of the recipient; null if no account has it, and no webhook is sent'),
});

const number = Type.String({ description: 'Phone number in E.164 format', examples: ['+38640123456'] });

export const PhoneList = named('PhoneList', {
  phones: Type.Array(
    Type.Object({
      number,
      lastAt: time('Time of the last message received or sent'),
      lastText: Type.Optional(Type.String()),
    }),
    { description: 'The 50 most recent phones that received or sent a message, most recent first' },
  ),
});

const thread = Type.Object({
  at: time('Time of receipt or sending'),
  direction: Type.Enum(['in', 'out'], { description: 'in: received by the phone; out: sent from it' }),
  sender: Type.String({ description: 'The other party: sender of a received message, recipient of a sent one' }),
  text: Type.Optional(Type.String()),
  messageId: Type.Optional(uuid('Id of a received message')),
  inboundId: Type.Optional(uuid('Id of a sent message')),
  status: Type.Optional(Type.String({ description: 'Status of a received message' })),
});

export const Phone = named('Phone', {
  number,
  thread: Type.Array(thread, { description: 'The latest 100 messages, oldest first' }),
});

export const PhonePath = Type.Object({ number: Type.String({ pattern: patterns.phoneNumber }) });

export const phoneSchemas = [PhoneList, Phone];

export const trafficSchemas = [
  DeliveryDetails,
  DeliveryPage,
  EndpointDetails,
  EndpointPage,
  MessageVerdict,
  MessageDetails,
  MessagePage,
  UnmatchedPage,
  InboundPage,
  SimulatedAnswer,
];
