import type { Queryable } from '../../database/db.ts';
import type { CarrierStanding } from '../../domain/message/verdict.ts';
import { linkSumsSql } from './links.ts';

export type Standing = {
  readonly carrierId: string;
  readonly standing: CarrierStanding;
  /** Since when it is down, or when it refused last. */
  readonly since: Date | null;
  /** When it gets the next probe. */
  readonly retryAt: Date | null;
  readonly error: string | null;
};

/** How each carrier takes messages, over all processes. */
export async function carrierStandings(db: Queryable): Promise<Standing[]> {
  const { rows } = await db.query<Standing>({
    name: 'standings of carriers',
    text: `SELECT c.id AS "carrierId", CASE
        WHEN k.failures > 0 THEN 'refusing'
        WHEN coalesce(l.links, 0) = 0 THEN 'down'
        WHEN l.throttled OR k.rest_until > now() THEN 'throttled'
        ELSE 'up' END AS standing,
      l.since, CASE WHEN k.failures > 0 THEN greatest(k.retry_at, k.rest_until) END AS "retryAt",
      coalesce(CASE WHEN k.failures > 0 THEN k.reason END, l.error) AS error
    FROM carriers c LEFT JOIN carrier_circuits k ON k.carrier_id = c.id LEFT JOIN LATERAL ${linkSumsSql('c.id')} l ON true`,
  });
  return rows;
}
