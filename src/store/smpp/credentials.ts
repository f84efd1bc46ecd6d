import type { Queryable } from '../../db.ts';
import { isRecentLatin1 } from './latin1.ts';

/** The meaning of data_coding 0. `auto`: GSM, or Latin-1 if an octet is above 0x7F; `gsm`: such a text is refused. */
export type CredentialAlphabet = 'auto' | 'gsm' | 'packed' | 'latin1';
/** The binds that get receipts: those of the submitting credential, or all of the account. */
export type ReceiptBinds = 'own' | 'account';

/** A credential as operators see it, without the password. */
export type CredentialDetails = {
  readonly id: string;
  readonly account_id: string;
  readonly system_id: string;
  readonly label: string;
  readonly allowed_ranges: string[];
  readonly max_binds: number;
  readonly send_window: number;
  readonly rate: number | null;
  readonly alphabet: CredentialAlphabet;
  readonly long_inbound: 'parts' | 'payload';
  readonly receipt_binds: ReceiptBinds;
  readonly country: string | null;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly previous_until: Date | null;
  readonly status: 'live' | 'expired' | 'revoked';
  /** Texts with data_coding 0 read as Latin-1 on the day (UTC) of the last one; null: none in the last 7 days. */
  readonly latin1_texts: number | null;
  readonly latin1_at: Date | null;
};

const statusSql = `CASE WHEN c.revoked_at IS NOT NULL THEN 'revoked' WHEN c.expires_at <= now() THEN 'expired' ELSE 'live' END`;
const alphabet = `CASE WHEN c.alphabet = 'gsm' AND NOT c.strict_gsm THEN 'auto' ELSE c.alphabet END AS alphabet`;
const shown = `c.id, c.account_id, c.system_id, c.label, c.allowed_ranges, c.max_binds, c.send_window, c.rate, ${alphabet}, c.country,
  c.long_inbound, c.receipt_binds, l.texts AS latin1_texts, l.last_at AS latin1_at,
  c.created_at, u.last_used_at, c.expires_at, c.revoked_at,
  CASE WHEN c.previous_until > now() THEN c.previous_until END AS previous_until, ${statusSql} AS status`;
const joined = `smpp_credentials c LEFT JOIN api_key_uses u ON u.key_id = c.id
  LEFT JOIN smpp_latin1 l ON l.credential_id = c.id AND ${isRecentLatin1}`;

export async function findCredentialDetails(db: Queryable, id: string): Promise<CredentialDetails | undefined> {
  const { rows } = await db.query<CredentialDetails>(`SELECT ${shown} FROM ${joined} WHERE c.id = $1`, [id]);
  return rows[0];
}

/** Locks the row, so that concurrent changes are applied one after the other. */
export async function lockCredential(tx: Queryable, id: string): Promise<CredentialDetails | undefined> {
  const { rows } = await tx.query<CredentialDetails>(
    `SELECT ${shown} FROM ${joined} WHERE c.id = $1 FOR NO KEY UPDATE OF c`,
    [id],
  );
  return rows[0];
}

export async function findReceiptBinds(db: Queryable, id: string): Promise<ReceiptBinds | undefined> {
  const { rows } = await db.query<{ receipt_binds: ReceiptBinds }>(
    'SELECT receipt_binds FROM smpp_credentials WHERE id = $1',
    [id],
  );
  return rows[0]?.receipt_binds;
}

export type CredentialFilter = {
  readonly before: string;
  readonly limit: number;
  readonly accountId?: string | undefined;
  readonly systemId?: string | undefined;
};

/** Newest first. */
export async function listCredentialDetails(db: Queryable, filter: CredentialFilter): Promise<CredentialDetails[]> {
  const owner = filter.accountId === undefined ? '$3::uuid IS NULL' : 'c.account_id = $3';
  const name = filter.systemId === undefined ? '$4::text IS NULL' : 'c.system_id = $4';
  const { rows } = await db.query<CredentialDetails>(
    `SELECT ${shown} FROM ${joined} WHERE c.id < $1 AND ${owner} AND ${name} ORDER BY c.id DESC LIMIT $2`,
    [filter.before, filter.limit, filter.accountId ?? null, filter.systemId ?? null],
  );
  return rows;
}

export type CredentialChange = {
  readonly label?: string | undefined;
  readonly allowedRanges?: readonly string[] | undefined;
  readonly maxBinds?: number | undefined;
  readonly window?: number | undefined;
  /** Null: the rate limit of an API key. */
  readonly rate?: number | null | undefined;
  readonly alphabet?: CredentialDetails['alphabet'] | undefined;
  readonly longInbound?: CredentialDetails['long_inbound'] | undefined;
  readonly receiptBinds?: ReceiptBinds | undefined;
  readonly country?: string | null | undefined;
  /** Null: never. */
  readonly expiresAt?: Date | null | undefined;
};

