import type { Queryable } from '../../database/db.ts';
import type { AccountDetails } from './account-details.ts';

export type AccountRow = Pick<AccountDetails, 'id' | 'name' | 'currency' | 'balance' | 'credit_limit'> & {
  readonly prices: { country: string; unitPrice: string; priceList: string }[];
};

/** The account as its owner sees it, with its current prices. */
export async function findAccount(db: Queryable, accountId: string): Promise<AccountRow> {
  const { rows } = await db.query<AccountRow>(
    `SELECT a.id, a.name, a.currency, a.balance, a.credit_limit,
       coalesce((SELECT json_agg(json_build_object('country', p.country, 'unitPrice', p.unit_price::text,
           'priceList', p.price_list) ORDER BY p.country) FROM active_prices p WHERE p.account_id = a.id), '[]') AS prices
     FROM accounts a WHERE a.id = $1`,
    [accountId],
  );
  return rows[0]!;
}

export type AccountOwner = { readonly status: 'active' | 'suspended'; readonly contactEmail: string | undefined };

export async function findOwner(db: Queryable, accountId: string): Promise<AccountOwner> {
  const { rows } = await db.query<{ status: AccountOwner['status']; contact_email: string | null }>(
    'SELECT status, contact_email FROM accounts WHERE id = $1',
    [accountId],
  );
  const { status, contact_email } = rows[0]!;
  return { status, contactEmail: contact_email?.trim() || undefined };
}

/** The compatibility APIs that these accounts may use, in the order given. */
export async function findEnabledApis(db: Queryable, accountIds: readonly string[]): Promise<(readonly string[])[]> {
  const { rows } = await db.query<{ id: string; doors: string[] }>({
    name: 'doors',
    text: 'SELECT id, doors FROM accounts WHERE id = ANY ($1::uuid[]) AND doors IS NOT NULL',
    values: [accountIds],
  });
  const found = new Map(rows.map(({ id, doors }) => [id, doors]));
  return accountIds.map((id) => found.get(id) ?? []);
}

export async function findCurrency(db: Queryable, accountId: string): Promise<string> {
  const { rows } = await db.query<{ currency: string }>('SELECT currency FROM accounts WHERE id = $1', [accountId]);
  return rows[0]!.currency;
}

/** The owner of a message or event. One search per account by primary key, in one partition: 5 µs each, whatever the table size. */
export async function findAccountOf(
  db: Queryable,
  table: 'messages' | 'outbox',
  id: string,
): Promise<string | undefined> {
  const { rows } = await db.query<{ account_id: string }>({
    name: `owner in ${table}`,
    text: `SELECT t.account_id FROM accounts a, LATERAL (
        SELECT account_id FROM ${table} WHERE account_id = a.id AND id = $1 LIMIT 1) t LIMIT 1`,
    values: [id],
  });
  return rows[0]?.account_id;
}
