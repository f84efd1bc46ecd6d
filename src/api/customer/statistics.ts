import type { AccountNow } from '../../flows/statistics/now.ts';
import { csvAnswer } from '../operation/export.ts';
import { badQuery } from '../schemas/errors.ts';
import {
  AccountStatistics,
  AccountStatisticsByQuery,
  AccountStatisticsQuery,
  AccountStatisticsRows,
  AccountStatisticsStepsQuery,
  FirstSteps,
  Overview,
  OverviewQuery,
} from '../schemas/statistics.ts';
import { StreamHeaders, streamAnswer, streamDescription } from '../schemas/stream.ts';
import { groupRows, hourlyStatistics, hoursFilter, sendCsv, shownWebhook } from '../shared/statistics.ts';
import type { View } from '../stream/broadcast.ts';
import type { Live } from '../stream/streams.ts';
import { toMessageBody } from './messages.ts';
import { customerOperations } from './operation.ts';

const operation = customerOperations('Statistics');

export const statisticsOperations = ({ overviews, streams }: Live) => [
  operation({
    id: 'getOverview',
    get: '/v1/overview',
    summary: 'Retrieve the overview (extension)',
    description: 'Returns current rates and backlogs, and counts, delivery times, spend and failures over a range.',
    query: OverviewQuery,
    answer: [Overview, 'The overview'],
    handle: async ({ principal: { accountId }, query: { range = '24h' } }) => {
      const figures = await overviews.figures(accountId, range, accountId);
      const now = await overviews.accountNow(accountId);
      const spend = figures.spend.map(({ currency, amount }) => ({ currency, amount: Number(amount) }));
      return { ...figures, spend, now: accountNowBody(now) };
    },
  }),
  operation({
    id: 'getFirstSteps',
    get: '/v1/first-steps',
    summary: 'Retrieve the first steps (extension)',
    description: 'Returns what the account has done so far, for the checklist of the first day.',
    answer: [FirstSteps, 'The first steps'],
    handle: async ({ principal: { accountId } }) => {
      const { webhook, ...steps } = await overviews.firstSteps(accountId, accountId);
      return { ...steps, webhook: shownWebhook(webhook) };
    },
  }),
  operation({
    id: 'getStatistics',
    get: '/v1/statistics',
    summary: 'Retrieve hourly statistics (extension)',
    description:
      'Returns traffic per hour and spend per country, for at most 31 days. Statistics are kept forever, also after messages are erased.',
    query: AccountStatisticsQuery,
    answer: [AccountStatistics, 'The statistics'],
    read: async (db, { principal: { accountId }, query }, { clock }) => {
      const { spend, ...rest } = await hourlyStatistics(db, hoursFilter({ ...query, accountId }, clock()));
      return {
        ...rest,
        spend: spend.map(({ country, currency, messages, amount }) => ({
          country,
          currency,
          messages,
          amount: Number(amount),
        })),
      };
    },
  }),
  operation({
    id: 'getStatisticsBy',
    get: '/v1/statistics/by',
    summary: 'Retrieve statistics by day, hour, country, sender or key (extension)',
    description: 'Returns one row per group, for at most 366 days, or 31 days by hour.',
    query: AccountStatisticsStepsQuery,
    answer: [AccountStatisticsRows, 'The statistics'],
    read: (db, { principal: { accountId }, query }, { clock }) =>
      groupRows(db, { ...query, accountId }, clock(), Number, true),
  }),
  operation({
    id: 'getStatisticsByAsCsv',
    get: '/v1/statistics/by.csv',
    summary: 'Download statistics as CSV (extension)',
    description: 'Returns the rows of GET /v1/statistics/by, one per line.',
    query: AccountStatisticsByQuery,
    answer: csvAnswer('The statistics, one row per line'),
    handle: ({ principal: { accountId }, query }, reply, serving) =>
      sendCsv(reply, serving, accountId, { ...query, accountId }, true),
  }),
  operation({
    id: 'streamEvents',
    get: '/v1/stream',
    summary: 'Stream events (extension)',
    description: streamDescription('StreamEvent'),
    headers: StreamHeaders,
    answer: streamAnswer('StreamEvent'),
    noHead: true,
    responses: badQuery,
    handle: (call, reply) => streams.open(call, reply, call.principal.accountId, view),
  }),
];

function accountNowBody<T extends { balance: string }>(now: T) {
  return { ...now, balance: Number(now.balance) };
}

const view: View = {
  lists: ['senders', 'inbound', 'deliveries', 'emails'],
  message: toMessageBody,
  now: (now) => accountNowBody(now as AccountNow),
};
