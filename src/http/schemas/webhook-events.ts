import { Type } from '../../base/type.ts';
import { statuses as messageStatuses } from '../../domain/message/message.ts';
import { keywords } from '../../domain/optout/words.ts';
import { statuses as senderStatuses } from '../../domain/sender/sender.ts';

const uuid = (description: string) => Type.String({ format: 'uuid', description });

export const DeliveryReport = Type.Object(
  {
    messageId: uuid('The message, as the send response named it'),
    status: Type.Enum(
      messageStatuses.filter((status) => status !== 'ACCEPTED'),
      { description: 'DELIVERED, FAILED, REJECTED and CANCELLED are final; UNKNOWN may still be corrected' },
    ),
    segments: Type.Integer({ description: 'SMS segments of the message' }),
    price: Type.Optional(
      Type.Number({
        description:
          'Only if priceReport was true: price of the whole message, 0 once it was given back (REJECTED, CANCELLED)',
      }),
    ),
  },
  {
    $id: 'DeliveryReport',
    examples: [{ messageId: '01a1dd05-e828-7001-9785-625698a09e9d', status: 'DELIVERED', segments: 1, price: 0.01 }],
  },
);

export const InboundMessage = Type.Object(
  {
    Sender: Type.String({ description: 'Phone number of who sent the SMS' }),
    Recipient: Type.String({ description: 'The number or name that it was sent to' }),
    Message: Type.String({ description: 'Its text' }),
    Time: Type.String({ description: 'When it was received: yyyy-MM-dd HH:mm:ss, UTC' }),
    Keyword: Type.Optional(
      Type.Enum([...keywords], {
        description:
          'Extension, only if the whole text is a word for it: the list of opt-outs was changed (STOP, START)',
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

export const SenderStatusEvent = Type.Object(
  {
    eventId: uuid('The event, also the webhook-id header'),
    senderId: uuid('The sender, as its registration named it'),
    previousStatus: Type.Enum([...senderStatuses]),
    status: Type.Enum([...senderStatuses]),
    occurredAt: Type.String({ format: 'date-time', description: 'When it changed, UTC' }),
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
    'Names the event; the same in every retry and replay. Skip what you have seen already.',
    '01a1dd05-ea10-7000-9d0e-3b1f0f6f2c11',
  ),
  header(
    'webhook-timestamp',
    'Time of this attempt in Unix seconds. Refuse what is more than five minutes away.',
    '1794744000',
  ),
  header(
    'webhook-signature',
    'One or more signatures, separated by spaces, each `v1,` and the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body as it came>`. The key is what stands behind `whsec_` in your secret, decoded from base64. Compare in constant time; one match is enough.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];
const about = header('X-Message-Id', 'The id of the message.', '01a1dd05-e828-7001-9785-625698a09e9d');

const event = (operationId: string, summary: string, description: string, payload: object, parameters = signed) => {
  const { $id, examples } = payload as { $id: string; examples: unknown[] };
  const post = {
    operationId,
    summary,
    description: `${description} Answer with any 2xx within 15 seconds; everything else, redirects included, is tried again after n² + 1 minutes, ten times.`,
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
    responses: { '2XX': { description: 'Taken; the body of the answer does not matter' } },
  };
  return { post };
};

/** What the service sends to customers, for the OpenAPI document. */
export const webhooks = {
  deliveryReport: event(
    'deliveryReport',
    'Delivery report',
    'At every change of a message’s state, to the `deliveryReportUrl` of its request, else to that of its sender. The reports of one message come in the order of its states.',
    DeliveryReport,
    [about, ...signed],
  ),
  inboundMessage: event(
    'inboundMessage',
    'Inbound message',
    'When an SMS arrives for one of your senders, to its `inboundUrl`.',
    InboundMessage,
  ),
  senderStatus: event(
    'senderStatus',
    'Sender status',
    'At every change of a sender’s status, to the `statusCallbackUrl` of its registration.',
    SenderStatusEvent,
  ),
};
