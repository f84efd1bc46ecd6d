import type { Queryable } from '../../database/db.ts';
import { linkMinutes } from '../../domain/access/session.ts';
import { insertRow, Sql } from '../row.ts';

/** The owner of the session that a link opens: an operator, an account, or the operator token. */
export type LinkFor = {
  readonly operatorId: string | null;
  readonly accountId: string | null;
  readonly keyId: string | null;
  readonly name: string;
};

/** What was opened with an API key ends with the key. */
export const withLiveKey = (alias: string) => `(${alias}.key_id IS NULL OR EXISTS (
  SELECT FROM api_keys k WHERE k.id = ${alias}.key_id AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())))`;

export async function insertLink(db: Queryable, hash: Buffer, whose: LinkFor): Promise<Date> {
  const values = { hash, ...whose, expiresAt: new Sql(`now() + interval '${linkMinutes} minutes'`) };
  const { rows } = await insertRow<{ expires_at: Date }>(db, 'console_links', values, 'RETURNING expires_at');
  return rows[0]!.expires_at;
}

/** Deletes and returns a valid link, so that it works once. */
export async function takeLink(tx: Queryable, hash: Buffer): Promise<LinkFor | undefined> {
  const { rows } = await tx.query<LinkFor>(
    `DELETE FROM console_links l WHERE hash = $1 AND expires_at > now() AND ${withLiveKey('l')}
     RETURNING operator_id AS "operatorId", account_id AS "accountId", key_id AS "keyId", name`,
    [hash],
  );
  return rows[0];
}
