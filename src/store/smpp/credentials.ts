import type { Queryable } from '../../database/db.ts';
import { updateRow } from '../row.ts';
import { rowSet } from '../row-set.ts';
import { type ScanPage, selectNewest } from '../scan/newest.ts';

/** The alphabet of data_coding 0. `auto`: Latin-1 if an octet is above 0x7F, GSM otherwise; `gsm`: such a text is refused. */
export type CredentialAlphabet = 'auto' | 'gsm' | 'packed' | 'latin1';
/** Which binds get receipts: those of the credential that submitted the message, or also others of its account. */
export type ReceiptBinds = 'own' | 'account';

/** The stored data that a bind is checked against. */
export type SmppCredential = {
  readonly id: string;
  readonly accountId: string;
  readonly systemId: string;
  readonly allowedRanges: readonly string[];
  readonly maxBinds: number;
  /** Requests without a response on one bind, in each direction. */
  readonly window: number;
  /** Null: the rate limit of an API key. */
  readonly rate: number | null;
  readonly alphabet: CredentialAlphabet;
  readonly longInbound: 'parts' | 'payload';
  /** The country of national numbers; empty: national numbers are refused. */
  readonly country: string;
  /** The valid passwords, as stored. */
  readonly passwords: readonly string[];
  /** The credential is neither revoked nor expired, and its account is active. */
  readonly live: boolean;
};

/** A credential as the operator sees it, without its password. */
export type CredentialDetails = Omit<SmppCredential, 'country' | 'passwords' | 'live'> & {
  readonly label: string;
  readonly receiptBinds: ReceiptBinds;
  readonly country: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly previousUntil: Date | null;
  readonly status: 'live' | 'expired' | 'revoked';
  /** Texts with data_coding 0 that were read as Latin-1 on the day (UTC) of the last one; null: none in the last 7 days. */
  readonly latin1Texts: number | null;
  readonly latin1At: Date | null;
};

/** In SQL: whether a row `l` still causes a warning. */
const isRecentLatin1 = `l.last_at > now() - interval '7 days'`;

const isOver = `CASE WHEN c.revoked_at IS NOT NULL THEN 'revoked' WHEN c.expires_at <= now() THEN 'expired' ELSE 'live' END`;
const columns = `c.id, c.account_id AS "accountId", c.system_id AS "systemId", c.allowed_ranges AS "allowedRanges",
  c.max_binds AS "maxBinds", c.send_window AS "window", c.rate, c.long_inbound AS "longInbound",
  CASE WHEN c.alphabet = 'gsm' AND NOT c.strict_gsm THEN 'auto' ELSE c.alphabet END AS alphabet`;
const shown = `${columns}, c.label, c.receipt_binds AS "receiptBinds", c.country, c.created_at AS "createdAt",
  u.last_used_at AS "lastUsedAt", c.expires_at AS "expiresAt", c.revoked_at AS "revokedAt",
  CASE WHEN c.previous_until > now() THEN c.previous_until END AS "previousUntil", ${isOver} AS status,
  l.texts AS "latin1Texts", l.last_at AS "latin1At"`;
const joined = `smpp_credentials c LEFT JOIN api_key_uses u ON u.key_id = c.id
  LEFT JOIN smpp_latin1 l ON l.credential_id = c.id AND ${isRecentLatin1}`;

const lookup = `SELECT ${shown} FROM ${joined} WHERE c.id = $1`;

export async function findCredentialDetails(db: Queryable, id: string): Promise<CredentialDetails | undefined> {
  return (await db.query<CredentialDetails>(lookup, [id])).rows[0];
}

export async function lockCredential(tx: Queryable, id: string): Promise<CredentialDetails | undefined> {
  return (await tx.query<CredentialDetails>(`${lookup} FOR NO KEY UPDATE OF c`, [id])).rows[0];
}

export async function findReceiptBinds(db: Queryable, id: string): Promise<ReceiptBinds | undefined> {
  const { rows } = await db.query<{ receipt_binds: ReceiptBinds }>(
    'SELECT receipt_binds FROM smpp_credentials WHERE id = $1',
    [id],
  );
  return rows[0]?.receipt_binds;
}

export type CredentialFilter = ScanPage & {
  readonly accountId?: string | undefined;
  readonly systemId?: string | undefined;
};

/** Newest first. */
export function listCredentialDetails(db: Queryable, filter: CredentialFilter): Promise<CredentialDetails[]> {
  const conditions = [
    ['c.account_id = ?', filter.accountId],
    ['c.system_id = ?', filter.systemId],
  ] as const;
  return selectNewest(db, `SELECT ${shown} FROM ${joined}`, 'c.id', conditions, filter);
}

