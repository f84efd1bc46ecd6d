import type { Queryable } from '../../database/db.ts';
import type { ApiName } from '../../domain/access/doors.ts';
import { serviceAccountId } from '../../domain/access/service-account.ts';
import type { Route } from '../../domain/receipt/report-target.ts';
import { isPausedSql } from '../carrier/pauses.ts';
import { insertRow, updateRow } from '../row.ts';
import { type Page, selectNewest } from '../scan/newest.ts';

export type NewAccount = {
  id: string;
  name: string;
  currency: string;
  creditLimit?: string | undefined;
  contactEmail?: string | undefined;
};

/** False if an account with this id exists; it is not changed. */
export async function insertAccount(tx: Queryable, account: NewAccount): Promise<boolean> {
  const { id, name, currency, creditLimit = '0', contactEmail } = account;
  const values = { id, name, currency, credit_limit: creditLimit, contact_email: contactEmail };
  return (await insertRow(tx, 'accounts', values, 'ON CONFLICT (id) DO NOTHING')).rowCount === 1;
}

/** An account as the operator sees it. */
export type AccountDetails = {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  readonly balance: string;
  readonly credit_limit: string;
  readonly status: 'active' | 'suspended';
  /** On its own, apart from a global pause. */
  readonly paused: boolean;
  readonly contact_email: string | null;
  readonly receipts: Route;
  readonly inbound: Route;
  /** The compatibility APIs that it may use. */
  readonly doors: ApiName[];
  readonly created_at: Date;
};

const shown = `id, name, currency, trim_scale(balance)::text AS balance, trim_scale(credit_limit)::text AS credit_limit,
  status, ${isPausedSql('account', 'accounts.id')} AS paused, contact_email, receipts, inbound,
  coalesce(doors, '{}') AS doors, created_at`;

export async function findAccountDetails(db: Queryable, accountId: string): Promise<AccountDetails | undefined> {
  return (await db.query<AccountDetails>(`SELECT ${shown} FROM accounts WHERE id = $1`, [accountId])).rows[0];
}

export type AccountFilter = Page & {
  readonly status?: 'active' | 'suspended' | undefined;
  /** Part of the name. */
  readonly name?: string | undefined;
};

/** Accounts of customers, newest first. */
export function listAccountDetails(db: Queryable, filter: AccountFilter): Promise<AccountDetails[]> {
  const conditions = [
    ['status = ?', filter.status],
    ['strpos(lower(name), lower(?)) > 0', filter.name],
    ['id <> ?', serviceAccountId],
  ] as const;
  return selectNewest(db, `SELECT ${shown} FROM accounts`, 'id', conditions, filter);
}

export type AccountChange = {
  readonly name?: string | undefined;
  readonly creditLimit?: string | undefined;
  readonly contactEmail?: string | null | undefined;
  readonly status?: 'active' | 'suspended' | undefined;
  readonly receipts?: Route | undefined;
  readonly inbound?: Route | undefined;
  readonly doors?: readonly ApiName[] | undefined;
};

/** False if there is no such account. Fields that are undefined stay. */
export async function updateAccount(tx: Queryable, accountId: string, change: AccountChange): Promise<boolean> {
  const { name, creditLimit, contactEmail, status, receipts, inbound, doors } = change;
  const { rowCount } = await updateRow(
    tx,
    'accounts',
    { id: accountId },
    {
      ...{ name, status, receipts, inbound },
      credit_limit: creditLimit,
      contact_email: contactEmail,
      doors: doors?.length === 0 ? null : doors,
    },
  );
  return rowCount === 1;
}
