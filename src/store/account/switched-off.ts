import type { Queryable } from '../../database/db.ts';

/** When this carrier or account was last disabled or suspended, as the audit log has it. */
export async function switchedOffAt(
  db: Queryable,
  subjectId: string,
  action: 'carrier change' | 'account change',
): Promise<Date | undefined> {
  const { rows } = await db.query<{ at: Date }>(
    `SELECT at FROM audit WHERE subject_id = $1 AND action = $2 AND (details->>'enabled' = 'false' OR details->>'status' = 'suspended')
     ORDER BY id DESC LIMIT 1`,
    [subjectId, action],
  );
  return rows[0]?.at;
}
