import { Type } from '../../../base/type.ts';
import { pauseKinds } from '../../../domain/carrier/pauses.ts';
import { patterns } from '../../operation/patterns.ts';
import { balance, closed, named, time, uuid } from '../../schemas/fields.ts';
import { messageIds } from '../../schemas/selection.ts';

export const Pause = named('Pause', {
  kind: Type.Enum([...pauseKinds], { description: 'Scope of the pause: all sending, a carrier or an account' }),
  carrierId: Type.Optional(uuid('Paused carrier')),
  accountId: Type.Optional(uuid('Paused account')),
  name: Type.Optional(Type.String({ description: 'Name of the carrier or account' })),
  since: time('Start of the pause'),
  by: Type.String({ description: 'Name of the operator who paused it' }),
});

export const PauseList = named('PauseList', { pauses: Type.Array(Type.Ref('Pause')) });

const waitingFilter = {
  messageId: Type.Optional(uuid('Only this message')),
  accountId: Type.Optional(uuid('Only messages of this account')),
  carrierId: Type.Optional(
    uuid('Only messages waiting for this carrier; scheduled ones wait for it only once they are due'),
  ),
  country: Type.Optional(
    Type.String({ pattern: patterns.country, description: 'Only messages to this country', examples: ['SI'] }),
  ),
  status: Type.Optional(
    Type.Enum(['ACCEPTED', 'SCHEDULED'], { description: 'SCHEDULED: messages with a scheduledTime, past or future' }),
  ),
  before: Type.Optional(time('Only messages accepted, or scheduled for a time, before this')),
};

export const WaitingQuery = Type.Object(waitingFilter);

export const CancelWaiting = closed(
  { ...waitingFilter, messageIds: Type.Optional({ ...messageIds, description: 'Only these messages' }) },
  { minProperties: 1 },
);

const accounts = Type.Array(
  Type.Object({
    accountId: uuid(),
    name: Type.String(),
    currency: Type.String(),
    messages: Type.Integer(),
    amount: balance('Total price, which cancelling refunds'),
  }),
  { description: 'Counts by account' },
);

export const WaitingMessages = named('WaitingMessages', {
  messages: Type.Integer({ description: 'Total number, counted up to 200000' }),
  accounts,
  bounded: Type.Boolean({ description: 'Whether there may be more than were counted' }),
});

export const CancelledMessages = named('CancelledMessages', {
  messages: Type.Integer({ description: 'Number of messages cancelled by this call' }),
  accounts,
  done: Type.Boolean({ description: 'false if more messages match; call again' }),
});

export const queueSchemas = [Pause, PauseList, WaitingMessages, CancelledMessages];
