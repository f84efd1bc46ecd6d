import type { Queryable } from '../../database/db.ts';
import { rowSet } from '../row-set.ts';

/** In SQL: whether a row `l` still causes a warning. */
export const isRecentLatin1 = `l.last_at > now() - interval '7 days'`;

export type Latin1Count = { readonly credentialId: string; readonly texts: number };

const countRows = rowSet<Latin1Count>({ credentialId: 'uuid', texts: 'integer' });

/** Adds to the counts of today. Returns the credentials that had none today: only one process gets each. */
export async function countLatin1(db: Queryable, counts: readonly Latin1Count[]): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string; texts: number }>({
    name: 'count latin1',
    text: `INSERT INTO smpp_latin1 AS l (credential_id, day, texts, last_at)
      SELECT w.credential_id, (now() AT TIME ZONE 'UTC')::date, w.texts, now() FROM ${countRows.from('w')} ORDER BY w.credential_id
      ON CONFLICT (credential_id) DO UPDATE SET day = excluded.day, last_at = excluded.last_at,
        texts = excluded.texts + CASE WHEN l.day = excluded.day THEN l.texts ELSE 0 END
      RETURNING l.credential_id AS id, l.texts`,
    values: countRows.values(counts),
  });
  const added = new Map(counts.map(({ credentialId, texts }) => [credentialId, texts]));
  return new Set(rows.filter(({ id, texts }) => texts === added.get(id)).map(({ id }) => id));
}

/** What an account is warned of. */
export type Latin1Warning = { readonly systemId: string; readonly texts: number; readonly lastAt: Date };

export async function findLatin1Warnings(db: Queryable, accountId: string): Promise<Latin1Warning[]> {
  const { rows } = await db.query<Latin1Warning>({
    name: 'latin1 warnings',
    text: `SELECT c.system_id AS "systemId", l.texts, l.last_at AS "lastAt" FROM smpp_credentials c
      JOIN smpp_latin1 l ON l.credential_id = c.id
      WHERE c.account_id = $1 AND c.revoked_at IS NULL AND ${isRecentLatin1} ORDER BY l.last_at DESC LIMIT 100`,
    values: [accountId],
  });
  return rows;
}
