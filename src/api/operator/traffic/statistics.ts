import { readAnnotations } from '../../../flows/statistics/annotations.ts';
import { allAccounts } from '../../../flows/statistics/feed.ts';
import { csvAnswer } from '../../operation/export.ts';
import {
  AnnotationList,
  AnnotationsQuery,
  OperatorFirstSteps,
  OperatorOverview,
  OverviewQuery,
  Statistics,
  StatisticsByQuery,
  StatisticsQuery,
  StatisticsRows,
  StatisticsStepsQuery,
} from '../../schemas/statistics.ts';
import { StreamHeaders, streamAnswer, streamDescription } from '../../schemas/stream.ts';
import { operatorShare } from '../../server/serving.ts';
import { groupRows, hourlyStatistics, hoursFilter, mostDays, sendCsv, shownWebhook } from '../../shared/statistics.ts';
import type { View } from '../../stream/broadcast.ts';
import type { Live } from '../../stream/streams.ts';
import { operatorOperations } from '../operation.ts';
import { toAnyMessageBody } from './messages.ts';

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
    handle: async ({ query: { range = '24h' } }) => {
      const figures = await overviews.figures(operatorShare, range);
      return {
        ...figures,
        annotations: await overviews.annotations(operatorShare, range),
        now: await overviews.operatorNow(operatorShare),
      };
    },
  }),
  operation({
    id: 'getFirstSteps',
    get: '/first-steps',
    summary: 'Retrieve the first steps',
    description:
      'Returns what the accounts have done so far, and whether a carrier is connected, for the checklist of the first day.',
    answer: [OperatorFirstSteps, 'The first steps'],
    handle: async () => {
      const { webhook, ...steps } = await overviews.firstSteps(operatorShare);
      return { ...steps, webhook: shownWebhook(webhook) };
    },
  }),
  operation({
    id: 'getStatisticsBy',
    get: '/statistics/by',
    summary: 'Retrieve statistics by day, hour, country, carrier or account',
    description:
      'Returns one row per group, for at most 366 days, or 31 days by hour. Statistics by carrier count the messages that it accepted; they begin with the messages stored when Hermod was upgraded to count them.',
    query: StatisticsStepsQuery,
    answer: [StatisticsRows, 'The statistics'],
    read: (db, { query }, { clock }) => groupRows(db, query, clock(), String),
  }),
  operation({
    id: 'listAnnotations',
    get: '/statistics/annotations',
    summary: 'List deployments, pauses and outages',
    description: 'Returns what may explain a change in the statistics of a range of at most 366 days.',
    query: AnnotationsQuery,
    answer: [AnnotationList, 'The annotations'],
    read: async (db, { query }, { clock }) => ({
      annotations: await readAnnotations(db, hoursFilter(query, clock(), { usual: 30, most: 366 })),
    }),
  }),
  operation({
    id: 'getStatisticsByAsCsv',
    get: '/statistics/by.csv',
    summary: 'Download statistics as CSV',
    description: 'Returns the rows of GET /admin/v1/statistics/by, one per line.',
    query: StatisticsByQuery,
    answer: csvAnswer('The statistics, one row per line'),
    handle: ({ query }, reply, serving) => sendCsv(reply, serving, operatorShare, query),
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

const view: View = {
  lists: ['carriers', 'senders', 'inbound', 'deliveries', 'emails'],
  message: toAnyMessageBody,
  now: (now) => now,
};
