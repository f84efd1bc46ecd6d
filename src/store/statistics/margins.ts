import type { Queryable } from '../../database/db.ts';
import { firstUuid } from '../../domain/uuid.ts';

/** Revenue and cost of messages to a country over a carrier. Amounts as decimals. */
export type MarginRow = {
  readonly country: string;
  readonly carrier_id: string;
  /** Null if the carrier was deleted. */
  readonly carrier: string | null;
  /** Of the accounts that paid. */
  readonly currency: string;
  readonly messages: number;
  readonly segments: number;
  readonly revenue: string;
  /** Current cost per segment; null if unknown. */
  readonly unit_cost: string | null;
  readonly cost_currency: string | null;
  /** Null if the cost is unknown. */
  readonly cost: string | null;
  /** Null if the cost is unknown or in another currency. */
  readonly margin: string | null;
};

export type MarginFilter = { readonly from: Date; readonly to: Date; readonly country?: string | undefined };

export const mostMargins = 1_000;

/** Largest revenue first. Messages that no carrier accepted cost nothing and are left out. */
export async function marginsOf(db: Queryable, { from, to, country }: MarginFilter): Promise<MarginRow[]> {
  const { rows } = await db.query<MarginRow>(
    `SELECT g.country, g.carrier_id, c.name AS carrier, g.currency, g.messages, g.segments::float8 AS segments,
       trim_scale(g.revenue)::text AS revenue, trim_scale(k.unit_cost)::text AS unit_cost, k.currency AS cost_currency,
       trim_scale(g.segments * k.unit_cost)::text AS cost,
       CASE WHEN k.currency = g.currency THEN trim_scale(g.revenue - g.segments * k.unit_cost)::text END AS margin
     FROM (
       SELECT t.country, t.carrier_id, t.currency, sum(t.accepted)::float8 AS messages, sum(t.segments) AS segments,
         sum(t.spend) AS revenue
       FROM traffic_of_all t
       WHERE t.starts_at >= $1 AND t.starts_at < $2 AND t.carrier_id <> '${firstUuid}' AND ($3::text IS NULL OR t.country = $3)
       GROUP BY 1, 2, 3 ORDER BY sum(t.spend) DESC, 1, 2, 3 LIMIT ${mostMargins}) g
     LEFT JOIN carriers c ON c.id = g.carrier_id
     LEFT JOIN carrier_costs k ON k.carrier_id = g.carrier_id AND k.country = g.country
     ORDER BY g.revenue DESC, g.country, carrier, g.currency`,
    [from, to, country ?? null],
  );
  return rows;
}
