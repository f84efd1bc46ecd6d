import type { Queryable, Transaction } from '../../database/db.ts';
import type { Grant, Role } from '../../domain/access/role.ts';
import { sealedPrefix } from '../../secrets/cipher.ts';
import { insertRow, Sql, updateRow } from '../row.ts';
import { places } from '../secrets/columns.ts';
import { sealerFor, unseal } from '../secrets/data-keys.ts';

export type OperatorRow = {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly grants: Grant[];
  readonly has_password: boolean;
  readonly has_totp: boolean;
  readonly created_at: Date;
  readonly last_login_at: Date | null;
};

const shown = `id, name, role, grants, password IS NOT NULL AS has_password, totp_secret IS NOT NULL AS has_totp, created_at,
  last_login_at`;
/** The console lists all of them on one page. */
const most = 1_000;

export async function listOperators(db: Queryable): Promise<OperatorRow[]> {
  return (await db.query<OperatorRow>(`SELECT ${shown} FROM console_operators ORDER BY lower(name) LIMIT ${most}`))
    .rows;
}

export async function findOperator(db: Queryable, id: string): Promise<OperatorRow | undefined> {
  return (await db.query<OperatorRow>(`SELECT ${shown} FROM console_operators WHERE id = $1`, [id])).rows[0];
}

type NewOperator = Pick<OperatorRow, 'id' | 'name' | 'role' | 'grants'> & { readonly password: string | null };

/** False if the name is taken, ignoring case. */
export async function insertOperator(tx: Queryable, operator: NewOperator): Promise<boolean> {
  return (await insertRow(tx, 'console_operators', operator, 'ON CONFLICT DO NOTHING')).rowCount === 1;
}

export type OperatorChange = {
  readonly role?: Role | undefined;
  readonly grants?: readonly Grant[] | undefined;
  /** Hashed; null removes it. */
  readonly password?: string | null | undefined;
  readonly resetTotp?: boolean | undefined;
};

/** False if the operator does not exist. Undefined fields are not changed. */
export async function updateOperator(
  tx: Queryable,
  id: string,
  { resetTotp, ...change }: OperatorChange,
): Promise<boolean> {
  const totp = resetTotp ? { totpSecret: null, totpNewSecret: null } : {};
  return (await updateRow(tx, 'console_operators', { id }, { ...change, ...totp })).rowCount === 1;
}

export async function deleteOperator(tx: Queryable, id: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ name: string }>('DELETE FROM console_operators WHERE id = $1 RETURNING name', [id]);
  return rows[0]?.name;
}

/** The stored data that a sign-in is checked against. Never leaves the flows. */
export type OperatorCredentials = {
  readonly id: string;
  readonly name: string;
  readonly password: string | null;
  readonly totp_secret: Buffer | null;
  readonly totp_new_secret: Buffer | null;
  readonly totp_step: string;
  /** The database's time in seconds. */
  readonly now: number;
};

const credentials = `SELECT id, name, password, totp_secret, totp_new_secret, totp_step,
  extract(epoch FROM now())::double precision AS now FROM console_operators`;

export const findCredentialsByName = finder('lower(name) = lower($1)');
export const findOperatorCredentials = finder('id = $1');

function finder(condition: string) {
  return async (db: Queryable, value: string): Promise<OperatorCredentials | undefined> => {
    const [row] = (await db.query<OperatorCredentials>(`${credentials} WHERE ${condition}`, [value])).rows;
    if (row === undefined) return undefined;
    const totp_secret = await clearTotp(db, row.id, row.totp_secret);
    return { ...row, totp_secret, totp_new_secret: await clearTotp(db, row.id, row.totp_new_secret) };
  };
}

/** An encrypted secret is stored as the bytes of its text; the clear text is the secret in hexadecimal. */
async function clearTotp(db: Queryable, id: string, stored: Buffer | null): Promise<Buffer | null> {
  if (stored === null || !stored.toString('latin1').startsWith(sealedPrefix)) return stored;
  return Buffer.from(await unseal(db, places.totp(id), stored.toString('latin1')), 'hex');
}

/** False if the code was used before: of two requests with the same code, the second is refused. */
export async function useCode(tx: Queryable, id: string, step: number): Promise<boolean> {
  const sql = 'UPDATE console_operators SET totp_step = $2 WHERE id = $1 AND totp_step < $2';
  return (await tx.query(sql, [id, step])).rowCount === 1;
}

export async function noteLogin(tx: Queryable, id: string): Promise<void> {
  await updateRow(tx, 'console_operators', { id }, { lastLoginAt: new Sql('now()') });
}

/** Stores a secret that waits for its first code. False if there is a second factor already. */
export async function offerTotp(tx: Transaction, id: string, secret: Buffer): Promise<boolean> {
  const { keyId, seal } = await sealerFor(tx);
  const stored = keyId === undefined ? secret : Buffer.from(seal(places.totp(id), secret.toString('hex')));
  const { rowCount } = await tx.query(
    'UPDATE console_operators SET totp_new_secret = $2 WHERE id = $1 AND totp_secret IS NULL AND password IS NOT NULL',
    [id, stored],
  );
  return rowCount === 1;
}

/** False if another secret was offered in the meantime. */
export async function turnTotpOn(tx: Transaction, id: string, secret: Buffer, step: number): Promise<boolean> {
  const { rows } = await tx.query<{ offered: Buffer }>(
    `SELECT totp_new_secret AS offered FROM console_operators
     WHERE id = $1 AND totp_new_secret IS NOT NULL AND totp_secret IS NULL FOR NO KEY UPDATE`,
    [id],
  );
  const offered = rows[0] && (await clearTotp(tx, id, rows[0].offered));
  if (!offered?.equals(secret)) return false;
  await tx.query(
    'UPDATE console_operators SET totp_secret = totp_new_secret, totp_new_secret = NULL, totp_step = $2 WHERE id = $1',
    [id, step],
  );
  return true;
}
