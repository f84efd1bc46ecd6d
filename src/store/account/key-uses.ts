import type { Queryable } from '../../database/db.ts';

/**
 * Remembers when keys were last used, by the database's clock: `agesMs` says how long ago it was. Never earlier than what
 * another process has written, and in the order of ids, so that two of them never wait for each other.
 */
export async function writeKeyUses(db: Queryable, keyIds: readonly string[], agesMs: readonly number[]): Promise<void> {
  await db.query({
    name: 'key uses',
    text: `INSERT INTO api_key_uses AS u (key_id, last_used_at)
           SELECT key_id, now() - age * interval '1 millisecond'
           FROM unnest($1::uuid[], $2::double precision[]) AS w (key_id, age) ORDER BY key_id
           ON CONFLICT (key_id) DO UPDATE SET last_used_at = greatest(u.last_used_at, excluded.last_used_at)`,
    values: [keyIds, agesMs],
  });
}
