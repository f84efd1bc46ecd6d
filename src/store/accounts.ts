import type { Queryable } from '../db.ts';
import type { Price } from '../domain/prices.ts';

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

export type NewKey = {
  id: string;
  accountId: string;
  hash: Buffer;
  prefix: string;
  label?: string;
  /** In lower case. */
  allowedEmails?: readonly string[];
  expiresAt?: Date | null;
};

export async function insertKey(tx: Queryable, key: NewKey): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO api_keys (id, account_id, hash, prefix, label, allowed_emails, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (hash) DO NOTHING`,
    [key.id, key.accountId, key.hash, key.prefix, key.label ?? '', key.allowedEmails ?? [], key.expiresAt ?? null],
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
  /** Now, if left out. */
  activeFrom?: Date | undefined;
  activeTo?: Date | null | undefined;
  prices: readonly Price[];
};

export async function insertPriceList(tx: Queryable, list: NewPriceList): Promise<void> {
  await tx.query(
    `INSERT INTO price_lists (id, name, currency, active_from, active_to)
     VALUES ($1, $2, $3, coalesce($4::timestamptz, now()), $5)`,
    [list.id, list.name, list.currency, list.activeFrom ?? null, list.activeTo ?? null],
  );
  await insertPrices(tx, list.id, list.prices);
}

export async function insertPrices(tx: Queryable, priceListId: string, prices: readonly Price[]): Promise<void> {
  await tx.query(
    `INSERT INTO price_list_entries (price_list_id, country, unit_price)
     SELECT $1, country, unit_price FROM unnest($2::text[], $3::numeric[]) AS entry (country, unit_price)`,
    [priceListId, prices.map((entry) => entry.country), prices.map((entry) => entry.unitPrice)],
  );
}

/** False if the account has it already. */
export async function assignPriceList(tx: Queryable, accountId: string, priceListId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO account_price_lists (account_id, price_list_id, currency)
     SELECT $1, id, currency FROM price_lists WHERE id = $2 ON CONFLICT DO NOTHING`,
    [accountId, priceListId],
  );
  return rowCount === 1;
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
