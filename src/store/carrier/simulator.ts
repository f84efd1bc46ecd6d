import type { Queryable } from '../../db.ts';

/** An enabled carrier that is the simulator. */
export async function findSimulator(db: Queryable): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM carriers WHERE enabled AND url LIKE 'simulator:%' ORDER BY id LIMIT 1`,
  );
  return rows[0]?.id;
}
