import { Type } from '../../../base/type.ts';
import { carrierStates } from '../../../domain/carrier/carrier-state.ts';
import { accountStates, waitingReasons } from '../../../flows/accounts/incident.ts';
import { balance, count, named, time, uuid } from '../../schemas/fields.ts';
import { CarrierDetails } from './carriers.ts';

const bounded = Type.Boolean({ description: 'Whether there may be more than were counted' });
const oldestAt = Type.Optional(time('Acceptance, or scheduled time, of the message that is next in line'));
const amount = balance('Sum of the prices of the counted messages');
const waiting = Type.Object(
  { messages: count('Messages that wait'), bounded, oldestAt },
  { description: 'Messages not handed to a carrier, without those scheduled for later' },
);

const span = (description: string) => Type.Object({ from: time('Start'), to: time('End') }, { description });
const spans = Type.Object(
  {
    before: span('Before `since`: as long as `now`, or the last whole hour if it is more than two hours ago'),
    now: Type.Optional(span('The last whole minutes since `since`, at most ten; absent in the first minute')),
  },
  { description: 'Spans of time of all rates' },
);
const rate = {
  before: Type.Number({ description: 'Messages per minute in the span `before`' }),
  now: Type.Optional(Type.Number({ description: 'Messages per minute in the span `now`' })),
};
const perMinute = Type.Object(rate, { description: 'Messages that carriers accepted, by the time of their request' });
const pause = Type.Optional(Type.Ref('Pause'));
const since = Type.Optional(time('Start of the state, if it is known'));

const lastHour = Type.Object(
  {
    accepted: count('Messages requested in the last hour'),
    delivered: count('DELIVERED among them'),
    failed: count('FAILED among them'),
    rejected: count('REJECTED among them'),
    unknown: count('UNKNOWN among them'),
    reasons: Type.Array(Type.Object({ reason: Type.String(), count: count('Messages') }), {
      description: 'Reasons of FAILED, REJECTED and UNKNOWN messages, most frequent first, at most 20',
    }),
    reasonsSince: time('Start of the time whose reasons are counted; of a busy carrier only the latest minutes'),
  },
  { description: 'Outcomes of the messages of the last hour' },
);

export const CarrierIncident = named('CarrierIncident', {
  carrierId: uuid(),
  name: Type.String(),
  state: Type.Enum([...carrierStates], {
    description: 'First reason for which messages do not leave; `refused`: the carrier refuses every call or bind',
  }),
  since,
  lastError: CarrierDetails.properties.lastError,
  pause,
  routes: count('Routes that lead to the carrier'),
  waiting,
  spans,
  perMinute,
  accounts: Type.Array(
    Type.Object({
      accountId: uuid(),
      name: Type.String(),
      currency: Type.String(),
      paused: Type.Boolean({ description: 'Whether its messages wait because the account is paused' }),
      messages: count('Messages that wait for the carrier'),
      bounded,
      amount,
      oldestAt,
      ...rate,
    }),
    {
      description:
        'Accounts whose messages wait, at most 200, then accounts whose messages the carrier took in one of the spans',
    },
  ),
  otherCarriers: Type.Array(
    Type.Object({
      carrierId: uuid(),
      name: Type.Optional(Type.String({ description: 'Absent if the carrier was deleted' })),
      ...rate,
    }),
    { description: 'Other carriers that took messages to countries of its routes: which of them took over' },
  ),
  lastHour,
  refusals: CarrierDetails.properties.refusals,
});

export const AccountIncident = named('AccountIncident', {
  accountId: uuid(),
  name: Type.String(),
  state: Type.Enum([...accountStates], {
    description: 'First reason for which messages do not leave; `no funds`: balance and credit are used up',
  }),
  since,
  pause,
  balance: balance('Balance'),
  creditLimit: balance('Credit limit'),
  currency: Type.String(),
  waiting,
  spans,
  perMinute,
  queues: Type.Array(
    Type.Object({
      waitsFor: Type.Enum([...waitingReasons], {
        description:
          'carrier: `carrierId`; route: being routed; no route: no carrier takes them; scheduled: their time',
      }),
      carrierId: Type.Optional(uuid()),
      carrier: Type.Optional(Type.String({ description: 'Name of the carrier' })),
      state: Type.Optional(Type.Enum([...carrierStates], { description: 'State of the carrier' })),
      messages: count('Messages that wait'),
      bounded,
      amount,
      oldestAt,
    }),
    { description: 'What its messages wait for, most messages first' },
  ),
  carriers: Type.Array(
    Type.Object({
      carrierId: uuid(),
      carrier: Type.Optional(Type.String({ description: 'Name of the carrier; absent if it was deleted' })),
      state: Type.Optional(Type.Enum([...carrierStates], { description: 'State of the carrier' })),
      ...rate,
    }),
    { description: 'Carriers that took its messages' },
  ),
  lastHour,
});

export const incidentSchemas = [CarrierIncident, AccountIncident];
