import { Type } from '../../../base/type.ts';
import { patterns } from '../../patterns.ts';
import { balance, named, time, uuid } from '../../schemas/fields.ts';
import { carrierEntries, sharedEntries } from '../../schemas/timeline.ts';

const { request, ledger, state, webhook, retry } = sharedEntries(
  balance('Of this message; negative: taken from the balance'),
);
const { route, part, receipt } = carrierEntries;

export const MessageTimelineEntry = Type.Union([request, ledger, route, state, part, receipt, webhook, retry], {
  $id: 'MessageTimelineEntry',
  description: 'What `kind` says decides about the other fields',
});

export const MessageTimeline = named('MessageTimeline', {
  message: Type.Ref('MessageDetails'),
  entries: Type.Array(Type.Ref('MessageTimelineEntry'), { description: 'The oldest first; what is to come is last' }),
});

const number = Type.String({ description: 'E.164', examples: ['+38640123456'] });

export const PhoneList = named('PhoneList', {
  phones: Type.Array(
    Type.Object({
      number,
      lastAt: time('When it last received or wrote something'),
      lastText: Type.Optional(Type.String()),
    }),
    { description: 'The latest 50 that the simulator delivered to, or that answered; the latest one first' },
  ),
});

const thread = Type.Object({
  at: time('When it arrived, or was written'),
  direction: Type.Enum(['in', 'out'], { description: 'in: received by the phone; out: written on it' }),
  sender: Type.String({ description: 'The other end: whose message it is, or whom the phone wrote to' }),
  text: Type.Optional(Type.String()),
  messageId: Type.Optional(uuid('Of what it received')),
  inboundId: Type.Optional(uuid('Of what it wrote')),
  status: Type.Optional(Type.String({ description: 'Of what it received' })),
});

export const Phone = named('Phone', {
  number,
  thread: Type.Array(thread, { description: 'The latest 100, the oldest first' }),
});

export const PhonePath = Type.Object({ number: Type.String({ pattern: patterns.phoneNumber }) });

export const timelineSchemas = [MessageTimelineEntry, MessageTimeline, PhoneList, Phone];
