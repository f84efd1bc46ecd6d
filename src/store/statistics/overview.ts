import type { Queryable } from '../../database/db.ts';
import { firstUuid } from '../../domain/uuid.ts';

/** Messages accepted in a time span, by their current state. */
export type Counts = {
  readonly accepted: number;
  readonly waiting: number;
  readonly sent: number;
  readonly delivered: number;
  readonly failed: number;
  readonly rejected: number;
  readonly unknown: number;
  readonly cancelled: number;
};
export const countColumns = [
  'accepted',
  'waiting',
  'sent',
  'delivered',
  'failed',
  'rejected',
  'unknown',
  'cancelled',
] as const satisfies (keyof Counts)[];
export const summedCounts = countColumns.map((column) => `sum(t.${column})::float8 AS ${column}`).join(', ');

/** Of all accounts, or of one. */
export type TrafficSpan = { readonly from: Date; readonly to: Date; readonly accountId?: string | undefined };

/** The sums over all accounts are stored beside those of each account. */
export const trafficOf = ({ accountId }: TrafficSpan) =>
  accountId === undefined ? 'traffic_of_all t' : 'traffic t JOIN accounts a ON a.id = t.account_id';
export const spanned = ({ accountId }: TrafficSpan) =>
  `t.starts_at >= $1 AND t.starts_at < $2${accountId === undefined ? '' : ' AND t.account_id = $3'}`;
const ownRows = ({ accountId }: TrafficSpan) =>
  `t.starts_at >= $1 AND t.starts_at < $2 AND ${accountId === undefined ? 't.account_id IS NULL' : 't.account_id = $3'}`;
export const spanValues = ({ from, to, accountId }: TrafficSpan): unknown[] =>
  accountId === undefined ? [from, to] : [from, to, accountId];

/** Steps are aligned to UTC. */
const stepOf = (seconds: number) =>
  `date_bin(${seconds} * interval '1 second', t.starts_at, '1970-01-01T00:00:00Z'::timestamptz)`;

export type StepRow = Counts & { readonly at: Date };

export async function stepsOfTraffic(db: Queryable, span: TrafficSpan, stepSeconds: number): Promise<StepRow[]> {
  const { rows } = await db.query<StepRow>(
    `SELECT ${stepOf(stepSeconds)} AS at, ${summedCounts} FROM ${trafficOf(span)} WHERE ${spanned(span)} GROUP BY 1`,
    spanValues(span),
  );
  return rows;
}

export type StepTimesRow = { readonly at: Date; readonly bucket: number; readonly messages: number };

export async function stepsOfTimes(db: Queryable, span: TrafficSpan, stepSeconds: number): Promise<StepTimesRow[]> {
  const { rows } = await db.query<StepTimesRow>(
    `SELECT ${stepOf(stepSeconds)} AS at, u.bucket, sum(u.messages)::float8 AS messages
     FROM delivery_times t, unnest(t.buckets, t.messages) AS u (bucket, messages) WHERE ${ownRows(span)} GROUP BY 1, 2`,
    spanValues(span),
  );
  return rows;
}

export type CurrencyRow = { readonly currency: string; readonly amount: string };

/** Charges less refunds. */
export async function spendByCurrency(db: Queryable, span: TrafficSpan): Promise<CurrencyRow[]> {
  const { rows } = await db.query<CurrencyRow>(
    `SELECT currency, trim_scale(sum(t.spend))::text AS amount FROM ${trafficOf(span)} WHERE ${spanned(span)}
     GROUP BY 1 ORDER BY 1`,
    spanValues(span),
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

/** Charges less refunds, largest first. */
export async function spendOf(db: Queryable, span: TrafficSpan): Promise<SpendRow[]> {
  const { rows } = await db.query<SpendRow>(
    `SELECT s.account_id, s.country, a.currency, s.messages, trim_scale(s.amount)::text AS amount FROM (
       SELECT t.account_id, t.country, sum(t.paid)::float8 AS messages, sum(t.spend) AS amount FROM traffic t
       WHERE ${spanned(span)} GROUP BY 1, 2 HAVING sum(t.paid) > 0) s
     JOIN accounts a ON a.id = s.account_id ORDER BY s.amount DESC, s.account_id, s.country LIMIT ${mostSpenders}`,
    spanValues(span),
  );
  return rows;
}

export type FailureRow = { readonly reason: string; readonly count: number };

const mostReasons = 20;

/** Most frequent first. */
export async function failuresOf(db: Queryable, span: TrafficSpan): Promise<FailureRow[]> {
  const { rows } = await db.query<FailureRow>(
    `SELECT t.reason, sum(t.messages)::float8 AS count FROM failures t WHERE ${ownRows(span)}
     GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${mostReasons}`,
    spanValues(span),
  );
  return rows;
}

/** Whether a message was ever accepted: counts outlive the messages, and a message exists before it is counted. */
export async function wasEverUsed(db: Queryable, accountId: string | undefined): Promise<boolean> {
  const { rows } = await db.query<{ used: boolean }>(
    accountId === undefined
      ? `SELECT EXISTS (SELECT FROM traffic_of_all) OR EXISTS (
           SELECT FROM accounts a, LATERAL (SELECT FROM messages WHERE account_id = a.id AND id >= '${firstUuid}' LIMIT 1) m) AS used`
      : `SELECT EXISTS (SELECT FROM traffic WHERE account_id = $1)
           OR EXISTS (SELECT FROM messages WHERE account_id = $1 AND id >= '${firstUuid}') AS used`,
    accountId === undefined ? [] : [accountId],
  );
  return rows[0]!.used;
}
