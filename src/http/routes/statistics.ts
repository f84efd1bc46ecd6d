import type { Static } from '../../base/type.ts';
import type { AccountNow } from '../../flows/now.ts';
import { breakdown } from '../../store/statistics/breakdown.ts';
import { breakdownFilter, groupBody, sendCsv } from '../breakdown.ts';
import { hourlyStatistics, hoursFilter } from '../hourly-statistics.ts';
import type { Live } from '../live.ts';
import { badQuery } from '../schemas/errors.ts';
import {
  AccountStatistics,
  AccountStatisticsByQuery,
  AccountStatisticsQuery,
  AccountStatisticsRows,
  csvAnswer,
  Overview,
  OverviewQuery,
} from '../schemas/statistics.ts';
import { StreamHeaders, streamAnswer, streamDescription } from '../schemas/stream.ts';
import type { Serving } from '../serving.ts';
import type { View } from '../stream/broadcast.ts';
import { toBody } from './messages.ts';
import { customerOperations } from './operation.ts';

const operation = customerOperations('Statistics');

/** The numbers of one account. */
export const statisticsOperations = ({ overviews, streams }: Live) => [
  operation({
    id: 'getOverview',
    get: '/v1/overview',
    summary: 'How things are and how they have been (extension)',
    query: OverviewQuery,
    answer: [Overview, 'The numbers'],
    handle: async ({ principal: { accountId }, query: { range = '24h' } }) => {
      const figures = await overviews.figures(accountId, range, accountId);
      const now = await overviews.accountNow(accountId);
      const spend = figures.spend.map(({ currency, amount }) => ({ currency, amount: Number(amount) }));
      return { ...figures, spend, now: accountNowBody(now) };
    },
  }),
  operation({
    id: 'getStatistics',
    get: '/v1/statistics',
    summary: 'Traffic by the hour, and what was spent (extension)',
    description: 'At most 31 days. Hours are kept for ever, also when their messages are gone.',
    query: AccountStatisticsQuery,
    answer: [AccountStatistics, 'The numbers'],
    read: async (db, { principal: { accountId }, query }, { clock }) => {
      const { spend, ...rest } = await hourlyStatistics(db, hoursFilter({ ...query, accountId }, clock()));
      const own = spend.map(({ country, currency, messages, amount }) => ({
        ...{ country, currency, messages },
        amount: Number(amount),
      }));
      return { ...rest, spend: own };
    },
  }),
  operation({
    id: 'getStatisticsBy',
    get: '/v1/statistics/by',
    summary: 'Traffic by day, hour or country (extension)',
    description: 'At most 366 days; hours of 31 days.',
    query: AccountStatisticsByQuery,
    answer: [AccountStatisticsRows, 'The numbers'],
    handle: async ({ principal, query }, _reply, serving) => ({
      rows: (await rowsOf(serving, principal.accountId, query)).map((row) => groupBody(row, Number)),
    }),
  }),
  operation({
    id: 'getStatisticsByAsCsv',
    get: '/v1/statistics/by.csv',
    summary: 'The same as a file for spreadsheets (extension)',
    query: AccountStatisticsByQuery,
    answer: csvAnswer('The numbers, a line for each row'),
    handle: async ({ principal, query }, reply, serving) =>
      sendCsv(reply, query.group, await rowsOf(serving, principal.accountId, query)),
  }),
  operation({
    id: 'streamEvents',
    get: '/v1/stream',
    summary: 'What happens, as it happens (extension)',
    description: streamDescription('StreamEvent'),
    headers: StreamHeaders,
    answer: streamAnswer('StreamEvent'),
    noHead: true,
    responses: badQuery,
    handle: (call, reply) => streams.open(call, reply, call.principal.accountId, view),
  }),
];

function rowsOf({ reads, clock }: Serving, accountId: string, query: Static<typeof AccountStatisticsByQuery>) {
  return reads.run(accountId, async (db) => breakdown(db, breakdownFilter({ ...query, accountId }, clock())));
}

function accountNowBody<T extends { balance: string }>(now: T) {
  return { ...now, balance: Number(now.balance) };
}

const view: View = {
  lists: ['senders', 'inbound', 'deliveries', 'emails'],
  message: toBody,
  now: (now) => accountNowBody(now as AccountNow),
};
