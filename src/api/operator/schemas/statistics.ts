import { Type } from '../../../base/type.ts';
import { groups } from '../../../store/statistics/breakdown.ts';
import { balance, currency, named, time, uuid } from '../../schemas/fields.ts';
import { byRange, country, groupRow, nowFields, overviewFields } from '../../schemas/statistics.ts';
import { OperatorStreamEvent } from '../../schemas/stream.ts';

const count = (description: string) => Type.Integer({ description });
const seconds = (share: string) =>
  Type.Optional(
    Type.Number({
      description: `${share} delivery time in seconds, accurate to 12 %; absent without delivered messages`,
    }),
  );

const hour = Type.Object({
  hour: time('Start of the hour'),
  accepted: count('Messages accepted in this hour; the other counts are their current statuses'),
  waiting: count('Messages that are scheduled or waiting for a carrier'),
  sent: count('Messages accepted by a carrier, without a receipt yet'),
  delivered: count('Messages with status DELIVERED'),
  failed: count('Messages with status FAILED'),
  rejected: count('Messages with status REJECTED, refunded'),
  unknown: count('Messages with status UNKNOWN'),
  cancelled: count('Messages with status CANCELLED, refunded'),
  p50Seconds: seconds('Median'),
  p95Seconds: seconds('95th percentile of the'),
});

const spend = Type.Object({
  accountId: uuid(),
  country: Type.String(),
  currency,
  messages: count('Charged messages'),
  amount: balance('Charges minus refunds'),
});

export const Statistics = named('Statistics', {
  hours: Type.Array(hour, { description: 'All hours of the range, oldest first' }),
  spend: Type.Array(spend, { description: 'Spend by account and country, largest first, at most 1000' }),
  countedAt: Type.Optional(time('Time of the last count, at most 30 seconds ago')),
});

export const StatisticsQuery = Type.Object({
  from: Type.Optional(time('Start of the range, rounded down to the hour. Default: 24 hours before `to`')),
  to: Type.Optional(time('End of the range, rounded up to the hour. Default: now')),
  accountId: Type.Optional(uuid('Only this account')),
});

const carrier = Type.Object({
  carrierId: uuid(),
  name: Type.String(),
  enabled: Type.Boolean(),
  linksUp: count('Number of open connections, over all processes'),
  throttled: Type.Boolean({ description: 'Whether the carrier reports throttling' }),
  waiting: count('Messages waiting for the carrier, counted up to 10000'),
});

export const OperatorNow = named('OperatorNow', { ...nowFields, carriers: Type.Array(carrier) });

export const OperatorOverview = named('OperatorOverview', {
  ...overviewFields(balance('Amount in this currency')),
  now: Type.Ref('OperatorNow'),
});

export const StatisticsRows = named('StatisticsRows', {
  rows: Type.Array(groupRow(balance('Charges minus refunds')), {
    description: 'Groups with messages, at most 1000',
  }),
});

export const StatisticsByQuery = Type.Object({
  group: Type.Optional(Type.Enum([...groups], { default: 'day', description: 'Grouping of the rows' })),
  ...byRange,
  accountId: Type.Optional(uuid('Only this account')),
  country,
});

export const statisticsSchemas = [Statistics, OperatorNow, OperatorOverview, StatisticsRows, OperatorStreamEvent];
