import type { Queryable } from '../database/db.ts';

/** The database's clock, which all processes share: the clocks of their machines may differ. */
export async function readClock(db: Queryable): Promise<Date> {
  return (await db.query<{ now: Date }>('SELECT clock_timestamp() AS now')).rows[0]!.now;
}
