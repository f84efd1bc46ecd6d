import type { Queryable } from '../../database/db.ts';
import type { Price } from '../../domain/money/prices.ts';

export type PriceListRow = {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  readonly active_from: Date;
  readonly active_to: Date | null;
  readonly created_at: Date;
  readonly countries: number;
  readonly accounts: number;
};

const shown = `p.id, p.name, p.currency, p.active_from, p.active_to, p.created_at,
  (SELECT count(*)::integer FROM price_list_entries e WHERE e.price_list_id = p.id) AS countries,
  (SELECT count(*)::integer FROM account_price_lists a WHERE a.price_list_id = p.id) AS accounts`;

export async function findPriceList(db: Queryable, priceListId: string): Promise<PriceListRow | undefined> {
  const { rows } = await db.query<PriceListRow>(`SELECT ${shown} FROM price_lists p WHERE p.id = $1`, [priceListId]);
  return rows[0];
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

export type PriceListFilter = {
  readonly before: string;
  readonly limit: number;
  readonly currency?: string | undefined;
  /** Part of the name. */
  readonly name?: string | undefined;
};

/** Newest first. */
export async function listPriceLists(db: Queryable, filter: PriceListFilter): Promise<PriceListRow[]> {
  const { rows } = await db.query<PriceListRow>(
    `SELECT ${shown} FROM price_lists p
     WHERE p.id < $1 AND ($3::text IS NULL OR p.currency = $3) AND ($4::text IS NULL OR strpos(lower(p.name), lower($4)) > 0)
     ORDER BY p.id DESC LIMIT $2`,
    [filter.before, filter.limit, filter.currency ?? null, filter.name ?? null],
  );
  return rows;
}

/** The lists of one account, newest first. */
export async function listAssignedPriceLists(
  db: Queryable,
  accountId: string,
  { before, limit }: { readonly before: string; readonly limit: number },
): Promise<PriceListRow[]> {
  const { rows } = await db.query<PriceListRow>(
    `SELECT ${shown} FROM account_price_lists l JOIN price_lists p ON p.id = l.price_list_id
     WHERE l.account_id = $1 AND l.price_list_id < $2 ORDER BY l.price_list_id DESC LIMIT $3`,
    [accountId, before, limit],
  );
  return rows;
}

export async function pricesOf(db: Queryable, priceListId: string): Promise<Price[]> {
  const { rows } = await db.query<Price>(
    `SELECT country, trim_scale(unit_price)::text AS "unitPrice" FROM price_list_entries WHERE price_list_id = $1 ORDER BY country`,
    [priceListId],
  );
  return rows;
}

export type Holder = { readonly accountId: string; readonly name: string };

/** Accounts that have the list, the newest ones if there are more. */
export async function holdersOf(db: Queryable, priceListId: string, most: number): Promise<Holder[]> {
  const { rows } = await db.query<Holder>(
    `SELECT a.id AS "accountId", a.name FROM account_price_lists l JOIN accounts a ON a.id = l.account_id
     WHERE l.price_list_id = $1 ORDER BY a.id DESC LIMIT $2`,
    [priceListId, most],
  );
  return rows;
}

export type PriceListChange = {
  readonly name?: string | undefined;
  readonly activeFrom?: Date | undefined;
  /** Null: without an end. */
  readonly activeTo?: Date | null | undefined;
};

/** False if there is no such list. What is left out stays. */
export async function updatePriceList(tx: Queryable, priceListId: string, change: PriceListChange): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE price_lists SET name = coalesce($2, name), active_from = coalesce($3::timestamptz, active_from),
       active_to = CASE WHEN $4 THEN $5::timestamptz ELSE active_to END
     WHERE id = $1`,
    [
      priceListId,
      change.name ?? null,
      change.activeFrom ?? null,
      change.activeTo !== undefined,
      change.activeTo ?? null,
    ],
  );
  return rowCount === 1;
}

/** False if there is no such list. Two who replace its prices do it one after the other. */
export async function lockPriceList(tx: Queryable, priceListId: string): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT FROM price_lists WHERE id = $1 FOR NO KEY UPDATE', [priceListId]);
  return rowCount === 1;
}

/** The same for those who only want it to stay as it is: any number at a time. */
export async function sharePriceList(tx: Queryable, priceListId: string): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT FROM price_lists WHERE id = $1 FOR SHARE', [priceListId]);
  return rowCount === 1;
}

export async function deletePrices(tx: Queryable, priceListId: string): Promise<void> {
  await tx.query('DELETE FROM price_list_entries WHERE price_list_id = $1', [priceListId]);
}

/** False if the account has no such list. */
export async function unassignPriceList(tx: Queryable, accountId: string, priceListId: string): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM account_price_lists WHERE account_id = $1 AND price_list_id = $2', [
    accountId,
    priceListId,
  ]);
  return rowCount === 1;
}
