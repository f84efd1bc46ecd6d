import type { Queryable } from '../../db.ts';
import type { Grant, Role } from '../../domain/access/role.ts';

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
/** The console shows them all at once. */
const most = 1_000;

export async function listOperators(db: Queryable): Promise<OperatorRow[]> {
  const { rows } = await db.query<OperatorRow>(
    `SELECT ${shown} FROM console_operators ORDER BY lower(name) LIMIT ${most}`,
  );
  return rows;
}

export async function findOperator(db: Queryable, id: string): Promise<OperatorRow | undefined> {
  const { rows } = await db.query<OperatorRow>(`SELECT ${shown} FROM console_operators WHERE id = $1`, [id]);
  return rows[0];
}

export type NewOperator = {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly grants: readonly Grant[];
  readonly password: string | null;
};

/** False if the name is taken, in any case of letters. */
export async function insertOperator(tx: Queryable, operator: NewOperator): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO console_operators (id, name, role, grants, password) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
    [operator.id, operator.name, operator.role, operator.grants, operator.password],
  );
  return rowCount === 1;
}

export type OperatorChange = {
  readonly role?: Role | undefined;
  readonly grants?: readonly Grant[] | undefined;
  /** Hashed; null takes it away. */
  readonly password?: string | null | undefined;
  readonly resetTotp?: boolean | undefined;
};

/** False if there is no such operator. What is left out stays. */
export async function updateOperator(tx: Queryable, id: string, change: OperatorChange): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE console_operators SET role = coalesce($2, role), grants = coalesce($3, grants),
       password = CASE WHEN $4 THEN $5 ELSE password END,
       totp_secret = CASE WHEN $6 THEN NULL ELSE totp_secret END,
       totp_new_secret = CASE WHEN $6 THEN NULL ELSE totp_new_secret END
     WHERE id = $1`,
    [
      id,
      change.role ?? null,
      change.grants ?? null,
      change.password !== undefined,
      change.password ?? null,
      change.resetTotp === true,
    ],
  );
  return rowCount === 1;
}

export async function deleteOperator(tx: Queryable, id: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ name: string }>('DELETE FROM console_operators WHERE id = $1 RETURNING name', [id]);
  return rows[0]?.name;
}

/** What a log-in is compared with. Nothing of it leaves the flows. */
export type Credentials = {
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

export async function findCredentialsByName(db: Queryable, name: string): Promise<Credentials | undefined> {
  const { rows } = await db.query<Credentials>(`${credentials} WHERE lower(name) = lower($1)`, [name]);
  return rows[0];
}

export async function findCredentials(db: Queryable, id: string): Promise<Credentials | undefined> {
  const { rows } = await db.query<Credentials>(`${credentials} WHERE id = $1`, [id]);
  return rows[0];
}

/** Whether this code had not been used: of two who come with the same one, the second is refused. */
export async function useCode(tx: Queryable, id: string, step: number): Promise<boolean> {
  const { rowCount } = await tx.query('UPDATE console_operators SET totp_step = $2 WHERE id = $1 AND totp_step < $2', [
    id,
    step,
  ]);
  return rowCount === 1;
}

export async function noteLogin(tx: Queryable, id: string): Promise<void> {
  await tx.query('UPDATE console_operators SET last_login_at = now() WHERE id = $1', [id]);
}

/** A secret that waits for its first code. False if there is a second factor already. */
export async function offerTotp(db: Queryable, id: string, secret: Buffer): Promise<boolean> {
  const { rowCount } = await db.query(
    'UPDATE console_operators SET totp_new_secret = $2 WHERE id = $1 AND totp_secret IS NULL AND password IS NOT NULL',
    [id, secret],
  );
  return rowCount === 1;
}

/** False if another secret was offered meanwhile. */
export async function turnTotpOn(tx: Queryable, id: string, secret: Buffer, step: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE console_operators SET totp_secret = totp_new_secret, totp_new_secret = NULL, totp_step = $3
     WHERE id = $1 AND totp_new_secret = $2 AND totp_secret IS NULL`,
    [id, secret, step],
  );
  return rowCount === 1;
}
