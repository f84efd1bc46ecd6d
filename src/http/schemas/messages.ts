import { type Static, Type } from '../../base/type.ts';
import { statuses } from '../../domain/message/message.ts';
import { lastSecond } from '../../domain/message/schedule.ts';
import { patterns } from '../patterns.ts';
import { named, time, uuid } from './fields.ts';

const destinations = (most: number) =>
  Type.Array(Type.String(), {
    minItems: 1,
    maxItems: most,
    description: 'Recipient phone numbers, E.164 with leading +. One wrong number refuses the whole request.',
    examples: [['+38640123456']],
  });

/** Many programs write null for what they do not have. */
const orNull = <T>(type: string, options: object) => Type.Unsafe<T | null>({ type: [type, 'null'], ...options });

/** A shorter validity would end before most messages are delivered. */
const leastValidity = 60;
const leastFallback = 10;

/** What limits a request is set up by settings, so the schema is made from them. */
export type SendLimits = { readonly maxRecipients: number; readonly validitySeconds: number };

export const sendBody = ({ maxRecipients: mostRecipients, validitySeconds: mostValidity }: SendLimits) =>
  Type.Object(
    {
      sender: Type.String({
        description: 'Sender name or phone number configured for the account',
        examples: ['Hermod'],
      }),
      destinations: destinations(mostRecipients),
      message: Type.Object({
        content: Type.String({
          description: 'SMS text: at most 640 characters after replacement, not empty or only white space',
          examples: ['Hello from Hermod'],
        }),
        isUnicode: Type.Optional(
          orNull<boolean>('boolean', {
            default: false,
            description:
              'true: kept and sent as Unicode. false: characters outside the GSM set are replaced by matching ones where possible.',
          }),
        ),
      }),
      deliveryReportUrl: Type.Optional(
        orNull<string>('string', {
          description:
            "Receives delivery reports; otherwise the sender's configured URL does, if there is one. An empty text is none.",
        }),
      ),
      scheduledTime: Type.Optional(
        orNull<number>('integer', {
          minimum: 0,
          maximum: lastSecond,
          description: 'Unix time in seconds. Left out, now or past: sent at once.',
        }),
      ),
      priceReport: Type.Optional(
        orNull<boolean>('boolean', {
          default: false,
          description: 'Delivery reports include the price, if available',
        }),
      ),
      validitySeconds: Type.Optional(
        orNull<number>('integer', {
          minimum: Math.min(leastValidity, mostValidity),
          maximum: mostValidity,
          description:
            'Extension. What no carrier has taken so long after it was accepted, or after its scheduled time, is not sent any ' +
            'more and becomes FAILED; carriers are told to give up then. Left out: as long as the service tries.',
        }),
      ),
      fallbackSeconds: Type.Optional(
        orNull<number>('integer', {
          minimum: leastFallback,
          maximum: Math.max(leastFallback, mostValidity),
          description:
            'Extension. Without a receipt so long after it was sent, the message goes over another carrier as well, if there is ' +
            'one: once, at no further charge. It may arrive twice.',
        }),
      ),
    },
    { $id: 'SendRequest', description: 'null for an optional field is as good as leaving it out' },
  );
export type SendBody = Static<ReturnType<typeof sendBody>>;

/** A success, by the name of its schema, which is one type in generated clients. */
export function answer(schema: string, description: string, headers: object = {}) {
  return {
    description,
    ...(Object.keys(headers).length > 0 && { headers }),
    content: { 'application/json': { schema: Type.Ref(schema) } },
  };
}

export const SendAnswer = named('SendResponse', {
  messages: Type.Array(Type.Object({ messageId: uuid(), destination: Type.String() }), {
    description: 'One entry per recipient',
  }),
  status: Type.Enum(['accepted', 'scheduled']),
  segmentCount: Type.Integer({ description: 'SMS segments of each message' }),
  scheduledTime: Type.Optional(Type.Integer({ description: 'Unix time in seconds; only for scheduled messages' })),
  scheduledAt: Type.Optional(time('The same in UTC; only for scheduled messages')),
});

const money = (description: string) => Type.Number({ description });
const status = Type.Enum([...statuses], { description: 'ACCEPTED, or a state of delivery reports' });

