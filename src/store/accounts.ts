import type { Queryable } from '../db.ts';

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

export type NewKey = { id: string; accountId: string; hash: Buffer; prefix: string };

export async function insertKey(tx: Queryable, key: NewKey): Promise<boolean> {
  const { rowCount } = await tx.query(
    'INSERT INTO api_keys (id, account_id, hash, prefix) VALUES ($1, $2, $3, $4) ON CONFLICT (hash) DO NOTHING',
    [key.id, key.accountId, key.hash, key.prefix],
  );
  return rowCount === 1;
}

export type NewSender = {
  id: string;
  accountId: string;
  value: string;
  type: 0 | 1;
  channel: 'SMS' | 'Viber';
  status: string;
};

export async function insertSenders(tx: Queryable, senders: NewSender[]): Promise<void> {
  await tx.query(
    `INSERT INTO senders (id, account_id, value, type, channel, status)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::smallint[], $5::text[], $6::text[])`,
    [
      senders.map((sender) => sender.id),
      senders.map((sender) => sender.accountId),
      senders.map((sender) => sender.value),
      senders.map((sender) => sender.type),
      senders.map((sender) => sender.channel),
      senders.map((sender) => sender.status),
    ],
  );
}

export type NewPriceList = {
  id: string;
  name: string;
  currency: string;
  prices: { country: string; unitPrice: string }[];
};

export async function insertPriceList(tx: Queryable, list: NewPriceList): Promise<void> {
  await tx.query('INSERT INTO price_lists (id, name, currency) VALUES ($1, $2, $3)', [
    list.id,
    list.name,
    list.currency,
  ]);
  await tx.query(
    `INSERT INTO price_list_entries (price_list_id, country, unit_price)
     SELECT $1, country, unit_price FROM unnest($2::text[], $3::numeric[]) AS entry (country, unit_price)`,
    [list.id, list.prices.map((entry) => entry.country), list.prices.map((entry) => entry.unitPrice)],
  );
}

export async function assignPriceList(tx: Queryable, accountId: string, priceListId: string): Promise<void> {
  await tx.query(
    `INSERT INTO account_price_lists (account_id, price_list_id, currency)
     SELECT $1, id, currency FROM price_lists WHERE id = $2`,
    [accountId, priceListId],
  );
}

/** Entry first, balance last: the account's row is locked for the shortest time. */
export async function insertTopUp(
  tx: Queryable,
  entry: { id: string; accountId: string; amount: string; note: string },
): Promise<void> {
  await tx.query(`INSERT INTO ledger (account_id, id, kind, amount, note) VALUES ($1, $2, 'top-up', $3, $4)`, [
    entry.accountId,
    entry.id,
    entry.amount,
    entry.note,
  ]);
  await tx.query('UPDATE accounts SET balance = balance + $2 WHERE id = $1', [entry.accountId, entry.amount]);
}
