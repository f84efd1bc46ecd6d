import { Type } from '../../../base/type.ts';
import { patterns } from '../../operation/patterns.ts';
import { balance, named, time, uuid } from '../../schemas/fields.ts';
import { carrierEntries, sharedEntries } from '../../schemas/timeline.ts';

const { request, ledger, state, webhook, retry } = sharedEntries(
  balance('Amount for this message; negative for a charge'),
);
const { route, part, receipt } = carrierEntries;

export const MessageTimelineEntry = Type.Union([request, ledger, route, state, part, receipt, webhook, retry], {
  $id: 'MessageTimelineEntry',
  description: '`kind` determines the other fields',
});

export const MessageTimeline = named('MessageTimeline', {
  message: Type.Ref('MessageDetails'),
  entries: Type.Array(Type.Ref('MessageTimelineEntry'), {
    description: 'Entries, oldest first; planned attempts last',
  }),
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

export const timelineSchemas = [MessageTimelineEntry, MessageTimeline, PhoneList, Phone];
