import type { Static } from '../../base/type.ts';
import { allAccounts } from '../../flows/feed.ts';
import type { OperatorNow } from '../../flows/now.ts';
import type { Overviews } from '../../flows/overview.ts';
import { breakdown } from '../../store/statistics/breakdown.ts';
import { breakdownFilter, groupBody, sendCsv } from '../breakdown.ts';
import { hourlyStatistics, hoursFilter, mostDays } from '../hourly-statistics.ts';
import type { Live } from '../live.ts';
import { csvAnswer, OverviewQuery } from '../schemas/statistics.ts';
import { StreamHeaders, streamAnswer, streamDescription } from '../schemas/stream.ts';
import { operatorShare, type Serving } from '../serving.ts';
import type { View } from '../stream/broadcast.ts';
import { toBody } from './messages.ts';
import { operatorOperations } from './operation.ts';
import {
  OperatorOverview,
  Statistics,
  StatisticsByQuery,
  StatisticsQuery,
  StatisticsRows,
} from './schemas/statistics.ts';

const operation = operatorOperations('Traffic');

/** The numbers of all accounts. */
export const statisticsOperations = ({ overviews, streams }: Live) => [
  operation({
    id: 'getStatistics',
    get: '/statistics',
    summary: 'Traffic by the hour, and what was spent',
    description: `At most ${mostDays} days. Hours are kept for ever, also when their messages are gone.`,
    query: StatisticsQuery,
    answer: [Statistics, 'The numbers'],
    read: (db, { query }, { clock }) => hourlyStatistics(db, hoursFilter(query, clock())),
  }),
  operation({
    id: 'getOverview',
    get: '/overview',
    summary: 'How things are and how they have been',
    query: OverviewQuery,
    answer: [OperatorOverview, 'The numbers'],
    handle: ({ query: { range = '24h' } }) => overviewOf(overviews, range),
  }),
  operation({
    id: 'getStatisticsBy',
    get: '/statistics/by',
    summary: 'Traffic by day, hour, country, carrier or account',
    description:
      'At most 366 days; hours of 31 days. Carriers are counted for what they have taken, as far back as messages were kept when that began.',
    query: StatisticsByQuery,
    answer: [StatisticsRows, 'The numbers'],
    handle: async ({ query }, _reply, serving) => ({
      rows: (await rowsOf(serving, query)).map((row) => groupBody(row, String)),
    }),
  }),
  operation({
    id: 'getStatisticsByAsCsv',
    get: '/statistics/by.csv',
    summary: 'The same as a file for spreadsheets',
    query: StatisticsByQuery,
    answer: csvAnswer('The numbers, a line for each row'),
    handle: async ({ query }, reply, serving) => sendCsv(reply, query.group, await rowsOf(serving, query)),
  }),
  operation({
    id: 'streamEvents',
    get: '/stream',
    summary: 'What happens, as it happens',
    description: streamDescription('OperatorStreamEvent'),
    headers: StreamHeaders,
    answer: streamAnswer('OperatorStreamEvent'),
    noHead: true,
    handle: (call, reply) => streams.open(call, reply, allAccounts, view),
  }),
];

async function overviewOf(overviews: Overviews, range: NonNullable<Static<typeof OverviewQuery>['range']>) {
  const figures = await overviews.figures(operatorShare, range);
  return { ...figures, now: await overviews.operatorNow(operatorShare) };
}

function rowsOf({ reads, clock }: Serving, query: Static<typeof StatisticsByQuery>) {
  return reads.run(operatorShare, async (db) => breakdown(db, breakdownFilter(query, clock())));
}

const view: View = {
  lists: ['carriers', 'senders', 'inbound', 'deliveries', 'emails'],
  message: toBody,
  now: (now) => now as OperatorNow,
};