export type NewCredential = {
  readonly id: string;
  readonly accountId: string;
  readonly systemId: string;
  readonly password: string;
};

/** False if the system_id is or was in use. */
export async function insertCredential(tx: Queryable, credential: NewCredential): Promise<boolean> {
  const { id, accountId, systemId, password } = credential;
  const { rowCount } = await tx.query(
    `INSERT INTO smpp_credentials (id, account_id, system_id, password) VALUES ($1, $2, $3, $4)
     ON CONFLICT (system_id) DO NOTHING`,
    [id, accountId, systemId, password],
  );
  return rowCount === 1;
}

/** Missing fields stay as they are. */
export async function updateCredential(tx: Queryable, id: string, change: CredentialChange): Promise<void> {
  await tx.query(
    `UPDATE smpp_credentials SET label = coalesce($2, label), allowed_ranges = coalesce($3::text[], allowed_ranges),
       max_binds = coalesce($4, max_binds), send_window = coalesce($5, send_window),
       rate = CASE WHEN $6 THEN $7::integer ELSE rate END, long_inbound = coalesce($13, long_inbound),
       alphabet = CASE $8 WHEN 'auto' THEN 'gsm' ELSE coalesce($8, alphabet) END, strict_gsm = coalesce($8 = 'gsm', strict_gsm),
       receipt_binds = coalesce($14, receipt_binds),
       country = CASE WHEN $9 THEN $10::text ELSE country END,
       expires_at = CASE WHEN $11 THEN $12::timestamptz ELSE expires_at END
     WHERE id = $1`,
    [
      id,
      change.label ?? null,
      change.allowedRanges ?? null,
      change.maxBinds ?? null,
      change.window ?? null,
      ...given(change.rate),
      change.alphabet ?? null,
      ...given(change.country),
      ...given(change.expiresAt),
      change.longInbound ?? null,
      change.receiptBinds ?? null,
    ],
  );
}

const given = <T>(value: T | null | undefined): [boolean, T | null] => [value !== undefined, value ?? null];

/** The previous password stays valid for the overlap. */
export async function replacePassword(
  tx: Queryable,
  id: string,
  password: string,
  overlapSeconds: number,
): Promise<void> {
  await tx.query(
    `UPDATE smpp_credentials SET previous_password = CASE WHEN $3 > 0 THEN password END,
       previous_until = CASE WHEN $3 > 0 THEN now() + $3 * interval '1 second' END, password = $2
     WHERE id = $1`,
    [id, password, overlapSeconds],
  );
}

export async function revokeCredentialNow(tx: Queryable, id: string): Promise<void> {
  await tx.query('UPDATE smpp_credentials SET revoked_at = now() WHERE id = $1', [id]);
}

/** The fields that a bind is checked against. */
export type Credential = {
  readonly id: string;
  readonly account_id: string;
  readonly system_id: string;
  /** Hashes of the currently valid passwords. */
  readonly passwords: string[];
  readonly allowed_ranges: string[];
  readonly max_binds: number;
  readonly send_window: number;
  readonly rate: number | null;
  readonly alphabet: CredentialDetails['alphabet'];
  readonly country: string | null;
  readonly long_inbound: 'parts' | 'payload';
  /** Neither revoked nor expired, and the account is active. */
  readonly live: boolean;
};

export const credentialColumns = `c.id, c.account_id, c.system_id,
  array_remove(ARRAY[c.password, CASE WHEN c.previous_until > now() THEN c.previous_password END], NULL) AS passwords,
  c.allowed_ranges, c.max_binds, c.send_window, c.rate, ${alphabet}, c.country, c.long_inbound,
  ${statusSql} = 'live' AND a.status = 'active' AS live`;

/** By system_id, in the order given; undefined where there is none. */
export async function findCredentials(
  db: Queryable,
  systemIds: readonly string[],
): Promise<(Credential | undefined)[]> {
  const { rows } = await db.query<Credential>({
    name: 'smpp credentials',
    text: `SELECT ${credentialColumns} FROM smpp_credentials c JOIN accounts a ON a.id = c.account_id
           WHERE c.system_id = ANY ($1::text[])`,
    values: [systemIds],
  });
  const found = new Map(rows.map((row) => [row.system_id, row]));
  return systemIds.map((systemId) => found.get(systemId));
}
