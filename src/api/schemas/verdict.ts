import { Type } from '../../base/type.ts';
import { pauseKinds } from '../../domain/carrier/pauses.ts';
import { sides } from '../../domain/carrier/reasons/meanings.ts';
import { verdictActions, verdictKinds, verdictNotes } from '../../domain/message/verdict.ts';
import { named, time, uuid } from './fields.ts';

const maybe = Type.Optional;

const cause = Type.Object({
  reasonText: Type.String({ description: 'The cause in plain words' }),
  advice: maybe(Type.String({ description: 'The usual cause behind it, and the next step' })),
  by: Type.Enum([...sides], { description: 'Who can do something about it' }),
  code: maybe(Type.String({ description: 'Code of the carrier', examples: ['001, UNDELIV'] })),
});

const note = Type.Object({
  kind: Type.Enum([...verdictNotes]),
  sentence: Type.String(),
  at: maybe(time('Time of the second attempt, or of the next attempt of the report')),
  deliveryId: maybe(uuid('Webhook delivery of the report')),
  attempts: maybe(Type.Integer({ description: 'Attempts to deliver the report' })),
  reasonText: maybe(Type.String({ description: 'Why the last attempt failed' })),
});

const shared = {
  kind: Type.Enum([...verdictKinds]),
  sentence: Type.String({
    description: 'The verdict in one sentence, with times in UTC',
    examples: ['Failed: the handset did not accept the message (carrier code 001, UNDELIV).'],
  }),
  cause: maybe(cause),
  since: maybe(time('Start of the state that the message is in')),
  until: maybe(time('Scheduled time, next attempt, or end of waiting for a receipt')),
  seconds: maybe(Type.Number({ description: 'Delivery time in seconds; only of delivered messages' })),
  attempts: maybe(Type.Integer({ description: 'Failed attempts to hand the message to a carrier' })),
  cancelledByOperator: maybe(Type.Boolean({ description: 'Only of cancelled messages' })),
  notes: Type.Array(note, {
    description: 'What else is to be known: a second attempt, reports that were not delivered',
  }),
};

const description =
  'What has happened to the message, why, and what can be done; only when a single message is retrieved';
const actions = (of: readonly string[]) => Type.Array(Type.Enum([...of]), { description: 'What can be done now' });

export const Verdict = named('Verdict', { ...shared, actions: actions(['cancel', 'resend']) }, { description });

/** For operators. */
export const MessageVerdict = named(
  'MessageVerdict',
  {
    ...shared,
    actions: actions(verdictActions),
    paused: maybe(Type.Enum([...pauseKinds], { description: 'What is paused' })),
    by: maybe(Type.String({ description: 'Name of the person who paused, or cancelled' })),
    carrierId: maybe(uuid('Carrier that the message waits for, or that had it')),
    carrier: maybe(Type.String({ description: 'Name of that carrier' })),
  },
  { description },
);
