import { type TSchema, Type } from '../../base/type.ts';
import { overviewRanges } from '../../domain/statistics/overview-range.ts';
import { named, time } from './fields.ts';

// Shared by both documents. Amounts are numbers for customers and strings for operators.

const count = (description: string) => Type.Integer({ description });
const seconds = (share: string) =>
  Type.Optional(
    Type.Number({
      description: `${share} delivery time in seconds, accurate to 12 %; absent without delivered messages`,
    }),
  );
const times = { p50Seconds: seconds('Median'), p95Seconds: seconds('95th percentile of the') };

export const counts = {
  accepted: count('Accepted messages; the other counts are their current statuses'),
  waiting: count('Messages that are scheduled or waiting for a carrier'),
  sent: count('Messages accepted by a carrier, without a receipt yet'),
  delivered: count('Messages with status DELIVERED'),
  failed: count('Messages with status FAILED'),
  rejected: count('Messages with status REJECTED, refunded'),
  unknown: count('Messages with status UNKNOWN'),
  cancelled: count('Messages with status CANCELLED, refunded'),
};
export const deliveredShare = Type.Optional(
  Type.Number({
    description: 'Share of completed messages that were delivered, from 0 to 1; absent if none is completed',
  }),
);

export const nowFields = {
  at: time('Time of the measurement'),
  acceptedPerSecond: Type.Number({ description: 'Messages accepted per second, over the last ten seconds' }),
  deliveredPerSecond: Type.Number({ description: 'Messages delivered per second, over the last ten seconds' }),
  waiting: count('Messages waiting for a carrier, counted up to 10000 per queue'),
  oldestWaitingSeconds: Type.Number({
    description: 'Seconds since the oldest waiting message was accepted or due; 0 if none is waiting',
  }),
  webhookBacklog: count(
    'Pending webhooks: those to send or retry, counted up to 1000 per account and 2000 in total, and up to 2000 that wait for an earlier one',
  ),
  webhookOldestSeconds: Type.Number({
    description: 'Age of the oldest pending webhook in seconds; 0 if there is none',
  }),
};

export const overviewFields = (amount: TSchema) => ({
  range: Type.Enum([...overviewRanges]),
  stepSeconds: Type.Integer({ description: 'Length of a step of the series in seconds: 60, 3600 or 86400 (UTC days)' }),
  series: Type.Array(Type.Object({ at: time('Start of the step'), ...counts, ...times }), {
    description: 'All steps, oldest first; the last is still in progress',
  }),
  totals: Type.Object({ ...counts, deliveredShare, ...times }),
  spend: Type.Array(Type.Object({ currency: Type.String(), amount }), {
    description: 'Charges minus refunds, by currency',
  }),
  failures: Type.Array(Type.Object({ reason: Type.String(), count: count('Number of messages') }), {
    description:
      'Reasons of FAILED, REJECTED and UNKNOWN messages, most frequent first, at most 20; phone numbers and ids are removed',
  }),
  empty: Type.Boolean({ description: 'Whether no message has been sent yet' }),
});

export const OverviewQuery = Type.Object({
  range: Type.Optional(
    Type.Enum([...overviewRanges], { default: '24h', description: 'Length of the range, up to now' }),
  ),
});

const money = (description: string) => Type.Number({ description });

export const AccountNow = named('Now', {
  ...nowFields,
  balance: money('Current balance; may be negative down to the credit limit'),
  currency: Type.String(),
});

export const Overview = named('Overview', {
  ...overviewFields(money('Amount in this currency')),
  now: Type.Ref('Now'),
});

const hour = Type.Object({ hour: time('Start of the hour'), ...counts, ...times });

export const AccountStatistics = named('AccountStatistics', {
  hours: Type.Array(hour, { description: 'All hours of the range, oldest first' }),
  spend: Type.Array(
    Type.Object({
      country: Type.String(),
      currency: Type.String(),
      messages: count('Charged messages'),
      amount: money('Charges minus refunds'),
    }),
    { description: 'Spend by country, largest first' },
  ),
  countedAt: Type.Optional(time('Time of the last count, at most 30 seconds ago')),
});

export const AccountStatisticsQuery = Type.Object({
  from: Type.Optional(time('Start of the range, rounded down to the hour. Default: 24 hours before `to`')),
  to: Type.Optional(time('End of the range, rounded up to the hour. Default: now')),
});

export const groupRow = (amount: TSchema) =>
  Type.Object({
    key: Type.String({
      description:
        'Key of the group: a day such as 2026-11-16, the start of an hour, a country, the id of a carrier (`none`: not handed to a carrier) or the id of an account',
    }),
    label: Type.Optional(Type.String({ description: 'Name of the carrier or account' })),
    ...counts,
    spend: amount,
    currency: Type.String({ description: 'Currency of spend; a key has one row per currency' }),
    deliveredShare,
  });

export const AccountStatisticsRows = named('AccountStatisticsRows', {
  rows: Type.Array(groupRow(money('Charges minus refunds')), { description: 'Groups with messages, at most 1000' }),
});

export const byRange = {
  from: Type.Optional(
    time('Start of the range, rounded down to the hour. Default: 30 days before `to`, or 24 hours if grouped by hour'),
  ),
  to: Type.Optional(time('End of the range, rounded up to the hour. Default: now')),
};
export const country = Type.Optional(
  Type.String({ pattern: '^[A-Z]{2}$', description: 'Only messages to this country (ISO 3166)', examples: ['SI'] }),
);
export const AccountStatisticsByQuery = Type.Object({
  group: Type.Optional(Type.Enum(['day', 'hour', 'country'], { default: 'day', description: 'Grouping of the rows' })),
  ...byRange,
  country,
});

/** A response that is a CSV file. */
export const csvAnswer = (description: string) => ({
  description,
  content: { 'text/csv': { schema: Type.String() } },
});

export const statisticsSchemas = [AccountNow, Overview, AccountStatistics, AccountStatisticsRows];
