import type { Queryable } from '../../database/db.ts';
import { updateRow } from '../row.ts';
import { rowSet } from '../row-set.ts';
import { type Page, selectNewest } from '../scan/newest.ts';

/** The alphabet of data_coding 0. `auto`: Latin-1 if an octet is above 0x7F, GSM otherwise; `gsm`: such a text is refused. */
export type CredentialAlphabet = 'auto' | 'gsm' | 'packed' | 'latin1';
/** Which binds get receipts: those of the credential that submitted the message, or also others of its account. */
export type ReceiptBinds = 'own' | 'account';

/** A credential as the operator sees it, without its password. */
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
  /** Texts with data_coding 0 that were read as Latin-1 on the day (UTC) of the last one; null: none in the last 7 days. */
  readonly latin1_texts: number | null;
  readonly latin1_at: Date | null;
};

/** In SQL: whether a row `l` still causes a warning. */
const isRecentLatin1 = `l.last_at > now() - interval '7 days'`;

const isOver = `CASE WHEN c.revoked_at IS NOT NULL THEN 'revoked' WHEN c.expires_at <= now() THEN 'expired' ELSE 'live' END`;
const alphabet = `CASE WHEN c.alphabet = 'gsm' AND NOT c.strict_gsm THEN 'auto' ELSE c.alphabet END AS alphabet`;
const shown = `c.id, c.account_id, c.system_id, c.label, c.allowed_ranges, c.max_binds, c.send_window, c.rate, ${alphabet}, c.country,
  c.long_inbound, c.receipt_binds, l.texts AS latin1_texts, l.last_at AS latin1_at,
  c.created_at, u.last_used_at, c.expires_at, c.revoked_at,
  CASE WHEN c.previous_until > now() THEN c.previous_until END AS previous_until, ${isOver} AS status`;
const joined = `smpp_credentials c LEFT JOIN api_key_uses u ON u.key_id = c.id
  LEFT JOIN smpp_latin1 l ON l.credential_id = c.id AND ${isRecentLatin1}`;

const lookup = `SELECT ${shown} FROM ${joined} WHERE c.id = $1`;

export async function findCredentialDetails(db: Queryable, id: string): Promise<CredentialDetails | undefined> {
  return (await db.query<CredentialDetails>(lookup, [id])).rows[0];
}

/** With its row locked until the transaction ends. */
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

export type CredentialFilter = Page & {
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

/** Fields that are undefined stay. */
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

/** What a bind is checked against. */
export type Credential = {
  readonly id: string;
  readonly accountId: string;
  readonly systemId: string;
  readonly allowedRanges: readonly string[];
  readonly maxBinds: number;
  /** Requests without a response on one bind, in each direction. */
  readonly window: number;
  readonly rate: number | null;
  readonly alphabet: CredentialAlphabet;
  /** The country of national numbers; empty: national numbers are refused. */
  readonly country: string;
  readonly longInbound: CredentialDetails['long_inbound'];
  /** The valid passwords, as stored. */
  readonly passwords: readonly string[];
  /** It is neither revoked nor expired, and its account is active. */
  readonly live: boolean;
};

/** With columns of the credential `c` and its account `a`. */
export const credentialColumns = `c.id, c.account_id AS "accountId", c.system_id AS "systemId",
  array_remove(ARRAY[c.password, CASE WHEN c.previous_until > now() THEN c.previous_password END], NULL) AS passwords,
  c.allowed_ranges AS "allowedRanges", c.max_binds AS "maxBinds", c.send_window AS "window", c.rate, ${alphabet},
  coalesce(c.country, '') AS country, c.long_inbound AS "longInbound", ${isOver} = 'live' AND a.status = 'active' AS live`;

/** By system_id, in the order given; undefined if there is none. */
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

/** What an account is warned of. */
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
