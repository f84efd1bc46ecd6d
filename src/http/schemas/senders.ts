import { Type } from '../../base/type.ts';
import { alphanumeric, channels, msisdn, statuses } from '../../domain/sender/sender.ts';
import { named, time } from './fields.ts';

const uuid = (description: string) => Type.String({ format: 'uuid', description });
const status = Type.Enum([...statuses]);
const channel = Type.Enum([...channels]);
const type = Type.Enum([alphanumeric, msisdn], { description: '0: alphanumeric, 1: MSISDN' });
const textOrNull = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });

export const SenderRegistration = named('SenderRegistration', {
  value: Type.String({
    description:
      'Name, or Slovenian phone number. A name for SMS has 1 to 11 letters A to Z, digits, spaces and - _ . & +, for Viber up to 28.',
    examples: ['My Shop'],
  }),
  type,
  channel,
  statusCallbackUrl: Type.Optional(
    textOrNull('Receives a webhook at every change of status; not validated. null or an empty text is none'),
  ),
});

export const registrationRules = {
  value: 'a text',
  type: '0 (alphanumeric) or 1 (MSISDN)',
  channel: 'SMS or Viber',
  statusCallbackUrl: 'a text or null',
};

export const Sender = named('Sender', { id: uuid('Of the sender'), value: Type.String(), status, channel });

export const SenderConfirmation = named('SenderConfirmation', {
  id: uuid('Returned by the registration'),
  confirmationCode: Type.String({ description: 'Six digits', examples: ['123456'] }),
});

export const confirmationRules = { id: 'a UUID', confirmationCode: 'a text' };

export const SenderDetails = named('SenderDetails', {
  id: uuid('Of the sender'),
  value: Type.String(),
  status,
  channel,
  type,
  reason: Type.Optional(Type.String({ description: 'Why it was rejected' })),
  deliveryReportUrl: Type.Optional(Type.String()),
  inboundUrl: Type.Optional(Type.String()),
  statusCallbackUrl: Type.Optional(Type.String()),
  receipts: Type.Optional(
    Type.String({ description: 'Which way delivery reports go, if it is not that of the account' }),
  ),
  inbound: Type.Optional(
    Type.String({ description: 'Which way inbound messages go, if it is not that of the account' }),
  ),
  createdAt: time('When it was registered'),
  updatedAt: time('When the status last changed'),
});

export const SenderList = named('SenderList', {
  senders: Type.Array(Type.Ref('SenderDetails')),
  nextCursor: Type.Optional(Type.String()),
});

export const SenderSettings = named(
  'SenderSettings',
  {
    deliveryReportUrl: Type.Optional(
      textOrNull('Receives delivery reports of messages from this sender, unless the request names another URL'),
    ),
    inboundUrl: Type.Optional(textOrNull('Receives what is sent to this sender')),
    statusCallbackUrl: Type.Optional(textOrNull('Receives changes of status; not validated')),
    receipts: Type.Optional(
      textOrNull('Which way delivery reports go: auto, webhook, smpp or both; null: as the account says'),
    ),
    inbound: Type.Optional(
      textOrNull('Which way inbound messages go: auto, webhook, smpp or both; null: as the account says'),
    ),
  },
  { description: 'null or an empty text clears, what is left out stays' },
);

export const settingsRules = {
  deliveryReportUrl: 'a text or null',
  inboundUrl: 'a text or null',
  statusCallbackUrl: 'a text or null',
  receipts: 'a text or null',
  inbound: 'a text or null',
};

export const SenderPath = Type.Object({ senderId: Type.String({ format: 'uuid' }) });

export const SenderQuery = Type.Object({
  status: Type.Optional(status),
  channel: Type.Optional(channel),
  limit: Type.Optional(Type.String({ default: '50', description: 'A whole number from 1 to 1000' })),
  cursor: Type.Optional(Type.String()),
});
