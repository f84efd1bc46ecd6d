import type { Queryable } from '../../database/db.ts';
import type { ComparedSpans, Span } from '../../domain/statistics/compared-spans.ts';
import { firstUuid, uuidAt } from '../../domain/uuid.ts';
import { rowsOf } from '../row.ts';
import { reasonSql } from './traffic.ts';

/** Messages that a carrier took in each of two spans. */
export type Taken = { readonly before: number; readonly now: number };

const during = (from: number) => `t.starts_at >= $${from} AND t.starts_at < $${from + 1}`;
const taken = `coalesce(sum(t.accepted) FILTER (WHERE ${during(1)}), 0)::float8 AS before,
  coalesce(sum(t.accepted) FILTER (WHERE ${during(3)}), 0)::float8 AS now`;
const either = `(${during(1)} OR ${during(3)}) AND t.carrier_id <> '${firstUuid}'`;
/** $1 to $4. */
const spanValues = ({ before, now }: ComparedSpans) => [before.from, before.to, now?.from ?? null, now?.to ?? null];

type TakenByCarrier = Taken & { readonly carrierId: string };

/** By carrier, over all accounts; `countries` undefined: all. */
export const takenByCarriers = (
  db: Queryable,
  spans: ComparedSpans,
  countries: readonly string[] | undefined,
): Promise<TakenByCarrier[]> =>
  rowsOf(db, {
    text: `SELECT t.carrier_id AS "carrierId", ${taken} FROM traffic_of_all t
      WHERE ${either} AND ($5::text[] IS NULL OR t.country = ANY ($5)) GROUP BY 1`,
    values: [...spanValues(spans), countries ?? null],
  });

export const takenOfAccount = (db: Queryable, spans: ComparedSpans, accountId: string): Promise<TakenByCarrier[]> =>
  rowsOf(db, {
    text: `SELECT t.carrier_id AS "carrierId", ${taken} FROM traffic t WHERE ${either} AND t.account_id = $5 GROUP BY 1`,
    values: [...spanValues(spans), accountId],
  });

type AccountTaken = Taken & { readonly accountId: string; readonly name: string; readonly currency: string };

const mostAccounts = 100;

/** By account, of one carrier; most messages first. */
export const takenByAccounts = (db: Queryable, spans: ComparedSpans, carrierId: string): Promise<AccountTaken[]> =>
  rowsOf(db, {
    text: `SELECT g."accountId", a.name, a.currency, g.before, g.now FROM (
        SELECT t.account_id AS "accountId", ${taken} FROM traffic t WHERE ${either} AND t.carrier_id = $5
        GROUP BY 1 ORDER BY 2 DESC, 3 DESC, 1 LIMIT ${mostAccounts}) g
      JOIN accounts a ON a.id = g."accountId" ORDER BY g.before DESC, g.now DESC, 1`,
    values: [...spanValues(spans), carrierId],
  });

const outcomes = ['delivered', 'failed', 'rejected', 'unknown'] as const;
export type Outcomes = Readonly<Record<(typeof outcomes)[number] | 'accepted', number>>;
const summedOutcomes = ['accepted', ...outcomes]
  .map((name) => `coalesce(sum(t.${name}), 0)::float8 AS ${name}`)
  .join(', ');

export async function outcomesOfAccount(db: Queryable, { from, to }: Span, accountId: string): Promise<Outcomes> {
  const rows = await rowsOf<Outcomes>(db, {
    text: `SELECT ${summedOutcomes} FROM traffic t WHERE t.starts_at >= $1 AND t.starts_at < $2 AND t.account_id = $3`,
    values: [from, to, accountId],
  });
  return rows[0]!;
}

/** Each counted minute or hour, newest first. */
export const outcomesOfCarrier = (
  db: Queryable,
  { from, to }: Span,
  carrierId: string,
): Promise<(Outcomes & { readonly at: Date })[]> =>
  rowsOf(db, {
    text: `SELECT t.starts_at AS at, ${summedOutcomes} FROM traffic_of_all t
      WHERE t.starts_at >= $1 AND t.starts_at < $2 AND t.carrier_id = $3 GROUP BY 1 ORDER BY 1 DESC`,
    values: [from, to, carrierId],
  });

/** Messages whose reasons are read, at about 5 µs each. */
export const mostSampled = 20_000;
const mostReasons = 20;

export type FailureReason = { readonly reason: string; readonly count: number };

/** Why messages failed that the carrier took; statistics keep reasons by account only. At most `mostSampled` messages are read. */
export const failuresOfCarrier = (db: Queryable, { from, to }: Span, carrierId: string): Promise<FailureReason[]> =>
  rowsOf(db, {
    text: `WITH taken AS MATERIALIZED (
        -- IS NOT DISTINCT FROM matches no other index, so the block index on ids is used
        SELECT account_id, message_id FROM parts
        WHERE message_id >= $2 AND message_id < $3 AND part = 1 AND carrier_id IS NOT DISTINCT FROM $1 LIMIT ${mostSampled})
      SELECT ${reasonSql} AS reason, count(*)::float8 AS count
      FROM taken t JOIN messages m ON m.account_id = t.account_id AND m.id = t.message_id
      WHERE m.state IN ('FAILED', 'REJECTED', 'UNKNOWN') GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${mostReasons}`,
    values: [carrierId, uuidAt(from.getTime()), uuidAt(to.getTime())],
  });
