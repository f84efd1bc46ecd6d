import type { Queryable } from '../../database/db.ts';
import type { Actor } from '../../domain/access/actor.ts';

/** Who calls for an account: a key, or a person by a session of the console. */
export type Principal = {
  /** Where a person calls, the id of the session stands in for that of a key. */
  readonly keyId: string;
  readonly accountId: string;
  /** The person. The session was found in the database when the request came, as long as it changes something. */
  readonly by?: Actor;
};

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

/** A live key of an active account, and the addresses that an e-mail with it may come from; none: any. */
export type EmailKey = Principal & { readonly allowed: readonly string[] };

/** As `findKeys`, for keys that came by e-mail. */
export async function findEmailKeys(db: Queryable, hashes: readonly Buffer[]): Promise<(EmailKey | undefined)[]> {
  const { rows } = await db.query<{ hash: Buffer; id: string; account_id: string; allowed_emails: string[] }>({
    name: 'e-mail keys',
    text: `SELECT hash, id, account_id, allowed_emails FROM api_keys
           WHERE hash = ANY ($1::bytea[]) AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
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

/** Whether any live key may be used from some addresses only. */
export async function someKeyIsLimited(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM api_keys WHERE cardinality(allowed_emails) > 0 AND revoked_at IS NULL
       AND (expires_at IS NULL OR expires_at > now())) AS found`,
  );
  return rows[0]!.found;
}
