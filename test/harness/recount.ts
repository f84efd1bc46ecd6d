import type { Db } from '../../src/database/db.ts';
import { countTraffic } from '../../src/flows/statistics/statistics.ts';
import { lockTraffic } from '../../src/store/statistics/traffic.ts';
import { until } from '../dispatch/carrier.ts';

/** Counts immediately all that may have changed, here or in the services, which count as well. */
export async function recount(db: Db, retentionDays = 90): Promise<void> {
  const marked: string[] = [];
  // Not while another process counts, which has read the messages before and would settle the mark.
  await until(() =>
    db.transaction(async (tx) => {
      if (!(await lockTraffic(tx))) return false;
      // As a text: a Date has no microseconds.
      const mark = 'UPDATE traffic_slices SET due_at = now() WHERE due_at IS NOT NULL RETURNING now()::text';
      const { rows } = await tx.query<{ now: string }>(mark);
      marked.push(...rows.map(({ now }) => now));
      return true;
    }),
  );
  const missing = 'SELECT 1 FROM traffic_slices WHERE due_at = $1 OR counted_at IS NULL';
  await until(async () => {
    await countTraffic(db, retentionDays, 5_000);
    return (await db.query(missing, [marked[0]])).rowCount === 0;
  });
}
