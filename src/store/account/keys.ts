import type { Queryable } from '../../database/db.ts';
import type { Actor } from '../../domain/access/actor.ts';

/** The caller of an account's API: an API key, or a person with a console session. */
export type Principal = {
  /** The id of the API key, or of the session of a person. */
  readonly keyId: string;
  readonly accountId: string;
  /** The person. For a request that changes something, the session was read from the database. */
  readonly by?: Actor;
};

/** A live key. `allowed`: the addresses that its e-mails may come from; empty: any. */
export type EmailKey = Principal & { readonly allowed: readonly string[] };

const isLive = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())';

/** The live keys with these hashes, in the order given; undefined if there is none. */
export async function findKeys(db: Queryable, hashes: readonly Buffer[]): Promise<(EmailKey | undefined)[]> {
  const { rows } = await db.query<{ hash: Buffer; id: string; account_id: string; allowed_emails: string[] }>({
    name: 'keys',
    text: `SELECT hash, id, account_id, allowed_emails FROM api_keys WHERE hash = ANY ($1::bytea[]) AND ${isLive}`,
    values: [hashes],
  });
  const found = new Map(
    rows.map(({ hash, id, account_id, allowed_emails }) => [
      hash.toString('hex'),
      { keyId: id, accountId: account_id, allowed: allowed_emails },
    ]),
  );
  return hashes.map((hash) => found.get(hash.toString('hex')));
}

/** Whether a live key is limited to some addresses. */
export async function someKeyIsLimited(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM api_keys WHERE cardinality(allowed_emails) > 0 AND ${isLive}) AS found`,
  );
  return rows[0]!.found;
}

/** `agesMs`: time since each key's last use, subtracted from the database's clock. Ordered by id, so that two writers never deadlock. */
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
