import type { Queryable } from '../db.ts';

export type Principal = { readonly keyId: string; readonly accountId: string };

/** The live keys among these hashes, in the order given; undefined where there is none. */
export async function findKeys(db: Queryable, hashes: readonly Buffer[]): Promise<(Principal | undefined)[]> {
  const { rows } = await db.query<{ hash: Buffer; id: string; account_id: string }>({
    name: 'keys',
    text: `SELECT hash, id, account_id FROM api_keys
           WHERE hash = ANY ($1::bytea[]) AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
    values: [hashes],
  });
  const found = new Map(rows.map((row) => [row.hash.toString('hex'), { keyId: row.id, accountId: row.account_id }]));
  return hashes.map((hash) => found.get(hash.toString('hex')));
}
