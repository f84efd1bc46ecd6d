import type { Queryable } from '../../database/db.ts';

export type AccountRow = {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  readonly balance: string;
  readonly credit_limit: string;
  readonly prices: { country: string; unitPrice: string; priceList: string }[];
};

/** The account as its owner sees it, with the prices that hold now. */
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

export type Owner = { readonly status: 'active' | 'suspended'; readonly contactEmail: string | undefined };

export async function findOwner(db: Queryable, accountId: string): Promise<Owner> {
  const { rows } = await db.query<{ status: Owner['status']; contact_email: string | null }>(
    'SELECT status, contact_email FROM accounts WHERE id = $1',
    [accountId],
  );
  const { status, contact_email } = rows[0]!;
  return { status, contactEmail: contact_email?.trim() || undefined };
}
