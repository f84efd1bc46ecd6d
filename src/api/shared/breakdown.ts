import type { FastifyReply } from 'fastify';
import { csvLine } from '../../domain/csv/writer.ts';
import { deliveredShare } from '../../domain/statistics/overview-range.ts';
import type { BreakdownFilter, Group, GroupRow } from '../../store/statistics/breakdown.ts';
import { timeOf } from '../operation/paging.ts';
import { HttpError } from '../server/errors.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Days of the longest range. */
const mostDays = (group: Group) => (group === 'hour' ? 31 : 366);

export type ByQuery = {
  group?: Group | undefined;
  from?: string | undefined;
  to?: string | undefined;
  accountId?: string | undefined;
  country?: string | undefined;
};

/** The range is widened to whole hours. */
export function breakdownFilter(
  { group = 'day', from, to, accountId, country }: ByQuery,
  now: number,
): BreakdownFilter {
  const end = timeOf('to', to)?.getTime() ?? now;
  const usual = end - (group === 'hour' ? dayMs : 30 * dayMs);
  const start = Math.floor((timeOf('from', from)?.getTime() ?? usual) / hourMs) * hourMs;
  if (start >= end) throw new HttpError(400, 'from must be before to');
  const days = mostDays(group);
  if (end - start > days * dayMs + hourMs) throw new HttpError(400, `at most ${days} days at a time`);
  return { group, from: new Date(start), to: new Date(Math.ceil(end / hourMs) * hourMs), accountId, country };
}

type Row<Amount> = Omit<GroupRow, 'label' | 'spend'> & { label?: string; spend: Amount; deliveredShare?: number };

export function groupBody<Amount>(row: GroupRow, amountOf: (spend: string) => Amount): Row<Amount> {
  const { label, spend, ...rest } = row;
  const share = deliveredShare(row);
  return {
    ...rest,
    ...(label === null ? {} : { label }),
    spend: amountOf(spend),
    ...(share === undefined ? {} : { deliveredShare: share }),
  };
}

const columns = [
  ...['key', 'label', 'accepted', 'delivered', 'failed', 'rejected', 'unknown', 'sent', 'waiting', 'cancelled'],
  ...['deliveredShare', 'spend', 'currency'],
] as const;

export function sendCsv(reply: FastifyReply, group: Group | undefined, rows: readonly GroupRow[]): FastifyReply {
  const lines = rows.map((row) => {
    const values = groupBody(row, (spend) => spend) as Record<string, unknown>;
    return csvLine(columns.map((column) => values[column] as string | number | undefined));
  });
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="statistics-by-${group ?? 'day'}.csv"`)
    .send([csvLine(columns), ...lines].join(''));
}
