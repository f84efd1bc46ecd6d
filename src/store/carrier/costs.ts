import type { Queryable } from '../../database/db.ts';
import type { Cost, PolicyRule } from '../../domain/carrier/policy.ts';
import { rowSet } from '../row-set.ts';

const costRows = rowSet<Cost>({ country: 'text', unitCost: 'numeric', currency: 'text' });
const policyRows = rowSet<PolicyRule>({ country: 'text', policy: 'text', windowHours: 'integer' });

export async function costsOf(db: Queryable, carrierId: string): Promise<Cost[]> {
  const { rows } = await db.query<Cost>(
    `SELECT carrier_id AS "carrierId", country, trim_scale(unit_cost)::text AS "unitCost", currency FROM carrier_costs
     WHERE carrier_id = $1 ORDER BY country`,
    [carrierId],
  );
  return rows;
}

/** Another currency that the costs of other carriers are in, if any. */
export async function otherCurrency(tx: Queryable, carrierId: string, currency: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ currency: string }>(
    'SELECT currency FROM carrier_costs WHERE carrier_id <> $1 AND currency <> $2 LIMIT 1',
    [carrierId, currency],
  );
  return rows[0]?.currency;
}

export async function replaceCosts(tx: Queryable, carrierId: string, costs: readonly Cost[]): Promise<void> {
  await tx.query('DELETE FROM carrier_costs WHERE carrier_id = $1', [carrierId]);
  if (costs.length === 0) return;
  await tx.query(
    `INSERT INTO carrier_costs (carrier_id, ${costRows.names}) SELECT $1::uuid, * FROM ${costRows.from('w', 2)}`,
    [carrierId, ...costRows.values(costs)],
  );
}

/** The rule for all countries comes last. */
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
