import type { Db } from '../../src/db.ts';
import { countTraffic } from '../../src/flows/statistics.ts';
import { until } from '../dispatch/carrier.ts';

/** Counts at once all that may have changed, whoever does it: the services count as well. */
export async function recount(db: Db, retentionDays = 90): Promise<void> {
  const { rows } = await db.query<{ now: Date }>(
    'UPDATE traffic_slices SET due_at = now() WHERE due_at IS NOT NULL RETURNING now()',
  );
  const missing = 'SELECT 1 FROM traffic_slices WHERE due_at = $1 OR counted_at IS NULL';
  await until(async () => {
    await countTraffic(db, retentionDays, 5_000);
    return (await db.query(missing, [rows[0]?.now])).rowCount === 0;
  });
}
