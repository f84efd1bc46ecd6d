import { type TSchema, Type } from '../../base/type.ts';
import { overviewRanges } from '../../domain/statistics/overview-range.ts';
import { groups, steps } from '../../store/statistics/breakdown.ts';
import { patterns } from '../operation/patterns.ts';
import { balance, count, currency, named, time, uuid } from './fields.ts';
import { OperatorStreamEvent } from './stream.ts';

// Used by both documents. Amounts are numbers for customers and strings for operators.

const seconds = (share: string) =>
  Type.Optional(
    Type.Number({
      description: `${share} delivery time in seconds, accurate to 12 %; absent without delivered messages`,
    }),
  );
const times = { p50Seconds: seconds('Median'), p95Seconds: seconds('95th percentile of the') };

const counts = {
  accepted: count('Accepted messages; the other counts are their current statuses'),
  waiting: count('Messages that are scheduled or waiting for a carrier'),
  sent: count('Messages accepted by a carrier, without a receipt yet'),
  delivered: count('Messages with status DELIVERED'),
  failed: count('Messages with status FAILED'),
  rejected: count('Messages with status REJECTED, refunded'),
  unknown: count('Messages with status UNKNOWN'),
  cancelled: count('Messages with status CANCELLED, refunded'),
};
const deliveredShare = Type.Optional(
  Type.Number({
    description: 'Share of completed messages that were delivered, from 0 to 1; absent if none is completed',
  }),
);

