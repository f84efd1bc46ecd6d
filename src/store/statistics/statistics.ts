import type { Queryable } from '../../database/db.ts';

export type StatisticsFilter = {
  /** Whole hours, the second one excluded. */
  readonly from: Date;
  readonly to: Date;
  readonly accountId?: string | undefined;
};

export type HourRow = {
  readonly hour: Date;
  readonly accepted: number;
  readonly waiting: number;
  readonly sent: number;
  readonly delivered: number;
  readonly failed: number;
  readonly rejected: number;
  readonly unknown: number;
  readonly cancelled: number;
};

const hour = `date_trunc('hour', starts_at, 'UTC')`;
const within = 'starts_at >= $1 AND starts_at < $2';
const valuesOf = ({ from, to, accountId }: StatisticsFilter) =>
  accountId === undefined ? [from, to] : [from, to, accountId];
const owned = ({ accountId }: StatisticsFilter) => (accountId === undefined ? '' : 'AND account_id = $3');

/** Hours with messages, by the states they are in. */
export async function hoursOfTraffic(db: Queryable, filter: StatisticsFilter): Promise<HourRow[]> {
  const columns = ['accepted', 'waiting', 'sent', 'delivered', 'failed', 'rejected', 'unknown', 'cancelled'];
  const { rows } = await db.query<HourRow>(
    `SELECT ${hour} AS hour, ${columns.map((column) => `sum(${column})::float8 AS ${column}`).join(', ')}
     FROM traffic WHERE ${within} ${owned(filter)} GROUP BY 1`,
    valuesOf(filter),
  );
  return rows;
}

export type DeliveryTimeRow = { readonly hour: Date; readonly bucket: number; readonly messages: number };

export async function deliveryTimes(db: Queryable, filter: StatisticsFilter): Promise<DeliveryTimeRow[]> {
  const { rows } = await db.query<DeliveryTimeRow>(
    `SELECT ${hour} AS hour, u.bucket, sum(u.messages)::float8 AS messages
     FROM delivery_times t, unnest(t.buckets, t.messages) AS u (bucket, messages)
     WHERE ${within} AND ${filter.accountId === undefined ? 'account_id IS NULL' : 'account_id = $3'} GROUP BY 1, 2`,
    valuesOf(filter),
  );
  return rows;
}

export type SpendRow = {
  readonly account_id: string;
  readonly country: string;
  readonly currency: string;
  readonly messages: number;
  readonly amount: string;
};

const mostSpenders = 1_000;

/** Charges less refunds, the largest first. */
export async function spendOf(db: Queryable, filter: StatisticsFilter): Promise<SpendRow[]> {
  const { rows } = await db.query<SpendRow>(
    `SELECT t.account_id, t.country, a.currency, t.messages, trim_scale(t.amount)::text AS amount FROM (
       SELECT account_id, country, sum(paid)::float8 AS messages, sum(spend) AS amount FROM traffic
       WHERE ${within} ${owned(filter)} GROUP BY 1, 2 HAVING sum(paid) > 0) t
     JOIN accounts a ON a.id = t.account_id ORDER BY t.amount DESC, t.account_id, t.country LIMIT ${mostSpenders}`,
    valuesOf(filter),
  );
  return rows;
}

/** When the present was last counted; undefined before the first time. */
export async function countedAt(db: Queryable): Promise<Date | undefined> {
  const { rows } = await db.query<{ counted_at: Date }>(
    'SELECT counted_at FROM traffic_slices WHERE counted_at IS NOT NULL ORDER BY starts_at DESC LIMIT 1',
  );
  return rows[0]?.counted_at;
}
