import type { Queryable } from '../../database/db.ts';
import { insertRow, Sql, updateRow } from '../row.ts';
import { type ScanPage, selectNewest } from '../scan/newest.ts';

/** An API key without its secret. */
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
  /** The key that opened the session in which this one was issued. */
  readonly issued_with: string | null;
  readonly status: 'live' | 'expired' | 'revoked';
};

const shown = `k.id, k.account_id, k.prefix, k.label, k.allowed_emails, k.created_at, u.last_used_at, k.expires_at, k.revoked_at,
  k.issued_with,
  CASE WHEN k.revoked_at IS NOT NULL THEN 'revoked' WHEN k.expires_at <= now() THEN 'expired' ELSE 'live' END AS status`;
const joined = 'api_keys k LEFT JOIN api_key_uses u ON u.key_id = k.id';

const lookup = `SELECT ${shown} FROM ${joined} WHERE k.id = $1 AND ($2::uuid IS NULL OR k.account_id = $2)`;

/** `accountId`: a key of another account is unknown. */
export async function findKeyDetails(
  db: Queryable,
  keyId: string,
  accountId?: string,
): Promise<KeyDetails | undefined> {
  return (await db.query<KeyDetails>(lookup, [keyId, accountId ?? null])).rows[0];
}

export async function lockKey(tx: Queryable, keyId: string, accountId?: string): Promise<KeyDetails | undefined> {
  return (await tx.query<KeyDetails>(`${lookup} FOR NO KEY UPDATE OF k`, [keyId, accountId ?? null])).rows[0];
}

/** The key that opened a console session; undefined if none did. */
export async function lockKeyOfSession(tx: Queryable, sessionId: string): Promise<KeyDetails | undefined> {
  const sql = `SELECT ${shown} FROM console_sessions s JOIN (${joined}) ON k.id = s.key_id WHERE s.id = $1
    FOR NO KEY UPDATE OF k`;
  return (await tx.query<KeyDetails>(sql, [sessionId])).rows[0];
}

export async function countLiveKeys(tx: Queryable, accountId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*)::integer FROM api_keys
     WHERE account_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
    [accountId],
  );
  return rows[0]!.count;
}

/** Undefined fields are not changed. */
export type KeyChange = {
  readonly label?: string | undefined;
  /** In lower case. */
  readonly allowedEmails?: readonly string[] | undefined;
  /** Null: never. */
  readonly expiresAt?: Date | null | undefined;
};

type NewKey = KeyChange & {
  readonly id: string;
  readonly accountId: string;
  readonly hash: Buffer;
  readonly prefix: string;
  readonly issuedWith?: string | undefined;
};

/** False if the key is known already. */
export async function insertKey(tx: Queryable, key: NewKey): Promise<boolean> {
  return (await insertRow(tx, 'api_keys', key, 'ON CONFLICT (hash) DO NOTHING')).rowCount === 1;
}

/** `prefix`: the first characters of the key, in lower case. */
type KeyFilter = ScanPage & { readonly accountId?: string | undefined; readonly prefix?: string | undefined };

export function listKeyDetails(db: Queryable, { accountId, prefix, ...page }: KeyFilter): Promise<KeyDetails[]> {
  const conditions = [
    ['k.account_id = ?', accountId],
    ['starts_with(k.prefix, ?)', prefix],
  ] as const;
  return selectNewest(db, `SELECT ${shown} FROM ${joined}`, 'k.id', conditions, page);
}

export async function updateKey(tx: Queryable, keyId: string, change: KeyChange): Promise<void> {
  await updateRow(tx, 'api_keys', { id: keyId }, change);
}

/** Makes a key expire earlier, never later. */
export async function expireKeyWithin(tx: Queryable, keyId: string, seconds: number): Promise<void> {
  const expiresAt = new Sql(`least(expires_at, now() + interval '${seconds} seconds')`);
  await updateRow(tx, 'api_keys', { id: keyId }, { expiresAt });
}

/** Revokes a key and those issued with it, directly or not; returns the ids of the latter. */
export async function revokeKeyNow(tx: Queryable, keyId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `WITH RECURSIVE issued AS (
       SELECT $1::uuid AS id UNION SELECT k.id FROM issued i JOIN api_keys k ON k.issued_with = i.id)
     UPDATE api_keys SET revoked_at = now() WHERE id IN (SELECT id FROM issued) AND revoked_at IS NULL RETURNING id`,
    [keyId],
  );
  return rows.map(({ id }) => id).filter((id) => id !== keyId);
}

/** The keys issued with the old key depend on the new one from now on. */
export async function moveIssuedKeys(tx: Queryable, from: string, to: string): Promise<void> {
  await tx.query('UPDATE api_keys SET issued_with = $2 WHERE issued_with = $1 AND id <> $2', [from, to]);
}

export async function hasPassed(db: Queryable, time: Date): Promise<boolean> {
  return (await db.query<{ passed: boolean }>('SELECT $1::timestamptz <= now() AS passed', [time])).rows[0]!.passed;
}
