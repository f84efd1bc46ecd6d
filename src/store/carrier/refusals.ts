import type { Queryable } from '../../database/db.ts';

/** How often a carrier answered with this status instead of taking a submit. */
export type Refused = { readonly carrierId: string; readonly status: string; readonly count: number };

/** Adds to the counts of this hour. Carriers that were deleted in the meantime count no more. */
export async function addRefusals(db: Queryable, refused: readonly Refused[]): Promise<void> {
  await db.query({
    name: 'add refusals',
    text: `INSERT INTO carrier_refusals AS r (carrier_id, status, hour, count, last_at)
      SELECT c.id, w.status, date_trunc('hour', now()), w.count, now()
      FROM unnest($1::uuid[], $2::text[], $3::bigint[]) AS w (carrier_id, status, count)
      JOIN carriers c ON c.id = w.carrier_id
      ORDER BY 1, 2
      ON CONFLICT (carrier_id, status, hour) DO UPDATE SET count = r.count + excluded.count, last_at = now()`,
    values: [
      refused.map(({ carrierId }) => carrierId),
      refused.map(({ status }) => status),
      refused.map(({ count }) => count),
    ],
  });
}

const keptHours = 24;

/** A status, how often it came in the last day, and when it last did. */
export type Refusal = { readonly status: string; readonly count: number; readonly lastAt: string };

/** For a query in which `carrier` is an id: the latest first. */
export const refusalsSql = (carrier: string): string => `coalesce((
  SELECT json_agg(json_build_object('status', status, 'count', count, 'lastAt',
    to_char(last_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY last_at DESC) FROM (
      SELECT status, sum(count) AS count, max(last_at) AS last_at FROM carrier_refusals
      WHERE carrier_id = ${carrier} AND last_at > now() - interval '${keptHours} hours'
      GROUP BY status ORDER BY max(last_at) DESC LIMIT 100) s), '[]')`;

export async function dropOldRefusals(db: Queryable): Promise<number> {
  const { rowCount } = await db.query(
    `DELETE FROM carrier_refusals WHERE last_at < now() - interval '${keptHours} hours'`,
  );
  return rowCount ?? 0;
}