type Settable = Pick<
  CredentialDetails,
  | 'label'
  | 'allowedRanges'
  | 'maxBinds'
  | 'window'
  | 'rate'
  | 'alphabet'
  | 'longInbound'
  | 'receiptBinds'
  | 'country'
  | 'expiresAt'
>;
/** Undefined fields are not changed. */
export type CredentialChange = { readonly [K in keyof Settable]?: Settable[K] | undefined };

/** False if the system_id is or was in use. */
export async function insertCredential(
  tx: Queryable,
  {
    id,
    accountId,
    systemId,
    password,
  }: Pick<SmppCredential, 'id' | 'accountId' | 'systemId'> & { readonly password: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO smpp_credentials (id, account_id, system_id, password) VALUES ($1, $2, $3, $4)
     ON CONFLICT (system_id) DO NOTHING`,
    [id, accountId, systemId, password],
  );
  return rowCount === 1;
}

export async function updateCredential(tx: Queryable, id: string, change: CredentialChange): Promise<void> {
  const { label, rate, country, alphabet } = change;
  await updateRow(
    tx,
    'smpp_credentials',
    { id },
    {
      ...{ label, rate, country },
      allowed_ranges: change.allowedRanges,
      max_binds: change.maxBinds,
      send_window: change.window,
      alphabet: alphabet === 'auto' ? 'gsm' : alphabet,
      strict_gsm: alphabet === undefined ? undefined : alphabet === 'gsm',
      long_inbound: change.longInbound,
      receipt_binds: change.receiptBinds,
      expires_at: change.expiresAt,
    },
  );
}

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

/** Uses columns of the credential `c` and its account `a`. */
export const credentialColumns = `${columns}, coalesce(c.country, '') AS country,
  array_remove(ARRAY[c.password, CASE WHEN c.previous_until > now() THEN c.previous_password END], NULL) AS passwords,
  ${isOver} = 'live' AND a.status = 'active' AS live`;

/** Credentials by system_id, in the order given; undefined if there is none. */
export async function findSmppCredentials(
  db: Queryable,
  systemIds: readonly string[],
): Promise<(SmppCredential | undefined)[]> {
  const { rows } = await db.query<SmppCredential>({
    name: 'smpp credentials',
    text: `SELECT ${credentialColumns} FROM smpp_credentials c JOIN accounts a ON a.id = c.account_id
           WHERE c.system_id = ANY ($1::text[])`,
    values: [systemIds],
  });
  const found = new Map(rows.map((row) => [row.systemId, row]));
  return systemIds.map((systemId) => found.get(systemId));
}

export type Latin1Count = { readonly credentialId: string; readonly texts: number };

const countRows = rowSet<Latin1Count>({ credentialId: 'uuid', texts: 'integer' });

/** Adds to the counts of today. Returns the credentials that had none today: only one process gets each. */
export async function countLatin1(db: Queryable, counts: readonly Latin1Count[]): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string; texts: number }>({
    name: 'count latin1',
    text: `INSERT INTO smpp_latin1 AS l (credential_id, day, texts, last_at)
      SELECT w.credential_id, (now() AT TIME ZONE 'UTC')::date, w.texts, now() FROM ${countRows.from('w')} ORDER BY w.credential_id
      ON CONFLICT (credential_id) DO UPDATE SET day = excluded.day, last_at = excluded.last_at,
        texts = excluded.texts + CASE WHEN l.day = excluded.day THEN l.texts ELSE 0 END
      RETURNING l.credential_id AS id, l.texts`,
    values: countRows.values(counts),
  });
  const added = new Map(counts.map(({ credentialId, texts }) => [credentialId, texts]));
  return new Set(rows.filter(({ id, texts }) => texts === added.get(id)).map(({ id }) => id));
}

/** A warning to an account: texts with data_coding 0 were read as Latin-1. */
export type Latin1Warning = { readonly systemId: string; readonly texts: number; readonly lastAt: Date };

export async function findLatin1Warnings(db: Queryable, accountId: string): Promise<Latin1Warning[]> {
  const { rows } = await db.query<Latin1Warning>({
    name: 'latin1 warnings',
    text: `SELECT c.system_id AS "systemId", l.texts, l.last_at AS "lastAt" FROM smpp_credentials c
      JOIN smpp_latin1 l ON l.credential_id = c.id
      WHERE c.account_id = $1 AND c.revoked_at IS NULL AND ${isRecentLatin1} ORDER BY l.last_at DESC LIMIT 100`,
    values: [accountId],
  });
  return rows;
}
