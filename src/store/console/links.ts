import type { Queryable } from '../../database/db.ts';
import { linkMinutes } from '../../domain/access/session.ts';

/** The owner of the session that a link opens: an operator, an account, or the operator token. */
export type LinkFor = {
  readonly operatorId: string | null;
  readonly accountId: string | null;
  readonly keyId: string | null;
  readonly name: string;
};

export async function insertLink(
  db: Queryable,
  hash: Buffer,
  { operatorId, accountId, keyId, name }: LinkFor,
): Promise<Date> {
  const { rows } = await db.query<{ expires_at: Date }>(
    `INSERT INTO console_links (hash, operator_id, account_id, key_id, name, expires_at)
     VALUES ($1, $2, $3, $4, $5, now() + interval '${linkMinutes} minutes') RETURNING expires_at`,
    [hash, operatorId, accountId, keyId, name],
  );
  return rows[0]!.expires_at;
}

/** Deletes and returns a valid link, so that it works once. */
export async function takeLink(tx: Queryable, hash: Buffer): Promise<LinkFor | undefined> {
  const { rows } = await tx.query<LinkFor>(
    `DELETE FROM console_links l WHERE hash = $1 AND expires_at > now()
       AND (key_id IS NULL OR EXISTS (SELECT FROM api_keys k WHERE k.id = l.key_id AND k.revoked_at IS NULL
         AND (k.expires_at IS NULL OR k.expires_at > now())))
     RETURNING operator_id AS "operatorId", account_id AS "accountId", key_id AS "keyId", name`,
    [hash],
  );
  return rows[0];
}
