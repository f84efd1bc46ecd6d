import type { Queryable } from '../../database/db.ts';

/** Why mails with these hashes were given up; undefined for those that were not. */
export async function findGivenUp(
  db: Queryable,
  hashes: readonly Buffer[],
  mostTries: number,
): Promise<(string | undefined)[]> {
  const { rows } = await db.query<{ hash: Buffer; reason: string }>({
    name: 'find unreadable mails',
    text: 'SELECT hash, reason FROM unreadable_mails WHERE hash = ANY ($1::bytea[]) AND tries >= $2',
    values: [hashes, mostTries],
  });
  const reasons = new Map(rows.map(({ hash, reason }) => [hash.toString('hex'), reason]));
  return hashes.map((hash) => reasons.get(hash.toString('hex')));
}

/** Counts attempts over all processes and restarts. Returns the new number. */
export async function countTries(db: Queryable, hash: Buffer, tries: number, reason: string): Promise<number> {
  const { rows } = await db.query<{ tries: number }>(
    `INSERT INTO unreadable_mails AS u (hash, tries, reason) VALUES ($1, $2, $3)
     ON CONFLICT (hash) DO UPDATE SET tries = u.tries + excluded.tries, reason = excluded.reason, tried_at = now()
     RETURNING tries`,
    [hash, tries, reason],
  );
  return rows[0]!.tries;
}
