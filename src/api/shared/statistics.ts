import type { FastifyReply } from 'fastify';
import type { Db } from '../../database/db.ts';
import { csvLine } from '../../domain/csv/writer.ts';
import { deliveredShare } from '../../domain/statistics/overview-range.ts';
import { maskedUrl } from '../../domain/webhook/web-url.ts';
import type { FirstSteps } from '../../flows/statistics/first-steps.ts';
import { seriesOf } from '../../flows/statistics/overview.ts';
import {
  type BreakdownFilter,
  breakdown,
  type Group,
  type GroupRow,
  isByOrigin,
  type Step,
} from '../../store/statistics/breakdown.ts';
import { spendOf, type TrafficSpan } from '../../store/statistics/overview.ts';
import { countedAt } from '../../store/statistics/traffic.ts';
import { timeOf } from '../operation/paging.ts';
import { HttpError } from '../server/errors.ts';
import type { Serving } from '../server/serving.ts';

const hourMs = 3_600_000;
export const mostDays = 31;
const days = { usual: 1, most: mostDays };

/** Older URLs may contain a password. */
export function shownWebhook({ url, ...webhook }: FirstSteps['webhook']) {
  return { ...webhook, ...(url !== undefined && { url: maskedUrl(url) }) };
}

type Range = { from?: string | undefined; to?: string | undefined; accountId?: string | undefined };

/** The range is widened to whole hours. */
export function hoursFilter({ from, to, accountId }: Range, now: number, { usual, most } = days): TrafficSpan {
  const end = timeOf('to', to)?.getTime() ?? now;
  const start = Math.floor((timeOf('from', from)?.getTime() ?? end - usual * 24 * hourMs) / hourMs) * hourMs;
  if (start >= end) throw new HttpError(400, 'from must be before to');
  if (end - start > most * 24 * hourMs + hourMs) throw new HttpError(400, `at most ${most} days at a time`);
  return { from: new Date(start), to: new Date(Math.ceil(end / hourMs) * hourMs), accountId };
}

export async function hourlyStatistics(db: Db, span: TrafficSpan) {
  const { series } = await seriesOf(db, span, hourMs / 1_000);
  return {
    hours: series.map(({ at, ...figures }) => ({ hour: at, ...figures })),
    spend: await spendOf(db, span),
    countedAt: await countedAt(db),
  };
}

type ByQuery = Range & { group?: Group | undefined; country?: string | undefined; step?: Step | undefined };

function breakdownFilter({ group = 'day', country, step, ...range }: ByQuery, now: number): BreakdownFilter {
  if (step !== undefined && (group === 'day' || group === 'hour'))
    throw new HttpError(400, 'step is for groups other than day and hour');
  if (country !== undefined && isByOrigin(group))
    throw new HttpError(400, `country cannot be combined with group=${group}`);
  const longest = group === 'hour' || step === 'hour' ? days : { usual: 30, most: 366 };
  return { ...hoursFilter(range, now, longest), group, country, step };
}

/** `amountOf`: amounts are numbers for customers and strings for operators. `showsPrefixes`: the caller may see the first characters of keys. */
export async function groupRows<Amount>(
  db: Db,
  query: ByQuery,
  now: number,
  amountOf: (spend: string) => Amount,
  showsPrefixes = false,
) {
  const rows = await breakdown(db, breakdownFilter(query, now), showsPrefixes);
  return { rows: rows.map((row) => groupBody(row, amountOf)) };
}

function groupBody<Amount>(row: GroupRow, amountOf: (spend: string) => Amount) {
  const { label, spend, at, ...rest } = row;
  return {
    ...rest,
    label: label ?? undefined,
    at: at ?? undefined,
    spend: amountOf(spend),
    deliveredShare: deliveredShare(row),
  };
}

const columns = [
  ...([
    'key',
    'label',
    'accepted',
    'delivered',
    'failed',
    'rejected',
    'unknown',
    'sent',
    'waiting',
    'cancelled',
  ] as const),
  ...(['deliveredShare', 'spend', 'currency'] as const),
];

export async function sendCsv(
  reply: FastifyReply,
  { reads, clock }: Serving,
  owner: string,
  query: ByQuery,
  showsPrefixes = false,
): Promise<FastifyReply> {
  const { rows } = await reads.run(owner, async (db) => groupRows(db, query, clock(), String, showsPrefixes));
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="statistics-by-${query.group ?? 'day'}.csv"`)
    .send([csvLine(columns), ...rows.map((row) => csvLine(columns.map((column) => row[column])))].join(''));
}
