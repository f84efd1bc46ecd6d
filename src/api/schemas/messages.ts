import { type Static, Type } from '../../base/type.ts';
import { statuses } from '../../domain/message/message.ts';
import { lastSecond } from '../../domain/message/schedule.ts';
import { longestReference } from '../../domain/message/send.ts';
import { patterns } from '../operation/patterns.ts';
import { messageSearch, named, time, uuid } from './fields.ts';
import { templateChoice } from './templates.ts';

const destinations = (most: number) =>
  Type.Array(Type.String(), {
    minItems: 1,
    maxItems: most,
    description:
      'Recipient phone numbers in E.164 format with leading +. One invalid number rejects the whole request.',
    examples: [['+38640123456']],
  });

/** Many clients send null for an absent field. */
const typeOrNull = <T>(type: string, options: object) => Type.Unsafe<T | null>({ type: [type, 'null'], ...options });

/** Seconds. A shorter validity would expire before most messages are delivered. */
const leastValidity = 60;
const leastFallback = 10;

/** Without a template, the text is required. */
const textOrTemplate = {
  if: { required: ['template'], properties: { template: { not: { type: 'null' } } } },
  else: {
    required: ['message'],
    properties: {
      message: { type: 'object', required: ['content'], properties: { content: { type: 'string' } } },
    },
  },
};

/** Limits that the service settings configure. */
type SendLimits = { readonly maxRecipients: number; readonly validitySeconds: number };

export const sendBody = ({ maxRecipients: mostRecipients, validitySeconds: mostValidity }: SendLimits) =>
  Type.Object(
    {
      sender: Type.String({
        description: 'Sender name or phone number configured for the account',
        examples: ['Hermod'],
      }),
      destinations: destinations(mostRecipients),
      message: Type.Optional(
        typeOrNull<object>('object', {
          properties: {
            content: {
              type: ['string', 'null'],
              description: 'SMS text: at most 640 characters after replacement, not blank. Required without a template',
              examples: ['Hello from Hermod'],
            },
            isUnicode: {
              type: ['boolean', 'null'],
              default: false,
              description:
                'true: the text is sent unchanged as Unicode. false: characters outside the GSM character set are replaced by similar ones where possible.',
            },
          },
          description: 'Required without a template',
        }),
      ),
      template: Type.Optional(templateChoice),
      deliveryReportUrl: Type.Optional(
        typeOrNull<string>('string', {
          description:
            "URL for delivery reports. Default: the sender's deliveryReportUrl. An empty string counts as omitted.",
        }),
      ),
      scheduledTime: Type.Optional(
        typeOrNull<number>('integer', {
          minimum: 0,
          maximum: lastSecond,
          description: 'Unix time in seconds. Omitted, now or in the past: the message is sent immediately.',
        }),
      ),
      priceReport: Type.Optional(
        typeOrNull<boolean>('boolean', {
          default: false,
          description: 'Whether delivery reports include the price, if available',
        }),
      ),
      validitySeconds: Type.Optional(
        typeOrNull<number>('integer', {
          minimum: Math.min(leastValidity, mostValidity),
          maximum: mostValidity,
          description:
            'Extension. Validity period in seconds from acceptance or from the scheduled time. A message that no carrier has accepted by ' +
            'then becomes FAILED; carriers get the same period. Default: the maximum.',
        }),
      ),
      fallbackSeconds: Type.Optional(
        typeOrNull<number>('integer', {
          minimum: leastFallback,
          maximum: Math.max(leastFallback, mostValidity),
          description:
            'Extension. Seconds without a delivery receipt after which the message is also sent through another carrier, if one is ' +
            'available: once, at no extra charge. The message may arrive twice.',
        }),
      ),
      reference: Type.Optional(
        typeOrNull<string>('string', {
          minLength: 1,
          maxLength: longestReference,
          pattern: patterns.text,
          description:
            'Extension. Your own text for this request, without control characters. Returned in delivery reports and with messages, ' +
            'and a filter of lists. Not sent to carriers or recipients.',
          examples: ['order-4711'],
        }),
      ),
    },
    {
      $id: 'SendRequest',
      description: 'null for an optional field counts as omitted',
      ...textOrTemplate,
    },
  );

/** A success response that refers to a schema by name. */
export function answer(schema: string, description: string, headers: object = {}) {
  return {
    description,
    ...(Object.keys(headers).length > 0 && { headers }),
    content: { 'application/json': { schema: Type.Ref(schema) } },
  };
}

export const SendAnswer = named('SendResponse', {
  messages: Type.Array(Type.Object({ messageId: uuid(), destination: Type.String() }), {
    description: 'One message per recipient',
  }),
  status: Type.Enum(['accepted', 'scheduled']),
  segmentCount: Type.Integer({ description: 'SMS segments per message' }),
  scheduledTime: Type.Optional(Type.Integer({ description: 'Unix time in seconds; only for scheduled messages' })),
  scheduledAt: Type.Optional(time('Scheduled time in UTC; only for scheduled messages')),
});

export const reference = Type.Optional(
  Type.String({ description: 'Reference of the send request, if it gave one (extension)' }),
);
export const referenceFilter = Type.Optional(
  Type.String({ description: 'Only messages whose request gave this reference; exact match' }),
);

