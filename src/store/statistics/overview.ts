import type { Queryable } from '../../database/db.ts';
import { firstUuid } from '../../domain/uuid.ts';

export const countColumns = [
  ...(['accepted', 'waiting', 'sent', 'delivered'] as const),
  ...(['failed', 'rejected', 'unknown', 'cancelled'] as const),
];
/** Messages accepted in a time span, by their current state. */
export type StateCounts = Readonly<Record<(typeof countColumns)[number], number>>;
export const summedCounts = countColumns.map((column) => `sum(t.${column})::float8 AS ${column}`).join(', ');

/** The traffic of all accounts, or of one. */
export type TrafficSpan = { readonly from: Date; readonly to: Date; readonly accountId?: string | undefined };

/** The sums over all accounts are stored beside those of each account. */
const trafficOf = ({ accountId }: TrafficSpan) =>
  accountId === undefined ? 'traffic_of_all t' : 'traffic t JOIN accounts a ON a.id = t.account_id';
export const spanned = ({ accountId }: TrafficSpan) =>
  `t.starts_at >= $1 AND t.starts_at < $2${accountId === undefined ? '' : ' AND t.account_id = $3'}`;
const ownRows = ({ accountId }: TrafficSpan) =>
  `t.starts_at >= $1 AND t.starts_at < $2 AND ${accountId === undefined ? 't.account_id IS NULL' : 't.account_id = $3'}`;
export const spanValues = ({ from, to, accountId }: TrafficSpan): unknown[] =>
  accountId === undefined ? [from, to] : [from, to, accountId];
const rowsOf =
  (db: Queryable, span: TrafficSpan) =>
  async <Row extends object>(sql: string): Promise<Row[]> =>
    (await db.query<Row>(sql, spanValues(span))).rows;

/** Steps are aligned to UTC. */
const stepOf = (seconds: number) =>
  `date_bin(${seconds} * interval '1 second', t.starts_at, '1970-01-01T00:00:00Z'::timestamptz)`;

type StepRow = StateCounts & { readonly at: Date };

export const stepsOfTraffic = (db: Queryable, span: TrafficSpan, stepSeconds: number) =>
  rowsOf(
    db,
    span,
  )<StepRow>(
    `SELECT ${stepOf(stepSeconds)} AS at, ${summedCounts} FROM ${trafficOf(span)} WHERE ${spanned(span)} GROUP BY 1`,
  );

export type StepTimesRow = { readonly at: Date; readonly bucket: number; readonly messages: number };

export const stepsOfTimes = (db: Queryable, span: TrafficSpan, stepSeconds: number) =>
  rowsOf(
    db,
    span,
  )<StepTimesRow>(`SELECT ${stepOf(stepSeconds)} AS at, u.bucket, sum(u.messages)::float8 AS messages
     FROM delivery_times t, unnest(t.buckets, t.messages) AS u (bucket, messages) WHERE ${ownRows(span)} GROUP BY 1, 2`);

type CurrencyRow = { readonly currency: string; readonly amount: string };

/** Charges less refunds. */
export const spendByCurrency = (db: Queryable, span: TrafficSpan) =>
  rowsOf(
    db,
    span,
  )<CurrencyRow>(`SELECT currency, trim_scale(sum(t.spend))::text AS amount FROM ${trafficOf(span)} WHERE ${spanned(span)}
     GROUP BY 1 ORDER BY 1`);

/** Charges less refunds of an account since a time, and when the first message of that range was accepted, to the hour or minute. */
export async function recentSpend(db: Queryable, accountId: string, days: number): Promise<RecentSpend> {
  const { rows } = await db.query<RecentSpend>({
    name: 'recent spend',
    text: `SELECT coalesce(sum(spend), 0)::text AS amount, coalesce(extract(epoch FROM now() - min(starts_at)), 0)::float8 AS seconds
      FROM traffic WHERE account_id = $1 AND starts_at >= now() - $2 * interval '1 day' AND paid > 0`,
    values: [accountId, days],
  });
  return rows[0]!;
}
type RecentSpend = { readonly amount: string; readonly seconds: number };

type SpendRow = {
  readonly accountId: string;
  readonly country: string;
  readonly currency: string;
  readonly messages: number;
  readonly amount: string;
};

const mostSpenders = 1_000;

/** Charges less refunds, largest first. */
export const spendOf = (db: Queryable, span: TrafficSpan) =>
  rowsOf(
    db,
    span,
  )<SpendRow>(`SELECT s.account_id AS "accountId", s.country, a.currency, s.messages, trim_scale(s.amount)::text AS amount FROM (
       SELECT t.account_id, t.country, sum(t.paid)::float8 AS messages, sum(t.spend) AS amount FROM traffic t
       WHERE ${spanned(span)} GROUP BY 1, 2 HAVING sum(t.paid) > 0) s
     JOIN accounts a ON a.id = s.account_id ORDER BY s.amount DESC, s.account_id, s.country LIMIT ${mostSpenders}`);

type FailureRow = { readonly reason: string; readonly count: number };

const mostReasons = 20;

/** Most frequent first. */
export const failuresOf = (db: Queryable, span: TrafficSpan) =>
  rowsOf(
    db,
    span,
  )<FailureRow>(`SELECT t.reason, sum(t.messages)::float8 AS count FROM failures t WHERE ${ownRows(span)}
     GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${mostReasons}`);

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
