import type { Queryable } from '../../database/db.ts';
import type { CarrierCost, DeliveryRate, PolicyRule } from '../../domain/carrier/policy.ts';
import { firstUuid } from '../../domain/uuid.ts';
import { rowSet } from '../row-set.ts';

const costRows = rowSet<CarrierCost>({ country: 'text', unitCost: 'numeric', currency: 'text' });
const policyRows = rowSet<PolicyRule>({ country: 'text', policy: 'text', windowHours: 'integer' });

export async function costsOf(db: Queryable, carrierId: string): Promise<CarrierCost[]> {
  const { rows } = await db.query<CarrierCost>(
    `SELECT carrier_id AS "carrierId", country, trim_scale(unit_cost)::text AS "unitCost", currency FROM carrier_costs
     WHERE carrier_id = $1 ORDER BY country`,
    [carrierId],
  );
  return rows;
}

/** A currency other than this one in which another carrier has its costs, if any. */
export async function otherCurrency(tx: Queryable, carrierId: string, currency: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ currency: string }>(
    'SELECT currency FROM carrier_costs WHERE carrier_id <> $1 AND currency <> $2 LIMIT 1',
    [carrierId, currency],
  );
  return rows[0]?.currency;
}

export async function replaceCosts(tx: Queryable, carrierId: string, costs: readonly CarrierCost[]): Promise<void> {
  await tx.query('DELETE FROM carrier_costs WHERE carrier_id = $1', [carrierId]);
  if (costs.length === 0) return;
  await tx.query(
    `INSERT INTO carrier_costs (carrier_id, ${costRows.names}) SELECT $1::uuid, * FROM ${costRows.from('w', 2)}`,
    [carrierId, ...costRows.values(costs)],
  );
}

export async function listPolicies(db: Queryable): Promise<PolicyRule[]> {
  const { rows } = await db.query<Omit<PolicyRule, 'country'> & { country: string | null }>(
    `SELECT country, policy, window_hours AS "windowHours" FROM routing_policies ORDER BY country NULLS LAST`,
  );
  return rows.map((row) => ({ ...row, country: row.country ?? undefined }));
}

export async function replacePolicies(tx: Queryable, rules: readonly PolicyRule[]): Promise<void> {
  await tx.query('DELETE FROM routing_policies');
  if (rules.length === 0) return;
  await tx.query(
    `INSERT INTO routing_policies (${policyRows.names}) SELECT * FROM ${policyRows.from('w')}`,
    policyRows.values(rules),
  );
}

/** With fewer messages, a rate is not meaningful. */
const fewest = 50;

/**
 * Delivery rates of carriers, for countries with the policy `best delivery` and over its window; from the hourly counts, which are
 * some thousands of rows. Messages sent over an hour ago without a receipt count as not delivered: a carrier without receipts would
 * otherwise have no rate.
 */
export async function measureRates(db: Queryable): Promise<DeliveryRate[]> {
  const { rows } = await db.query<DeliveryRate>(
    `SELECT carrier_id AS "carrierId", country, round(100.0 * delivered / ended)::integer AS percent, ended::float8 AS messages
     FROM (
       SELECT t.carrier_id, t.country, sum(t.delivered) AS delivered,
         sum(t.delivered + t.failed + t.rejected + t.unknown
           + CASE WHEN t.starts_at < now() - interval '1 hour' THEN t.sent ELSE 0 END) AS ended
       FROM traffic_of_all t
       JOIN LATERAL (
         SELECT p.policy, p.window_hours FROM routing_policies p WHERE p.country = t.country OR p.country IS NULL
         ORDER BY p.country NULLS LAST LIMIT 1) w ON w.policy = 'best delivery'
       WHERE t.starts_at >= now() - interval '744 hours' AND t.starts_at >= now() - w.window_hours * interval '1 hour'
         AND t.carrier_id <> '${firstUuid}'
       GROUP BY 1, 2) m
     WHERE ended >= ${fewest} AND EXISTS (SELECT 1 FROM carriers c WHERE c.id = m.carrier_id)
     ORDER BY 1, 2`,
  );
  return rows;
}

export async function storedRates(db: Queryable): Promise<DeliveryRate[]> {
  const { rows } = await db.query<DeliveryRate>(
    `SELECT carrier_id AS "carrierId", country, percent, messages::float8 AS messages FROM delivery_rates ORDER BY 1, 2`,
  );
  return rows;
}

const rateRows = rowSet<DeliveryRate>(
  { carrierId: 'uuid', country: 'text', percent: 'smallint' },
  { messages: ['bigint', ({ messages }) => Math.round(messages)] },
);

export async function replaceRates(tx: Queryable, rates: readonly DeliveryRate[]): Promise<void> {
  await tx.query('DELETE FROM delivery_rates');
  if (rates.length === 0) return;
  await tx.query(
    `INSERT INTO delivery_rates (${rateRows.names}) SELECT * FROM ${rateRows.from('w')}`,
    rateRows.values(rates),
  );
}
