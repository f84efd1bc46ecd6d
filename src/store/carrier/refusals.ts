import type { Queryable } from '../../database/db.ts';
import { rowSet } from '../row-set.ts';

/** How often a carrier refused a submit with this status. */
export type Refused = { readonly carrierId: string; readonly status: string; readonly count: number };

const refusedRows = rowSet<Refused>({ carrierId: 'uuid', status: 'text', count: 'bigint' });

/** Adds to the counts of this hour. Ignores carriers that were deleted in the meantime. */
export async function addRefusals(db: Queryable, refused: readonly Refused[]): Promise<void> {
  await db.query({
    name: 'add refusals',
    text: `INSERT INTO carrier_refusals AS r (carrier_id, status, hour, count, last_at)
      SELECT c.id, w.status, date_trunc('hour', now()), w.count, now()
      FROM ${refusedRows.from('w')} JOIN carriers c ON c.id = w.carrier_id
      ORDER BY 1, 2
      ON CONFLICT (carrier_id, status, hour) DO UPDATE SET count = r.count + excluded.count, last_at = now()`,
    values: refusedRows.values(refused),
  });
}

export const refusalHours = 24;

/** A status, its count in the last day, and the time of the last one. */
export type Refusal = { readonly status: string; readonly count: number; readonly lastAt: string };

/** In SQL: the refusals of a carrier as JSON, latest first. */
export const refusalsSql = (carrier: string): string => `coalesce((
  SELECT json_agg(json_build_object('status', status, 'count', count, 'lastAt',
    to_char(last_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY last_at DESC) FROM (
      SELECT status, sum(count) AS count, max(last_at) AS last_at FROM carrier_refusals
      WHERE carrier_id = ${carrier} AND last_at > now() - interval '${refusalHours} hours'
      GROUP BY status ORDER BY max(last_at) DESC LIMIT 100) s), '[]')`;