const nowFields = {
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

const overviewFields = (amount: TSchema) => ({
  range: Type.Enum([...overviewRanges]),
  stepSeconds: Type.Integer({ description: 'Length of a step of the series in seconds: 60, 3600 or 86400 (UTC days)' }),
  series: Type.Array(Type.Object({ at: time('Start of the step'), ...counts, ...times }), {
    description: 'All steps, oldest first; the last is still in progress',
  }),
  totals: Type.Object({ ...counts, deliveredShare, ...times }),
  previous: Type.Object(
    {
      totals: Type.Object({ ...counts, deliveredShare }),
      accepted: Type.Array(count('Accepted messages'), { description: 'One number per step, oldest first' }),
    },
    { description: 'The period of the same length before' },
  ),
  spend: Type.Array(Type.Object({ currency: Type.String(), amount }), {
    description: 'Charges minus refunds, by currency',
  }),
  failures: Type.Array(
    Type.Object({
      reason: Type.String(),
      reasonText: Type.Optional(Type.String({ description: 'The reason in plain words' })),
      count: count('Number of messages'),
    }),
    {
      description:
        'Reasons of FAILED, REJECTED and UNKNOWN messages, most frequent first, at most 20; phone numbers and ids are removed',
    },
  ),
  empty: Type.Boolean({ description: 'Whether no message has been sent yet' }),
});

export const OverviewQuery = Type.Object({
  range: Type.Optional(
    Type.Enum([...overviewRanges], { default: '24h', description: 'Length of the range, up to now' }),
  ),
});

const money = (description: string) => Type.Number({ description });
const maybeHour = (description: string) => Type.Optional(time(description));
const to = maybeHour('End of the range, rounded up to the hour. Default: now');
const ofAccount = { accountId: Type.Optional(uuid('Only this account')) };

export const AccountNow = named('Now', {
  ...nowFields,
  balance: money('Current balance; may be negative down to the credit limit'),
  currency: Type.String(),
});
export const Overview = named('Overview', {
  ...overviewFields(money('Amount in this currency')),
  now: Type.Ref('Now'),
});

const carrier = Type.Object({
  carrierId: uuid(),
  name: Type.String(),
  enabled: Type.Boolean(),
  linksUp: count('Number of open connections, over all processes'),
  throttled: Type.Boolean({ description: 'Whether the carrier reports throttling' }),
  waiting: count('Messages waiting for the carrier, counted up to 10000'),
});
const OperatorNow = named('OperatorNow', { ...nowFields, carriers: Type.Array(carrier) });
export const Annotation = named('Annotation', {
  kind: Type.Enum(['deployment', 'pause', 'outage']),
  at: time('Start; the start of the range if it began earlier'),
  until: Type.Optional(time('End; absent for a deployment, and while the pause or outage lasts')),
  subject: Type.Optional(Type.Enum(['all', 'carrier', 'account'])),
  subjectId: Type.Optional(uuid('Id of the carrier or account')),
  name: Type.Optional(Type.String({ description: 'Name of the carrier or account' })),
  by: Type.Optional(Type.String({ description: 'Who paused it, as in the audit log' })),
  text: Type.Optional(Type.String({ description: 'Version of a deployment, or error of an outage' })),
});
const annotations = Type.Array(Type.Ref('Annotation'), {
  description:
    'What may explain a change, oldest first, at most 100: releases (by their migrations and running processes), pauses (by the audit log), and outages of carriers of five seconds and more',
});
export const AnnotationList = named('AnnotationList', { annotations });
export const OperatorOverview = named('OperatorOverview', {
  ...overviewFields(balance('Amount in this currency')),
  annotations,
  now: Type.Ref('OperatorNow'),
});

const done = { done: Type.Boolean({ description: 'Whether it has happened; also true after the record was erased' }) };
const ofSeen = {
  messageId: Type.Optional(uuid('The latest such message; absent if it is not among the newest')),
  destination: Type.Optional(Type.String()),
};
const firstSteps = {
  isNew: Type.Boolean({ description: 'Whether the first message was accepted in the last seven days, or none was' }),
  sent: Type.Boolean({ description: 'Whether a message was ever accepted' }),
  delivered: Type.Object({ ...done, ...ofSeen }, { description: 'A message was delivered' }),
  failed: Type.Object(
    {
      ...done,
      ...ofSeen,
      status: Type.Optional(Type.Enum(['FAILED', 'REJECTED'])),
      reason: Type.Optional(Type.String()),
    },
    { description: 'A message ended as FAILED or REJECTED' },
  ),
  webhook: Type.Object(
    {
      done: Type.Boolean({ description: 'Whether one of the newest webhooks was delivered' }),
      deliveryId: Type.Optional(uuid('The latest one')),
      url: Type.Optional(Type.String()),
    },
    { description: 'A webhook was delivered' },
  ),
};
export const FirstSteps = named('FirstSteps', firstSteps);
export const OperatorFirstSteps = named('OperatorFirstSteps', {
  ...firstSteps,
  carrier: Type.Object(
    { done: Type.Boolean(), name: Type.Optional(Type.String()) },
    { description: 'A carrier other than the simulator is enabled' },
  ),
});

const hour = { hour: time('Start of the hour'), ...counts, ...times };
const hourly = <Spend extends TSchema>(name: string, hour: TSchema, spend: Spend, spendBy: string) =>
  named(name, {
    hours: Type.Array(hour, { description: 'All hours of the range, oldest first' }),
    spend: Type.Array(spend, { description: spendBy }),
    countedAt: Type.Optional(time('Time of the last count, at most 30 seconds ago')),
  });
const spendFields = <Currency extends TSchema, Amount extends TSchema>(currency: Currency, amount: Amount) => ({
  country: Type.String(),
  currency,
  messages: count('Charged messages'),
  amount,
});

export const AccountStatistics = hourly(
  'AccountStatistics',
  Type.Object(hour),
  Type.Object(spendFields(Type.String(), money('Charges minus refunds'))),
  'Spend by country, largest first',
);
export const Statistics = hourly(
  'Statistics',
  Type.Object({
    ...hour,
    accepted: count('Messages accepted in this hour; the other counts are their current statuses'),
  }),
  Type.Object({ accountId: uuid(), ...spendFields(currency, balance('Charges minus refunds')) }),
  'Spend by account and country, largest first, at most 1000',
);

export const AccountStatisticsQuery = Type.Object({
  from: maybeHour('Start of the range, rounded down to the hour. Default: 24 hours before `to`'),
  to,
});
export const StatisticsQuery = Type.Object({ ...AccountStatisticsQuery.properties, ...ofAccount });

const groupRows = (name: string, spend: TSchema) => {
  const row = Type.Object({
    key: Type.String({
      description:
        'Key of the group: a day such as 2026-11-16, the start of an hour, a country, a sender, the id of an API key or SMPP credential (`none`: sent from the console, or unknown), the id of a carrier (`none`: not handed to a carrier) or the id of an account',
    }),
    label: Type.Optional(
      Type.String({
        description:
          'Name of the carrier or account, label of the key (for customers also its first characters, if it has none), system_id of the SMPP credential',
      }),
    ),
    at: Type.Optional(time('Start of the step; only with `step`')),
    ...counts,
    spend,
    currency: Type.String({ description: 'Currency of spend; a key has one row per currency' }),
    deliveredShare,
  });
  return named(name, {
    rows: Type.Array(row, {
      description: 'Groups with messages, at most 1000; with `step`, at most nine per step and currency',
    }),
  });
};

export const AccountStatisticsRows = groupRows('AccountStatisticsRows', money('Charges minus refunds'));
export const StatisticsRows = groupRows('StatisticsRows', balance('Charges minus refunds'));

const grouping = { default: 'day', description: 'Grouping of the rows' };
const groupedRange = {
  from: maybeHour(
    'Start of the range, rounded down to the hour. Default: 30 days before `to`, or 24 hours if grouped by hour',
  ),
  to,
};
const country = Type.Optional(
  Type.String({
    pattern: patterns.country,
    description: 'Only messages to this country (ISO 3166); not with the groups sender and key',
    examples: ['SI'],
  }),
);
const step = {
  step: Type.Optional(
    Type.Enum([...steps], {
      description:
        'One row per group and step instead of one per group: for the eight largest groups, and the others together with the key `other`. For groups that are not times',
    }),
  ),
};
export const AccountStatisticsByQuery = Type.Object({
  group: Type.Optional(Type.Enum(['day', 'hour', 'country', 'sender', 'key'], grouping)),
  ...groupedRange,
  country,
});
export const StatisticsByQuery = Type.Object({
  group: Type.Optional(Type.Enum([...groups], grouping)),
  ...groupedRange,
  ...ofAccount,
  country,
});

export const AccountStatisticsStepsQuery = Type.Object({ ...AccountStatisticsByQuery.properties, ...step });
export const StatisticsStepsQuery = Type.Object({ ...StatisticsByQuery.properties, ...step });
export const AnnotationsQuery = Type.Object(groupedRange);

export const statisticsSchemas = [AccountNow, Overview, FirstSteps, AccountStatistics, AccountStatisticsRows];
export const operatorStatisticsSchemas = [
  Statistics,
  OperatorNow,
  Annotation,
  AnnotationList,
  OperatorOverview,
  OperatorFirstSteps,
  StatisticsRows,
  OperatorStreamEvent,
];
