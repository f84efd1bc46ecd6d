import type { Queryable } from '../../db.ts';

/** Of a row `l`: whether it still causes a warning. */
export const isRecentLatin1 = `l.last_at > now() - interval '7 days'`;

export type Latin1Count = { readonly credentialId: string; readonly texts: number };

/** Adds to today's counts. Returns the credentials that had none today, each to one process only. */
export async function countLatin1(db: Queryable, counts: readonly Latin1Count[]): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string; texts: number }>({
    name: 'count latin1',
    text: `INSERT INTO smpp_latin1 AS l (credential_id, day, texts, last_at)
      SELECT w.id, (now() AT TIME ZONE 'UTC')::date, w.texts, now() FROM unnest($1::uuid[], $2::integer[]) AS w (id, texts)
      ORDER BY w.id
      ON CONFLICT (credential_id) DO UPDATE SET day = excluded.day, last_at = excluded.last_at,
        texts = excluded.texts + CASE WHEN l.day = excluded.day THEN l.texts ELSE 0 END
      RETURNING l.credential_id AS id, l.texts`,
    values: [counts.map(({ credentialId }) => credentialId), counts.map(({ texts }) => texts)],
  });
  const added = new Map(counts.map(({ credentialId, texts }) => [credentialId, texts]));
  return new Set(rows.filter(({ id, texts }) => texts === added.get(id)).map(({ id }) => id));
}

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
