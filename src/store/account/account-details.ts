import type { Queryable } from '../../database/db.ts';
import type { DoorName } from '../../domain/access/doors.ts';
import { serviceAccountId } from '../../domain/access/service-account.ts';
import type { Route } from '../../domain/receipt/report-target.ts';
import { isPausedSql } from '../carrier/pauses.ts';

export type NewAccount = {
  id: string;
  name: string;
  currency: string;
  creditLimit?: string | undefined;
  contactEmail?: string | undefined;
};

/** False if there is one with this id already; nothing is changed then. */
export async function insertAccount(tx: Queryable, account: NewAccount): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO accounts (id, name, currency, credit_limit, contact_email) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (id) DO NOTHING`,
    [account.id, account.name, account.currency, account.creditLimit ?? '0', account.contactEmail ?? null],
  );
  return rowCount === 1;
}

/** An account as the operator sees it. */
export type AccountDetails = {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  readonly balance: string;
  readonly credit_limit: string;
  readonly status: 'active' | 'suspended';
  /** By itself, whether or not everything is. */
  readonly paused: boolean;
  readonly contact_email: string | null;
  readonly receipts: Route;
  readonly inbound: Route;
  /** By which interfaces of other gateways it may come in. */
  readonly doors: DoorName[];
  readonly created_at: Date;
};

const shown = `id, name, currency, trim_scale(balance)::text AS balance, trim_scale(credit_limit)::text AS credit_limit,
  status, ${isPausedSql('account', 'accounts.id')} AS paused, contact_email, receipts, inbound,
  coalesce(doors, '{}') AS doors, created_at`;

export async function findAccountDetails(db: Queryable, accountId: string): Promise<AccountDetails | undefined> {
  const { rows } = await db.query<AccountDetails>(`SELECT ${shown} FROM accounts WHERE id = $1`, [accountId]);
  return rows[0];
}

export type AccountFilter = {
  readonly before: string;
  readonly limit: number;
  readonly status?: 'active' | 'suspended' | undefined;
  /** Part of the name. */
  readonly name?: string | undefined;
};

/** Customers, the newest first. */
export async function listAccountDetails(db: Queryable, filter: AccountFilter): Promise<AccountDetails[]> {
  const { rows } = await db.query<AccountDetails>(
    `SELECT ${shown} FROM accounts
     WHERE id < $1 AND ($3::text IS NULL OR status = $3) AND ($4::text IS NULL OR strpos(lower(name), lower($4)) > 0)
       AND id <> $5
     ORDER BY id DESC LIMIT $2`,
    [filter.before, filter.limit, filter.status ?? null, filter.name ?? null, serviceAccountId],
  );
  return rows;
}

export type AccountChange = {
  readonly name?: string | undefined;
  readonly creditLimit?: string | undefined;
  readonly contactEmail?: string | null | undefined;
  readonly status?: 'active' | 'suspended' | undefined;
  readonly receipts?: Route | undefined;
  readonly inbound?: Route | undefined;
  readonly doors?: readonly DoorName[] | undefined;
};

/** False if there is no such account. What is left out stays. */
export async function updateAccount(tx: Queryable, accountId: string, change: AccountChange): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE accounts SET name = coalesce($2, name), credit_limit = coalesce($3::numeric, credit_limit),
       status = coalesce($4, status), contact_email = CASE WHEN $5 THEN $6 ELSE contact_email END,
       receipts = coalesce($7, receipts), inbound = coalesce($8, inbound),
       doors = CASE WHEN $9::text[] IS NULL THEN doors ELSE nullif($9::text[], '{}') END
     WHERE id = $1`,
    [
      accountId,
      change.name ?? null,
      change.creditLimit ?? null,
      change.status ?? null,
      change.contactEmail !== undefined,
      change.contactEmail ?? null,
      change.receipts ?? null,
      change.inbound ?? null,
      change.doors ?? null,
    ],
  );
  return rowCount === 1;
}
