import { type TSchema, Type } from '../../base/type.ts';
import { overviewRanges } from '../../domain/overview-range.ts';
import { named, time } from './fields.ts';

/** What customers and operators are shown alike; amounts are of the kind that each of the two documents has. */

const count = (description: string) => Type.Integer({ description });
const seconds = (share: string) =>
  Type.Optional(
    Type.Number({
      description: `${share} of the delivered messages took no longer, within 12 %; absent if there are none`,
    }),
  );
const times = { p50Seconds: seconds('Half'), p95Seconds: seconds('95 %') };

export const counts = {
  accepted: count('Messages accepted; the other numbers say what has become of them so far'),
  waiting: count('Scheduled, or on their way to a carrier'),
  sent: count('Taken by a carrier that has not said more yet'),
  delivered: count('DELIVERED'),
  failed: count('FAILED'),
  rejected: count('REJECTED, and given back'),
  unknown: count('UNKNOWN'),
  cancelled: count('CANCELLED, and given back'),
};
export const deliveredShare = Type.Optional(
  Type.Number({ description: 'Delivered among those that have ended, from 0 to 1; absent while none has' }),
);

export const nowFields = {
  at: time('When this was read'),
  acceptedPerSecond: Type.Number({ description: 'Messages, over the last ten seconds' }),
  deliveredPerSecond: Type.Number({ description: 'Messages that became DELIVERED, over the last ten seconds' }),
  waiting: count('Messages that wait for a carrier now, counted up to 10000 in each queue'),
  oldestWaitingSeconds: Type.Number({
    description: 'Since the oldest of them was accepted, or was scheduled for; 0 if none waits',
  }),
  webhookBacklog: count(
    'Webhooks that are not delivered yet: those to send or to try again, counted up to 1000 for each account and 2000 in all, and up to 2000 that wait for an earlier one',
  ),
  webhookOldestSeconds: Type.Number({ description: 'The age of the oldest of them; 0 if there is none' }),
};

export const overviewFields = (amount: TSchema) => ({
  range: Type.Enum([...overviewRanges]),
  stepSeconds: Type.Integer({ description: 'Between two entries of the series: 60, 3600 or 86400 (days of UTC)' }),
  series: Type.Array(Type.Object({ at: time('When the step begins'), ...counts, ...times }), {
    description: 'Every step, the first one first; the last has not ended yet',
  }),
  totals: Type.Object({ ...counts, deliveredShare, ...times }),
  spend: Type.Array(Type.Object({ currency: Type.String(), amount }), { description: 'Charges less refunds' }),
  failures: Type.Array(Type.Object({ reason: Type.String(), count: count('Messages') }), {
    description:
      'Why messages are FAILED, REJECTED or UNKNOWN, the most frequent first, at most 20; numbers and ids in a reason are left out',
  }),
  empty: Type.Boolean({ description: 'No message was ever accepted' }),
});

export const OverviewQuery = Type.Object({
  range: Type.Optional(Type.Enum([...overviewRanges], { default: '24h', description: 'How far back' })),
});

const money = (description: string) => Type.Number({ description });

export const AccountNow = named('Now', {
  ...nowFields,
  balance: money('May be negative down to the credit limit'),
  currency: Type.String(),
});

export const Overview = named('Overview', { ...overviewFields(money('In this currency')), now: Type.Ref('Now') });

const hour = Type.Object({ hour: time('When it begins'), ...counts, ...times });

export const AccountStatistics = named('AccountStatistics', {
  hours: Type.Array(hour, { description: 'Every hour of the range, the first one first' }),
  spend: Type.Array(
    Type.Object({
      country: Type.String(),
      currency: Type.String(),
      messages: count('Messages paid for'),
      amount: money('Charges less refunds'),
    }),
    { description: 'By country, the largest first' },
  ),
  countedAt: Type.Optional(time('When the numbers of the present were counted; half a minute ago at most')),
});

export const AccountStatisticsQuery = Type.Object({
  from: Type.Optional(time('Accepted in this hour or later; 24 hours before `to` if left out')),
  to: Type.Optional(time('Accepted in an hour that begins before; now if left out')),
});

export const groupRow = (amount: TSchema) =>
  Type.Object({
    key: Type.String({
      description:
        'A day such as 2026-11-16, the beginning of an hour, a country, or the id of a carrier (none: no carrier took them) or account',
    }),
    label: Type.Optional(Type.String({ description: 'The name of the carrier or account' })),
    ...counts,
    spend: amount,
    currency: Type.String({ description: 'Of spend; a key with several currencies has a row for each' }),
    deliveredShare,
  });

export const AccountStatisticsRows = named('AccountStatisticsRows', {
  rows: Type.Array(groupRow(money('Charges less refunds')), { description: 'Only what has messages, at most 1000' }),
});

export const byRange = {
  from: Type.Optional(time('Accepted in this hour or later; 30 days before `to` if left out, a day for hours')),
  to: Type.Optional(time('Accepted in an hour that begins before; now if left out')),
};
export const country = Type.Optional(
  Type.String({ pattern: '^[A-Z]{2}$', description: 'To one country only', examples: ['SI'] }),
);
export const AccountStatisticsByQuery = Type.Object({
  group: Type.Optional(Type.Enum(['day', 'hour', 'country'], { default: 'day', description: 'What a row is' })),
  ...byRange,
  country,
});

/** An answer that is a file for a spreadsheet. */
export const csvAnswer = (description: string) => ({
  description,
  content: { 'text/csv': { schema: Type.String() } },
});

export const statisticsSchemas = [AccountNow, Overview, AccountStatistics, AccountStatisticsRows];
