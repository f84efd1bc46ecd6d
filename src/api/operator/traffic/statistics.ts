import type { Static } from '../../../base/type.ts';
import { allAccounts } from '../../../flows/statistics/feed.ts';
import type { OperatorNow } from '../../../flows/statistics/now.ts';
import type { Overviews } from '../../../flows/statistics/overview.ts';
import { breakdown } from '../../../store/statistics/breakdown.ts';
import { csvAnswer, OverviewQuery } from '../../schemas/statistics.ts';
import { StreamHeaders, streamAnswer, streamDescription } from '../../schemas/stream.ts';
import { operatorShare, type Serving } from '../../server/serving.ts';
import { breakdownFilter, groupBody, sendCsv } from '../../shared/breakdown.ts';
import { hourlyStatistics, hoursFilter, mostDays } from '../../shared/hourly-statistics.ts';
import type { Live } from '../../shared/live.ts';
import type { View } from '../../stream/broadcast.ts';
import { operatorOperations } from '../operation.ts';
import {
  OperatorOverview,
  Statistics,
  StatisticsByQuery,
  StatisticsQuery,
  StatisticsRows,
} from '../schemas/statistics.ts';
import { toBody } from './messages.ts';

const operation = operatorOperations('Traffic');

export const statisticsOperations = ({ overviews, streams }: Live) => [
  operation({
    id: 'getStatistics',
    get: '/statistics',
    summary: 'Retrieve hourly statistics',
    description: `Returns traffic per hour and spend per account and country, for at most ${mostDays} days. Statistics are kept forever, also after messages are erased.`,
    query: StatisticsQuery,
    answer: [Statistics, 'The statistics'],
    read: (db, { query }, { clock }) => hourlyStatistics(db, hoursFilter(query, clock())),
  }),
  operation({
    id: 'getOverview',
    get: '/overview',
    summary: 'Retrieve the overview',
    description: 'Returns current rates and backlogs, and counts, delivery times, spend and failures over a range.',
    query: OverviewQuery,
    answer: [OperatorOverview, 'The overview'],
    handle: ({ query: { range = '24h' } }) => overviewOf(overviews, range),
  }),
  operation({
    id: 'getStatisticsBy',
    get: '/statistics/by',
    summary: 'Retrieve statistics by day, hour, country, carrier or account',
    description:
      'Returns one row per group, for at most 366 days, or 31 days by hour. Statistics by carrier count the messages that it accepted; they begin with the messages stored when Hermod was upgraded to count them.',
    query: StatisticsByQuery,
    answer: [StatisticsRows, 'The statistics'],
    handle: async ({ query }, _reply, serving) => ({
      rows: (await rowsOf(serving, query)).map((row) => groupBody(row, String)),
    }),
  }),
  operation({
    id: 'getStatisticsByAsCsv',
    get: '/statistics/by.csv',
    summary: 'Download statistics as CSV',
    description: 'Returns the rows of GET /admin/v1/statistics/by, one per line.',
    query: StatisticsByQuery,
    answer: csvAnswer('The statistics, one row per line'),
    handle: async ({ query }, reply, serving) => sendCsv(reply, query.group, await rowsOf(serving, query)),
  }),
  operation({
    id: 'streamEvents',
    get: '/stream',
    summary: 'Stream events',
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
