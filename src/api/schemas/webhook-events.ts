import { Type } from '../../base/type.ts';
import { statuses as messageStatuses } from '../../domain/message/message.ts';
import { keywords } from '../../domain/optout/words.ts';
import { senderStatuses } from '../../domain/sender/sender.ts';
import { time, uuid } from './fields.ts';
import { reference } from './messages.ts';

const DeliveryReport = Type.Object(
  {
    messageId: uuid('Id of the message, as in the send response'),
    status: Type.Enum(
      messageStatuses.filter((status) => status !== 'ACCEPTED'),
      { description: 'DELIVERED, FAILED, REJECTED and CANCELLED are final; UNKNOWN may still be corrected' },
    ),
    segments: Type.Integer({ description: 'SMS segments of the message' }),
    price: Type.Optional(
      Type.Number({
        description: 'Price of the whole message, only if priceReport was true; 0 after a refund (REJECTED, CANCELLED)',
      }),
    ),
    reference,
  },
  {
    $id: 'DeliveryReport',
    examples: [{ messageId: '01a1dd05-e828-7001-9785-625698a09e9d', status: 'DELIVERED', segments: 1, price: 0.01 }],
  },
);

const InboundMessage = Type.Object(
  {
    Sender: Type.String({ description: 'Phone number of the author' }),
    Recipient: Type.String({ description: 'Number or name that the SMS was sent to' }),
    Message: Type.String({ description: 'Text of the SMS' }),
    Time: Type.String({ description: 'Time of receipt in UTC: yyyy-MM-dd HH:mm:ss' }),
    Keyword: Type.Optional(
      Type.Enum([...keywords], {
        description: 'Extension. Present only if the whole text is a keyword; STOP and START have changed the opt-outs',
      }),
    ),
  },
  {
    $id: 'InboundMessage',
    examples: [
      { Sender: '+38640123456', Recipient: '+38640111222', Message: 'Yes, please', Time: '2026-11-15 12:00:00' },
    ],
  },
);

const SenderStatusEvent = Type.Object(
  {
    eventId: uuid('Id of the event, same as the webhook-id header'),
    senderId: uuid('Id of the sender, as in the registration response'),
    previousStatus: Type.Enum([...senderStatuses]),
    status: Type.Enum([...senderStatuses]),
    occurredAt: time('Time of the change in UTC'),
  },
  {
    $id: 'SenderStatusEvent',
    examples: [
      {
        eventId: '01a1dd05-ea10-7000-9d0e-3b1f0f6f2c11',
        senderId: '01a1dd05-e828-7001-9785-625698a09e9d',
        previousStatus: 'Confirmation Pending',
        status: 'Confirmed',
        occurredAt: '2026-11-15T12:00:00.123Z',
      },
    ],
  },
);

export const eventSchemas = [DeliveryReport, InboundMessage, SenderStatusEvent];

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' as const },
  example,
});

const signed = [
  header(
    'webhook-id',
    'Id of the event, the same in every retry and replay. Skip events that you have already processed.',
    '01a1dd05-ea10-7000-9d0e-3b1f0f6f2c11',
  ),
  header(
    'webhook-timestamp',
    'Time of this attempt in Unix seconds. Reject a time more than five minutes from now.',
    '1794744000',
  ),
  header(
    'webhook-signature',
    'One or more signatures, separated by spaces: `v1,` and the Base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<raw body>`. The key is the Base64-decoded part of your secret after `whsec_`. Compare in constant time; one match is enough.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];
const about = header('X-Message-Id', 'Id of the message.', '01a1dd05-e828-7001-9785-625698a09e9d');

const event = (operationId: string, summary: string, description: string, payload: object, parameters = signed) => {
  const { $id, examples } = payload as { $id: string; examples: unknown[] };
  const post = {
    operationId,
    summary,
    description: `${description} Respond with any 2xx within 15 seconds. Any other response, including a redirect, is retried up to ten times, after n² + 1 minutes.`,
    tags: ['Webhooks'],
    security: [],
    parameters,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { $ref: `#/components/schemas/${$id}` },
          examples: { usual: { value: examples[0] } },
        },
      },
    },
    responses: { '2XX': { description: 'Received; the response body is ignored' } },
  };
  return { post };
};

export const webhooks = {
  deliveryReport: event(
    'deliveryReport',
    'Delivery report',
    'Sent on every status change of a message, to the `deliveryReportUrl` of the send request or else of the sender. Reports of one message are sent in order.',
    DeliveryReport,
    [about, ...signed],
  ),
  inboundMessage: event(
    'inboundMessage',
    'Inbound message',
    'Sent when one of your senders receives an SMS, to its `inboundUrl`.',
    InboundMessage,
  ),
  senderStatus: event(
    'senderStatus',
    'Sender status',
    'Sent on every status change of a sender, to its `statusCallbackUrl`.',
    SenderStatusEvent,
  ),
};