const money = (description: string) => Type.Number({ description });
const status = Type.Enum([...statuses], { description: 'ACCEPTED, or a status of delivery reports' });

/** Failures and retries of a message, for customers and operators. */
export const tries = {
  reason: Type.Optional(
    Type.String({
      description: 'Reason of a rejection or failure, or of the last failed attempt, if known',
    }),
  ),
  reasonText: Type.Optional(
    Type.String({
      description:
        'The reason in plain words (see the reference of reasons), or the text that the operator has set for the code',
    }),
  ),
  attemptCount: Type.Optional(
    Type.Integer({
      description: 'Number of failed attempts to hand the message to a carrier; absent if there was none',
    }),
  ),
  nextAttemptAt: Type.Optional(time('Time of the next attempt, while one is planned')),
};

export const Message = named('Message', {
  messageId: uuid(),
  status,
  sender: Type.String(),
  destination: Type.String(),
  country: Type.String({ description: 'ISO 3166 code of the destination' }),
  segmentCount: Type.Integer(),
  encoding: Type.String({ description: 'GSM-7 or UCS-2' }),
  price: money('Price of the message; 0 after a refund (REJECTED, CANCELLED)'),
  scheduledTime: Type.Optional(Type.Integer()),
  scheduledAt: Type.Optional(time('Only for scheduled messages')),
  acceptedAt: time('Time of acceptance'),
  updatedAt: time('Time of the last status change'),
  content: Type.Optional(Type.String({ description: 'Text as sent' })),
  reference,
  ...tries,
  verdict: Type.Optional(Type.Ref('Verdict')),
});
export type MessageBody = Static<typeof Message>;

export const MessageList = named('MessageList', {
  messages: Type.Array(Type.Ref('Message')),
  nextCursor: Type.Optional(
    Type.String({
      description: 'Cursor of the next page. A filtered page may be short or empty and still have one.',
    }),
  ),
  searchedTo: Type.Optional(time('Time back to which the search has looked; present with nextCursor')),
});

const messageFilter = {
  status: Type.Optional(status),
  sender: Type.Optional(Type.String()),
  destination: Type.Optional(Type.String({ description: 'Phone number in E.164 format, with + encoded as %2B' })),
  country: Type.Optional(
    Type.String({ pattern: patterns.country, description: 'ISO 3166 code of the destination', examples: ['SI'] }),
  ),
  submissionId: Type.Optional(uuid('Only messages of this request, as named by its charge in the ledger')),
  ...messageSearch,
  reference: referenceFilter,
  from: Type.Optional(time('Earliest acceptance time, inclusive')),
  to: Type.Optional(time('Latest acceptance time, exclusive')),
  content: Type.Optional(
    Type.Enum(['true', 'false'], { default: 'false', description: 'Whether to include the texts' }),
  ),
};

export const ListQuery = Type.Object({
  ...messageFilter,
  limit: Type.Optional(Type.String({ default: '50', description: 'Page size, from 1 to 1000' })),
  cursor: Type.Optional(Type.String()),
});

/** The filters of the list, without paging. */
export const FileQuery = Type.Object(messageFilter);

export const Preview = named('Preview', {
  content: Type.String({ description: 'Text after replacement' }),
  encoding: Type.String(),
  segmentCount: Type.Integer(),
  forcesUnicode: Type.Array(Type.Object({ character: Type.String(), positions: Type.Array(Type.Integer()) }), {
    description:
      'Characters outside the GSM character set, and their positions in the text after replacement (in characters, from 0)',
  }),
  recipients: Type.Array(
    Type.Object({
      destination: Type.String(),
      country: Type.String(),
      price: money('Price of the message, all segments'),
      rejected: Type.Optional(Type.String({ description: 'Reason why the message would be REJECTED: an opt-out' })),
    }),
  ),
  total: money('Total price of all messages'),
  currency: Type.String(),
  balanceAfter: money('Balance after sending'),
  affordable: Type.Boolean({ description: 'Whether balance and credit limit currently cover the total' }),
});

export const Account = named('Account', {
  accountId: uuid(),
  name: Type.String(),
  currency: Type.String(),
  balance: money('Current balance; may be negative down to the credit limit'),
  creditLimit: money('Amount by which the balance may be negative'),
  spentLast7Days: money('Charges minus refunds of the last 7 days, as counted by the statistics'),
  daysLeft: Type.Optional(
    Type.Number({
      description:
        'Days that balance and credit limit last at the rate of the last 7 days; absent if nothing was spent in them',
    }),
  ),
  prices: Type.Array(
    Type.Object({ country: Type.String(), unitPrice: money('Price per segment'), priceList: Type.String() }),
    { description: 'Active prices. Messages can be sent to these countries only' },
  ),
  smppWarnings: Type.Array(
    Type.Object({
      systemId: Type.String(),
      texts: Type.Integer({ description: 'Number of such texts on the day (UTC) of the last one' }),
      lastAt: Type.String({ format: 'date-time' }),
    }),
    {
      description:
        'SMPP credentials that submitted texts with data_coding 0 and octets above 0x7F in the last 7 days. Such texts are decoded as ISO 8859-1; use data_coding 3 instead',
    },
  ),
});
