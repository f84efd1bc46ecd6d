import type { Queryable } from '../../database/db.ts';

/** A key as the operator sees it: everything but the key. */
export type KeyDetails = {
  readonly id: string;
  readonly account_id: string;
  readonly prefix: string;
  readonly label: string;
  readonly allowed_emails: string[];
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly status: 'live' | 'expired' | 'revoked';
};

const shown = `k.id, k.account_id, k.prefix, k.label, k.allowed_emails, k.created_at, u.last_used_at, k.expires_at, k.revoked_at,
  CASE WHEN k.revoked_at IS NOT NULL THEN 'revoked' WHEN k.expires_at <= now() THEN 'expired' ELSE 'live' END AS status`;
const joined = 'api_keys k LEFT JOIN api_key_uses u ON u.key_id = k.id';

export async function findKeyDetails(db: Queryable, keyId: string): Promise<KeyDetails | undefined> {
  const { rows } = await db.query<KeyDetails>(`SELECT ${shown} FROM ${joined} WHERE k.id = $1`, [keyId]);
  return rows[0];
}

/** With its row locked: two who change the same key do it one after the other. */
export async function lockKey(tx: Queryable, keyId: string): Promise<KeyDetails | undefined> {
  const { rows } = await tx.query<KeyDetails>(`SELECT ${shown} FROM ${joined} WHERE k.id = $1 FOR NO KEY UPDATE OF k`, [
    keyId,
  ]);
  return rows[0];
}

export type NewKey = {
  id: string;
  accountId: string;
  hash: Buffer;
  prefix: string;
  label?: string;
  /** In lower case. */
  allowedEmails?: readonly string[];
  expiresAt?: Date | null;
};

export async function insertKey(tx: Queryable, key: NewKey): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO api_keys (id, account_id, hash, prefix, label, allowed_emails, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (hash) DO NOTHING`,
    [key.id, key.accountId, key.hash, key.prefix, key.label ?? '', key.allowedEmails ?? [], key.expiresAt ?? null],
  );
  return rowCount === 1;
}

export type KeyFilter = {
  readonly before: string;
  readonly limit: number;
  readonly accountId?: string | undefined;
  /** The first characters of the key, in lower case. */
  readonly prefix?: string | undefined;
};

/** Newest first. */
export async function listKeyDetails(db: Queryable, filter: KeyFilter): Promise<KeyDetails[]> {
  // Said in the text of the query, so that the account's index is used if one is named.
  const owner = filter.accountId === undefined ? '$3::uuid IS NULL' : 'k.account_id = $3';
  const { rows } = await db.query<KeyDetails>(
    `SELECT ${shown} FROM ${joined}
     WHERE k.id < $1 AND ${owner} AND ($4::text IS NULL OR starts_with(k.prefix, $4))
     ORDER BY k.id DESC LIMIT $2`,
    [filter.before, filter.limit, filter.accountId ?? null, filter.prefix ?? null],
  );
  return rows;
}

export type KeyChange = {
  readonly label?: string | undefined;
  readonly allowedEmails?: readonly string[] | undefined;
  /** Null: never. */
  readonly expiresAt?: Date | null | undefined;
};

/** What is left out stays. */
export async function updateKey(tx: Queryable, keyId: string, change: KeyChange): Promise<void> {
  await tx.query(
    `UPDATE api_keys SET label = coalesce($2, label), allowed_emails = coalesce($3::text[], allowed_emails),
       expires_at = CASE WHEN $4 THEN $5::timestamptz ELSE expires_at END
     WHERE id = $1`,
    [
      keyId,
      change.label ?? null,
      change.allowedEmails ?? null,
      change.expiresAt !== undefined,
      change.expiresAt ?? null,
    ],
  );
}

/** Brings the end of a key forward; never puts it off. */
export async function expireKeyWithin(tx: Queryable, keyId: string, seconds: number): Promise<void> {
  await tx.query(`UPDATE api_keys SET expires_at = least(expires_at, now() + $2 * interval '1 second') WHERE id = $1`, [
    keyId,
    seconds,
  ]);
}

export async function revokeKeyNow(tx: Queryable, keyId: string): Promise<void> {
  await tx.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [keyId]);
}

export async function hasPassed(db: Queryable, time: Date): Promise<boolean> {
  const { rows } = await db.query<{ passed: boolean }>('SELECT $1::timestamptz <= now() AS passed', [time]);
  return rows[0]!.passed;
}
