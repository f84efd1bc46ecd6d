import { Type } from '../../../base/type.ts';
import { groups } from '../../../store/statistics/breakdown.ts';
import { balance, currency, named, time, uuid } from '../../schemas/fields.ts';
import { byRange, country, groupRow, nowFields, overviewFields } from '../../schemas/statistics.ts';
import { OperatorStreamEvent } from '../../schemas/stream.ts';

const count = (description: string) => Type.Integer({ description });
const seconds = (share: string) =>
  Type.Optional(
    Type.Number({
      description: `${share} of the delivered messages took no longer, within 12 %; absent if there are none`,
    }),
  );

const hour = Type.Object({
  hour: time('When it begins'),
  accepted: count('Messages accepted in this hour; the other numbers say what has become of them so far'),
  waiting: count('Scheduled, or on their way to a carrier'),
  sent: count('Taken by a carrier that has not said more yet'),
  delivered: count('DELIVERED'),
  failed: count('FAILED'),
  rejected: count('REJECTED, and given back'),
  unknown: count('UNKNOWN'),
  cancelled: count('CANCELLED, and given back'),
  p50Seconds: seconds('Half'),
  p95Seconds: seconds('95 %'),
});

const spend = Type.Object({
  accountId: uuid(),
  country: Type.String(),
  currency,
  messages: count('Messages paid for'),
  amount: balance('Charges less refunds'),
});

export const Statistics = named('Statistics', {
  hours: Type.Array(hour, { description: 'Every hour of the range, the first one first' }),
  spend: Type.Array(spend, { description: 'By account and country, the largest first, at most 1000' }),
  countedAt: Type.Optional(time('When the numbers of the present were counted; half a minute ago at most')),
});

export const StatisticsQuery = Type.Object({
  from: Type.Optional(time('Accepted in this hour or later; 24 hours before `to` if left out')),
  to: Type.Optional(time('Accepted in an hour that begins before; now if left out')),
  accountId: Type.Optional(uuid('Of one account only')),
});

const carrier = Type.Object({
  carrierId: uuid(),
  name: Type.String(),
  enabled: Type.Boolean(),
  linksUp: count('Connections that are up, over all processes'),
  throttled: Type.Boolean({ description: 'It asks for less at the moment' }),
  waiting: count('Messages that wait for it, counted up to 10000'),
});

export const OperatorNow = named('OperatorNow', { ...nowFields, carriers: Type.Array(carrier) });

export const OperatorOverview = named('OperatorOverview', {
  ...overviewFields(balance('In this currency')),
  now: Type.Ref('OperatorNow'),
});

export const StatisticsRows = named('StatisticsRows', {
  rows: Type.Array(groupRow(balance('Charges less refunds')), {
    description: 'Only what has messages, at most 1000',
  }),
});

export const StatisticsByQuery = Type.Object({
  group: Type.Optional(Type.Enum([...groups], { default: 'day', description: 'What a row is' })),
  ...byRange,
  accountId: Type.Optional(uuid('Of one account only')),
  country,
});

export const statisticsSchemas = [Statistics, OperatorNow, OperatorOverview, StatisticsRows, OperatorStreamEvent];
