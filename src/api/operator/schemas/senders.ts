import { Type } from '../../../base/type.ts';
import { channels, statuses } from '../../../domain/sender/sender.ts';
import { wrongLimits } from '../../../domain/sender/sender-code.ts';
import { patterns } from '../../operation/patterns.ts';
import { closed, named, nextCursor, paging, time, uuid } from '../../schemas/fields.ts';

const status = Type.Enum([...statuses], { description: 'Pending: awaiting approval by an operator' });
const channel = Type.Enum([...channels]);
const url = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const SenderRecord = named('SenderRecord', {
  senderId: uuid(),
  accountId: uuid(),
  value: Type.String({ description: 'Name or number' }),
  type: Type.Integer({ description: '0: alphanumeric, 1: MSISDN' }),
  channel,
  status,
  rejectionReason: Type.Optional(Type.String({ description: 'Reason of a rejection' })),
  wrongCodes: Type.Optional(
    Type.Integer({
      description: `Wrong codes entered by the account for this value in ${wrongLimits.value.days} days; absent once confirmed`,
    }),
  ),
  blocked: Type.Optional(
    Type.Boolean({
      description: 'Present only if true: too many wrong codes; further codes are refused until approval',
    }),
  ),
  deliveryReportUrl: url('URL for delivery reports, unless the send request names another'),
  inboundUrl: url('URL for messages to this sender'),
  statusCallbackUrl: url('URL for status-change webhooks'),
  createdAt: time('Time of registration'),
  statusAt: time('Time of the last status change'),
});

export const SenderPage = named('SenderPage', { senders: Type.Array(Type.Ref('SenderRecord')), nextCursor });

export const SendersQuery = Type.Object({
  ...paging,
  accountId: Type.Optional(uuid('Only senders of this account')),
  status: Type.Optional(status),
  channel: Type.Optional(channel),
});

export const SenderPath = Type.Object({ senderId: uuid() });

export const Rejection = closed({
  reason: Type.String({
    minLength: 1,
    maxLength: 500,
    pattern: patterns.filledText,
    description: 'Reason, shown to the customer',
  }),
});

export const senderSchemas = [SenderRecord, SenderPage];
