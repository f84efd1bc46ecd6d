import { Type } from '../../../base/type.ts';
import { pauseKinds } from '../../../domain/carrier/pauses.ts';
import { patterns } from '../../patterns.ts';
import { balance, closed, named, time, uuid } from '../../schemas/fields.ts';

export const Pause = named('Pause', {
  kind: Type.Enum([...pauseKinds], { description: 'What is paused: everything, a carrier or an account' }),
  carrierId: Type.Optional(uuid('Of a carrier')),
  accountId: Type.Optional(uuid('Of an account')),
  name: Type.Optional(Type.String({ description: 'Of the carrier or the account' })),
  since: time('Since when'),
  by: Type.String({ description: 'Who has paused it' }),
});

export const PauseList = named('PauseList', { pauses: Type.Array(Type.Ref('Pause')) });

const waitingFilter = {
  accountId: Type.Optional(uuid('Of one account only')),
  carrierId: Type.Optional(uuid('That wait for one carrier; scheduled ones do so only once their time has come')),
  country: Type.Optional(
    Type.String({ pattern: patterns.country, description: 'To one country only', examples: ['SI'] }),
  ),
  status: Type.Optional(
    Type.Enum(['ACCEPTED', 'SCHEDULED'], { description: 'SCHEDULED: those with a scheduledTime, past or to come' }),
  ),
  before: Type.Optional(time('That should have left before: accepted then, or scheduled for then')),
};

export const WaitingQuery = Type.Object(waitingFilter);

export const CancelWaiting = closed(waitingFilter, { minProperties: 1 });

const accounts = Type.Array(
  Type.Object({
    accountId: uuid(),
    name: Type.String(),
    currency: Type.String(),
    messages: Type.Integer(),
    amount: balance('What they cost, which is given back when they are cancelled'),
  }),
  { description: 'By account' },
);

export const WaitingMessages = named('WaitingMessages', {
  messages: Type.Integer({ description: 'In all, counted up to 200000' }),
  accounts,
  bounded: Type.Boolean({ description: 'There may be more than were counted' }),
});

export const CancelledMessages = named('CancelledMessages', {
  messages: Type.Integer({ description: 'Cancelled by this call' }),
  accounts,
  done: Type.Boolean({ description: 'false: there are more; call again' }),
});

export const queueSchemas = [Pause, PauseList, WaitingMessages, CancelledMessages];
