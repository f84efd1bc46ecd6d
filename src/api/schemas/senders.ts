import { Type } from '../../base/type.ts';
import { alphanumeric, channels, msisdn, senderStatuses } from '../../domain/sender/sender.ts';
import { named, time, uuid } from './fields.ts';

const status = Type.Enum([...senderStatuses]);
const channel = Type.Enum([...channels]);
const type = Type.Enum([alphanumeric, msisdn], { description: '0: alphanumeric, 1: MSISDN' });
const textOrNull = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });

export const SenderRegistration = named('SenderRegistration', {
  value: Type.String({
    description:
      'Name, or Slovenian phone number. A name has 1 to 11 characters for SMS, up to 28 for Viber: letters A to Z, digits, spaces and - _ . & +',
    examples: ['My Shop'],
  }),
  type,
  channel,
  statusCallbackUrl: Type.Optional(
    textOrNull('URL for status-change webhooks; not validated. null or an empty string counts as omitted'),
  ),
});

export const registrationRules = {
  value: 'a text',
  type: '0 (alphanumeric) or 1 (MSISDN)',
  channel: 'SMS or Viber',
  statusCallbackUrl: 'a text or null',
};

export const Sender = named('Sender', { id: uuid('Id of the sender'), value: Type.String(), status, channel });

export const SenderConfirmation = named('SenderConfirmation', {
  id: uuid('Id of the sender, returned by the registration'),
  confirmationCode: Type.String({ description: 'Six digits', examples: ['123456'] }),
});

export const confirmationRules = { id: 'a UUID', confirmationCode: 'a text' };

export const SenderDetails = named('SenderDetails', {
  id: uuid('Id of the sender'),
  value: Type.String(),
  status,
  channel,
  type,
  reason: Type.Optional(Type.String({ description: 'Reason of a rejection' })),
  deliveryReportUrl: Type.Optional(Type.String()),
  inboundUrl: Type.Optional(Type.String()),
  statusCallbackUrl: Type.Optional(Type.String()),
  receipts: Type.Optional(
    Type.String({ description: 'Channel of delivery reports, if it overrides that of the account' }),
  ),
  inbound: Type.Optional(
    Type.String({ description: 'Channel of inbound messages, if it overrides that of the account' }),
  ),
  createdAt: time('Time of registration'),
  updatedAt: time('Time of the last status change'),
});

export const SenderList = named('SenderList', {
  senders: Type.Array(Type.Ref('SenderDetails')),
  nextCursor: Type.Optional(Type.String()),
});

export const SenderSettings = named(
  'SenderSettings',
  {
    deliveryReportUrl: Type.Optional(
      textOrNull('URL for delivery reports of messages from this sender, unless the send request names another'),
    ),
    inboundUrl: Type.Optional(textOrNull('URL for messages to this sender')),
    statusCallbackUrl: Type.Optional(textOrNull('URL for status-change webhooks; not validated')),
    receipts: Type.Optional(
      textOrNull('Channel of delivery reports: auto, webhook, smpp or both; null: that of the account'),
    ),
    inbound: Type.Optional(
      textOrNull('Channel of inbound messages: auto, webhook, smpp or both; null: that of the account'),
    ),
  },
  { description: 'null or an empty string clears a field; omitted fields are not changed' },
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
  limit: Type.Optional(Type.String({ default: '50', description: 'Page size, from 1 to 1000' })),
  cursor: Type.Optional(Type.String()),
});
