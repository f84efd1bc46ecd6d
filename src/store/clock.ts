import type { Queryable } from '../database/db.ts';

/** The time that counts: processes may run on machines whose clocks differ, the database has one. */
export async function readClock(db: Queryable): Promise<Date> {
  const { rows } = await db.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  return rows[0]!.now;
}
