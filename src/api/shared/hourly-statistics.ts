import type { Db } from '../../database/db.ts';
import { percentile } from '../../domain/message/delivery-time.ts';
import {
  type Counts,
  spendOf,
  stepsOfTimes,
  stepsOfTraffic,
  type TrafficSpan,
} from '../../store/statistics/overview.ts';
import { countedAt } from '../../store/statistics/traffic.ts';
import { timeOf } from '../operation/paging.ts';
import { HttpError } from '../server/errors.ts';

const hourMs = 3_600_000;
export const mostDays = 31;

type Hours = { from?: string | undefined; to?: string | undefined; accountId?: string | undefined };

export function hoursFilter({ from, to, accountId }: Hours, now: number): TrafficSpan {
  const end = timeOf('to', to)?.getTime() ?? now;
  const start = Math.floor((timeOf('from', from)?.getTime() ?? end - 24 * hourMs) / hourMs) * hourMs;
  if (start >= end) throw new HttpError(400, 'from must be before to');
  if (end - start > mostDays * 24 * hourMs + hourMs) throw new HttpError(400, `at most ${mostDays} days at a time`);
  return { from: new Date(start), to: new Date(Math.ceil(end / hourMs) * hourMs), accountId };
}

export async function hourlyStatistics(db: Db, filter: TrafficSpan) {
  const rows = await stepsOfTraffic(db, filter, hourMs / 1_000);
  const times = await stepsOfTimes(db, filter, hourMs / 1_000);
  const spend = await spendOf(db, filter);
  const counted = await countedAt(db);
  const byHour = new Map(rows.map(({ at, ...counts }) => [at.getTime(), counts]));
  const timesByHour = Map.groupBy(times, ({ at }) => at.getTime());
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

function countsOf(hour: Date, row: Counts | undefined) {
  return { ...nothing, ...row, hour };
}

/** Three digits: the buckets are not more accurate. */
function round(seconds: number): number {
  return Number(seconds.toPrecision(3));
}
