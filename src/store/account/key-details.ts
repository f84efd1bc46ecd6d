import type { Queryable } from '../../database/db.ts';
import { insertRow, updateRow } from '../row.ts';
import { type Page, selectNewest } from '../scan/newest.ts';

/** An API key as the operator sees it, without its secret. */
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

const lookup = `SELECT ${shown} FROM ${joined} WHERE k.id = $1`;

export async function findKeyDetails(db: Queryable, keyId: string): Promise<KeyDetails | undefined> {
  return (await db.query<KeyDetails>(lookup, [keyId])).rows[0];
}

/** With its row locked until the transaction ends. */
export async function lockKey(tx: Queryable, keyId: string): Promise<KeyDetails | undefined> {
  return (await tx.query<KeyDetails>(`${lookup} FOR NO KEY UPDATE OF k`, [keyId])).rows[0];
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
  const { id, accountId, hash, prefix, label = '', allowedEmails = [], expiresAt } = key;
  const values = {
    id,
    account_id: accountId,
    hash,
    prefix,
    label,
    allowed_emails: allowedEmails,
    expires_at: expiresAt,
  };
  return (await insertRow(tx, 'api_keys', values, 'ON CONFLICT (hash) DO NOTHING')).rowCount === 1;
}

export type KeyFilter = Page & {
  readonly accountId?: string | undefined;
  /** The first characters of the key, in lower case. */
  readonly prefix?: string | undefined;
};

/** Newest first. */
export function listKeyDetails(db: Queryable, { accountId, prefix, ...page }: KeyFilter): Promise<KeyDetails[]> {
  const conditions = [
    ['k.account_id = ?', accountId],
    ['starts_with(k.prefix, ?)', prefix],
  ] as const;
  return selectNewest(db, `SELECT ${shown} FROM ${joined}`, 'k.id', conditions, page);
}

export type KeyChange = {
  readonly label?: string | undefined;
  readonly allowedEmails?: readonly string[] | undefined;
  /** Null: never. */
  readonly expiresAt?: Date | null | undefined;
};

/** Fields that are undefined stay. */
export async function updateKey(tx: Queryable, keyId: string, change: KeyChange): Promise<void> {
  const { label, allowedEmails, expiresAt } = change;
  await updateRow(tx, 'api_keys', { id: keyId }, { label, allowed_emails: allowedEmails, expires_at: expiresAt });
}

/** Makes a key expire earlier, never later. */
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
  return (await db.query<{ passed: boolean }>('SELECT $1::timestamptz <= now() AS passed', [time])).rows[0]!.passed;
}
