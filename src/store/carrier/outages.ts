import type { Queryable } from '../../database/db.ts';
import { rowsOf } from '../row.ts';
import { linkSumsSql } from './links.ts';

/** Shorter outages are not recorded: every start of a process has one. */
const shortestSeconds = 5;

/** Opens and closes the records of outages. Writes nothing while nothing changes; may run in several processes. */
export async function recordOutages(db: Queryable): Promise<void> {
  await db.query({
    name: 'record outages',
    text: `WITH down AS MATERIALIZED (
        SELECT c.id, coalesce(l.since, k.refused_at) AS since, left(coalesce(k.reason, l.error), 1000) AS error
        FROM carriers c LEFT JOIN carrier_circuits k ON k.carrier_id = c.id AND k.failures > 0
        LEFT JOIN LATERAL ${linkSumsSql('c.id')} l ON true
        WHERE c.enabled AND (coalesce(l.links, 0) = 0 OR k.failures > 0)),
      ended AS (UPDATE carrier_outages o SET ended_at = greatest(now(), began_at)
        WHERE ended_at IS NULL AND NOT EXISTS (SELECT FROM down WHERE down.id = o.carrier_id))
      INSERT INTO carrier_outages (carrier_id, began_at, error)
      SELECT id, since, error FROM down WHERE since <= now() - interval '${shortestSeconds} seconds'
        AND NOT EXISTS (SELECT FROM carrier_outages o WHERE o.carrier_id = down.id AND ended_at IS NULL)
      ON CONFLICT DO NOTHING`,
  });
}

type Outage = {
  readonly carrierId: string;
  readonly name: string;
  readonly from: Date;
  readonly to: Date;
  readonly error: string | null;
};

/** The latest outages that ended in the range or after it and began before its end. */
export const endedOutages = (db: Queryable, span: { from: Date; to: Date }, most: number): Promise<Outage[]> =>
  rowsOf(db, {
    text: `SELECT o.carrier_id AS "carrierId", c.name, o.began_at AS "from", o.ended_at AS "to", o.error
      FROM carrier_outages o JOIN carriers c ON c.id = o.carrier_id
      WHERE o.ended_at >= $1 AND o.began_at < $2 ORDER BY o.ended_at DESC LIMIT $3`,
    values: [span.from, span.to, most],
  });
