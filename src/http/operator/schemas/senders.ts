import { Type } from '../../../base/type.ts';
import { channels, statuses } from '../../../domain/sender/sender.ts';
import { wrongLimits } from '../../../domain/sender/sender-code.ts';
import { patterns } from '../../patterns.ts';
import { closed, named, nextCursor, paging, time, uuid } from '../../schemas/fields.ts';

const status = Type.Enum([...statuses], { description: 'Pending: waits for your approval' });
const channel = Type.Enum([...channels]);
const url = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const SenderRecord = named('SenderRecord', {
  senderId: uuid(),
  accountId: uuid(),
  value: Type.String({ description: 'The name or number' }),
  type: Type.Integer({ description: '0: alphanumeric, 1: MSISDN' }),
  channel,
  status,
  rejectionReason: Type.Optional(Type.String({ description: 'Of rejected ones' })),
  wrongCodes: Type.Optional(
    Type.Integer({
      description: `Until it is confirmed: wrong codes that its account gave for this value in ${wrongLimits.value.days} days`,
    }),
  ),
  blocked: Type.Optional(
    Type.Boolean({ description: 'Only if true: too many wrong codes, no further one counts until you approve it' }),
  ),
  deliveryReportUrl: url('Where its delivery reports go, unless a request says otherwise'),
  inboundUrl: url('Where messages to it go'),
  statusCallbackUrl: url('Where changes of its status go'),
  createdAt: time('When it was registered'),
  statusAt: time('When its status last changed'),
});

export const SenderPage = named('SenderPage', { senders: Type.Array(Type.Ref('SenderRecord')), nextCursor });

export const SendersQuery = Type.Object({
  ...paging,
  accountId: Type.Optional(uuid('Of one account only')),
  status: Type.Optional(status),
  channel: Type.Optional(channel),
});

export const SenderPath = Type.Object({ senderId: uuid() });

export const Rejection = closed({
  reason: Type.String({
    minLength: 1,
    maxLength: 500,
    pattern: patterns.filledText,
    description: 'The customer reads it',
  }),
});

export const senderSchemas = [SenderRecord, SenderPage];
