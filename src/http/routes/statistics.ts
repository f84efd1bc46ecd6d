import type { FastifyInstance } from 'fastify';
import type { Overviews } from '../../flows/overview.ts';
import { breakdown } from '../../store/statistics/breakdown.ts';
import type { Authentication } from '../auth.ts';
import { breakdownFilter, groupBody, sendCsv } from '../breakdown.ts';
import { hourlyStatistics, hoursFilter } from '../operator/statistics.ts';
import { badQuery, commonErrors } from '../schemas/errors.ts';
import { answer } from '../schemas/messages.ts';
import {
  AccountStatisticsByQuery,
  type AccountStatisticsByQueryValues,
  AccountStatisticsQuery,
  type AccountStatisticsQueryValues,
  csvAnswer,
  OverviewQuery,
  type OverviewQueryValues,
} from '../schemas/statistics.ts';
import type { Serving } from '../serving.ts';

const tags = ['Statistics'];

/** The numbers of one account. */
export function statisticsRoutes(
  app: FastifyInstance,
  { clock, reads }: Serving,
  auth: Authentication,
  overviews: Overviews,
): void {
  app.get<{ Querystring: OverviewQueryValues }>('/v1/overview', {
    onRequest: auth.looks,
    schema: {
      operationId: 'getOverview',
      summary: 'How things are and how they have been (extension)',
      tags,
      querystring: OverviewQuery,
      response: { 200: answer('Overview', 'The numbers'), ...badQuery, ...commonErrors },
    },
    handler: async ({ principal: { accountId }, query: { range = '24h' } }) => {
      const figures = await overviews.figures(accountId, range, accountId);
      const now = await overviews.accountNow(accountId);
      const spend = figures.spend.map(({ currency, amount }) => ({ currency, amount: Number(amount) }));
      return { ...figures, spend, now: accountNowBody(now) };
    },
  });

  app.get<{ Querystring: AccountStatisticsQueryValues }>('/v1/statistics', {
    onRequest: auth.looks,
    schema: {
      operationId: 'getStatistics',
      summary: 'Traffic by the hour, and what was spent (extension)',
      description: 'At most 31 days. Hours are kept for ever, also when their messages are gone.',
      tags,
      querystring: AccountStatisticsQuery,
      response: { 200: answer('AccountStatistics', 'The numbers'), ...badQuery, ...commonErrors },
    },
    handler: ({ principal: { accountId }, query }) =>
      reads.run(accountId, async (db) => {
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
      }),
  });

  const rowsOf = (accountId: string, query: AccountStatisticsByQueryValues) =>
    reads.run(accountId, async (db) => breakdown(db, breakdownFilter({ ...query, accountId }, clock())));

  app.get<{ Querystring: AccountStatisticsByQueryValues }>('/v1/statistics/by', {
    onRequest: auth.looks,
    schema: {
      operationId: 'getStatisticsBy',
      summary: 'Traffic by day, hour or country (extension)',
      description: 'At most 366 days; hours of 31 days.',
      tags,
      querystring: AccountStatisticsByQuery,
      response: { 200: answer('AccountStatisticsRows', 'The numbers'), ...badQuery, ...commonErrors },
    },
    handler: async ({ principal, query }) => ({
      rows: (await rowsOf(principal.accountId, query)).map((row) => groupBody(row, Number)),
    }),
  });

  app.get<{ Querystring: AccountStatisticsByQueryValues }>('/v1/statistics/by.csv', {
    onRequest: auth.looks,
    schema: {
      operationId: 'getStatisticsByAsCsv',
      summary: 'The same as a file for spreadsheets (extension)',
      tags,
      querystring: AccountStatisticsByQuery,
      response: { 200: csvAnswer('The numbers, a line for each row'), ...badQuery, ...commonErrors },
    },
    handler: async ({ principal, query }, reply) =>
      sendCsv(reply, query.group, await rowsOf(principal.accountId, query)),
  });
}

/** As it is shown to the account. */
export function accountNowBody<T extends { at: Date; balance: string }>(now: T) {
  return { ...now, at: now.at.toISOString(), balance: Number(now.balance) };
}
