import type { Queryable } from '../../database/db.ts';
import type { ApiName } from '../../domain/access/doors.ts';
import { serviceAccountId } from '../../domain/access/service-account.ts';
import type { ReportRoute } from '../../domain/receipt/report-target.ts';
import { isPausedSql } from '../carrier/pauses.ts';
import { insertRow, updateRow } from '../row.ts';
import { type ScanPage, selectNewest } from '../scan/newest.ts';

export type NewAccount = {
  readonly name: string;
  readonly currency: string;
  readonly creditLimit?: string | undefined;
  readonly contactEmail?: string | null | undefined;
};

/** False if an account with this id exists; it is not changed. */
export async function insertAccount(tx: Queryable, account: NewAccount & { readonly id: string }): Promise<boolean> {
  return (await insertRow(tx, 'accounts', account, 'ON CONFLICT (id) DO NOTHING')).rowCount === 1;
}

/** An account as the operator sees it. */
export type AccountDetails = {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  readonly balance: string;
  readonly credit_limit: string;
  readonly status: 'active' | 'suspended';
  /** Whether the account itself is paused, apart from a global pause. */
  readonly paused: boolean;
  readonly contact_email: string | null;
  readonly receipts: ReportRoute;
  readonly inbound: ReportRoute;
  /** The compatibility APIs enabled for the account. */
  readonly doors: ApiName[];
  readonly created_at: Date;
};

const shown = `id, name, currency, trim_scale(balance)::text AS balance, trim_scale(credit_limit)::text AS credit_limit,
  status, ${isPausedSql('account', 'accounts.id')} AS paused, contact_email, receipts, inbound,
  coalesce(doors, '{}') AS doors, created_at`;

export async function findAccountDetails(db: Queryable, accountId: string): Promise<AccountDetails | undefined> {
  return (await db.query<AccountDetails>(`SELECT ${shown} FROM accounts WHERE id = $1`, [accountId])).rows[0];
}

/** `name`: a part of the name. */
type AccountFilter = ScanPage & { readonly status?: string | undefined; readonly name?: string | undefined };

/** Accounts of customers, newest first. */
export function listAccountDetails(db: Queryable, filter: AccountFilter): Promise<AccountDetails[]> {
  const conditions = [
    ['status = ?', filter.status],
    ['strpos(lower(name), lower(?)) > 0', filter.name],
    ['id <> ?', serviceAccountId],
  ] as const;
  return selectNewest(db, `SELECT ${shown} FROM accounts`, 'id', conditions, filter);
}

export type AccountChange = Partial<Omit<NewAccount, 'currency'>> & {
  readonly status?: 'active' | 'suspended' | undefined;
  readonly receipts?: ReportRoute | undefined;
  readonly inbound?: ReportRoute | undefined;
  readonly doors?: readonly ApiName[] | undefined;
};

/** False if the account does not exist. Undefined fields are not changed. */
export async function updateAccount(tx: Queryable, accountId: string, change: AccountChange): Promise<boolean> {
  const doors = change.doors?.length === 0 ? null : change.doors;
  return (await updateRow(tx, 'accounts', { id: accountId }, { ...change, doors })).rowCount === 1;
}
