import type { Db } from '../db.ts';
import { percentile } from '../domain/message/delivery-time.ts';
import {
  countedAt,
  deliveryTimes,
  type HourRow,
  hoursOfTraffic,
  type StatisticsFilter,
  spendOf,
} from '../store/statistics/statistics.ts';
import { HttpError } from './errors.ts';
import { timeOf } from './paging.ts';

const hourMs = 3_600_000;
export const mostDays = 31;

type Hours = { from?: string | undefined; to?: string | undefined; accountId?: string | undefined };

export function hoursFilter({ from, to, accountId }: Hours, now: number): StatisticsFilter {
  const end = timeOf('to', to)?.getTime() ?? now;
  const start = Math.floor((timeOf('from', from)?.getTime() ?? end - 24 * hourMs) / hourMs) * hourMs;
  if (start >= end) throw new HttpError(400, 'from must be before to');
  if (end - start > mostDays * 24 * hourMs + hourMs) throw new HttpError(400, `at most ${mostDays} days at a time`);
  return { from: new Date(start), to: new Date(Math.ceil(end / hourMs) * hourMs), accountId };
}

export async function hourlyStatistics(db: Db, filter: StatisticsFilter) {
  const rows = await hoursOfTraffic(db, filter);
  const times = await deliveryTimes(db, filter);
  const spend = await spendOf(db, filter);
  const counted = await countedAt(db);
  const byHour = new Map(rows.map((row) => [row.hour.getTime(), row]));
  const timesByHour = Map.groupBy(times, ({ hour }) => hour.getTime());
  const hours = [];
  for (let at = filter.from.getTime(); at < filter.to.getTime(); at += hourMs) {
    const buckets = timesByHour.get(at) ?? [];
    const [p50, p95] = [percentile(buckets, 0.5), percentile(buckets, 0.95)];
    hours.push({
      ...countsOf(new Date(at), byHour.get(at)),
      ...(p50 !== undefined && { p50Seconds: round(p50) }),
      ...(p95 !== undefined && { p95Seconds: round(p95) }),
    });
  }
  return {
    hours,
    spend: spend.map(({ account_id: accountId, ...rest }) => ({ accountId, ...rest })),
    countedAt: counted,
  };
}

const nothing = { accepted: 0, waiting: 0, sent: 0, delivered: 0, failed: 0, rejected: 0, unknown: 0, cancelled: 0 };

function countsOf(hour: Date, row: HourRow | undefined) {
  return { ...nothing, ...row, hour };
}

/** As many digits as the buckets are worth. */
function round(seconds: number): number {
  return Number(seconds.toPrecision(3));
}