/** Why a message is not where it should be, for customers and operators alike. */
export const tries = {
  reason: Type.Optional(
    Type.String({
      description: 'Why it was rejected or failed, or was not taken at the last try, where more is known',
    }),
  ),
  attemptCount: Type.Optional(
    Type.Integer({
      description: 'Tries that no carrier took, as long as there were any; reason says why of the last',
    }),
  ),
  nextAttemptAt: Type.Optional(time('When it is tried again, while it waits for that')),
};

export const Message = named('Message', {
  messageId: uuid(),
  status,
  sender: Type.String(),
  destination: Type.String(),
  country: Type.String({ description: 'ISO 3166 code of the destination' }),
  segmentCount: Type.Integer(),
  encoding: Type.String({ description: 'GSM-7 or UCS-2' }),
  price: money('What the message costs; 0 once it was refunded (REJECTED, CANCELLED)'),
  scheduledTime: Type.Optional(Type.Integer()),
  scheduledAt: Type.Optional(time('Only for scheduled messages')),
  acceptedAt: time('When the request was accepted'),
  updatedAt: time('When the status last changed'),
  content: Type.Optional(Type.String({ description: 'The text as sent' })),
  ...tries,
});
export type MessageBody = Static<typeof Message>;

export const MessageList = named('MessageList', {
  messages: Type.Array(Type.Ref('Message')),
  nextCursor: Type.Optional(
    Type.String({
      description: 'Pass as cursor for the next page. A filtered page may be short, even empty, and still have one.',
    }),
  ),
  searchedTo: Type.Optional(time('How far back it has looked, where there is a nextCursor')),
});

const messageFilter = {
  status: Type.Optional(status),
  sender: Type.Optional(Type.String()),
  destination: Type.Optional(Type.String({ description: 'E.164, with the + written as %2B' })),
  country: Type.Optional(
    Type.String({ pattern: patterns.country, description: 'ISO 3166 code of the destination', examples: ['SI'] }),
  ),
  from: Type.Optional(time('Accepted at or after')),
  to: Type.Optional(time('Accepted before')),
  content: Type.Optional(Type.Enum(['true', 'false'], { default: 'false', description: 'Include the texts' })),
};

export const ListQuery = Type.Object({
  ...messageFilter,
  limit: Type.Optional(Type.String({ default: '50', description: 'A whole number from 1 to 1000' })),
  cursor: Type.Optional(Type.String()),
});

/** Of a file, which has no pages. */
export const FileQuery = Type.Object(messageFilter);

export const Preview = named('Preview', {
  content: Type.String({ description: 'The text after replacement' }),
  encoding: Type.String(),
  segmentCount: Type.Integer(),
  forcesUnicode: Type.Array(Type.Object({ character: Type.String(), positions: Type.Array(Type.Integer()) }), {
    description:
      'Characters outside the GSM set, and where they stand in the text after replacement (in characters, from 0)',
  }),
  recipients: Type.Array(
    Type.Object({
      destination: Type.String(),
      country: Type.String(),
      price: money('Whole price of the message'),
      rejected: Type.Optional(Type.String({ description: 'Why its message would be REJECTED: it has opted out' })),
    }),
  ),
  total: money('Price of all messages'),
  currency: Type.String(),
  balanceAfter: money('Balance after sending'),
  affordable: Type.Boolean({ description: 'Whether balance and credit limit cover it at this moment' }),
});

export const Account = named('Account', {
  accountId: uuid(),
  name: Type.String(),
  currency: Type.String(),
  balance: money('May be negative down to the credit limit'),
  creditLimit: money('How far below zero the balance may go'),
  prices: Type.Array(
    Type.Object({ country: Type.String(), unitPrice: money('Per segment'), priceList: Type.String() }),
    { description: 'The active price list: messages go to these countries only' },
  ),
  smppWarnings: Type.Array(
    Type.Object({
      systemId: Type.String(),
      texts: Type.Integer({ description: 'How many on the day (UTC) of the last one' }),
      lastAt: Type.String({ format: 'date-time' }),
    }),
    {
      description:
        'SMPP credentials that submitted texts with data_coding 0 and octets above 0x7F in the last 7 days. Such texts are read as ISO 8859-1; send data_coding 3',
    },
  ),
});
