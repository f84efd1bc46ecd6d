import type { FastifyInstance } from 'fastify';
import type { Overviews } from '../../flows/overview.ts';
import { breakdown } from '../../store/statistics/breakdown.ts';
import { breakdownFilter, groupBody, sendCsv } from '../breakdown.ts';
import { answer } from '../schemas/messages.ts';
import { csvAnswer, OverviewQuery, type OverviewQueryValues } from '../schemas/statistics.ts';
import { operatorShare, type Serving } from '../serving.ts';
import { operatorErrors } from './errors.ts';
import { StatisticsByQuery, type StatisticsByQueryValues } from './schemas/statistics.ts';

const tags = ['Traffic'];

/** The numbers of all accounts. */
export function overviewRoutes(app: FastifyInstance, { clock, reads }: Serving, overviews: Overviews): void {
  app.get<{ Querystring: OverviewQueryValues }>('/overview', {
    schema: {
      operationId: 'getOverview',
      summary: 'How things are and how they have been',
      tags,
      querystring: OverviewQuery,
      response: { 200: answer('OperatorOverview', 'The numbers'), ...operatorErrors },
    },
    handler: async ({ query: { range = '24h' } }) => {
      const figures = await overviews.figures(operatorShare, range);
      const now = await overviews.operatorNow(operatorShare);
      return { ...figures, now: { ...now, at: now.at.toISOString() } };
    },
  });

  const rowsOf = (query: StatisticsByQueryValues) =>
    reads.run(operatorShare, async (db) => breakdown(db, breakdownFilter(query, clock())));

  app.get<{ Querystring: StatisticsByQueryValues }>('/statistics/by', {
    schema: {
      operationId: 'getStatisticsBy',
      summary: 'Traffic by day, hour, country, carrier or account',
      description:
        'At most 366 days; hours of 31 days. Carriers are counted for what they have taken, as far back as messages were kept when that began.',
      tags,
      querystring: StatisticsByQuery,
      response: { 200: answer('StatisticsRows', 'The numbers'), ...operatorErrors },
    },
    handler: async ({ query }) => ({ rows: (await rowsOf(query)).map((row) => groupBody(row, String)) }),
  });

  app.get<{ Querystring: StatisticsByQueryValues }>('/statistics/by.csv', {
    schema: {
      operationId: 'getStatisticsByAsCsv',
      summary: 'The same as a file for spreadsheets',
      tags,
      querystring: StatisticsByQuery,
      response: { 200: csvAnswer('The numbers, a line for each row'), ...operatorErrors },
    },
    handler: async ({ query }, reply) => sendCsv(reply, query.group, await rowsOf(query)),
  });
}
