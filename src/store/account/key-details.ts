import type { Queryable } from '../../database/db.ts';
import { insertRow, Sql, updateRow } from '../row.ts';
import { type ScanPage, selectNewest } from '../scan/newest.ts';

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

export async function lockKey(tx: Queryable, keyId: string): Promise<KeyDetails | undefined> {
  return (await tx.query<KeyDetails>(`${lookup} FOR NO KEY UPDATE OF k`, [keyId])).rows[0];
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

export async function revokeKeyNow(tx: Queryable, keyId: string): Promise<void> {
  await updateRow(tx, 'api_keys', { id: keyId }, { revokedAt: new Sql('now()') });
}

export async function hasPassed(db: Queryable, time: Date): Promise<boolean> {
  return (await db.query<{ passed: boolean }>('SELECT $1::timestamptz <= now() AS passed', [time])).rows[0]!.passed;
}
