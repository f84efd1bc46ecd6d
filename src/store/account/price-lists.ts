import type { Queryable } from '../../database/db.ts';
import type { Price } from '../../domain/money/prices.ts';
import { insertRow, updateRow } from '../row.ts';
import { rowSet } from '../row-set.ts';
import { type ScanPage, selectNewest } from '../scan/newest.ts';

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
  return (await db.query<PriceListRow>(`SELECT ${shown} FROM price_lists p WHERE p.id = $1`, [priceListId])).rows[0];
}

/** Undefined fields are not changed. */
export type PriceListChange = {
  readonly name?: string | undefined;
  /** Default for a new list: now. */
  readonly activeFrom?: Date | undefined;
  /** Null: without an end. */
  readonly activeTo?: Date | null | undefined;
};

export type NewPriceList = PriceListChange & {
  readonly name: string;
  readonly currency: string;
  readonly prices: readonly Price[];
};

export async function insertPriceList(
  tx: Queryable,
  { prices, ...list }: NewPriceList & { readonly id: string },
): Promise<void> {
  await insertRow(tx, 'price_lists', list);
  await insertPrices(tx, list.id, prices);
}

/** False if the list does not exist. */
export async function updatePriceList(tx: Queryable, priceListId: string, change: PriceListChange): Promise<boolean> {
  return (await updateRow(tx, 'price_lists', { id: priceListId }, change)).rowCount === 1;
}

const priceRows = rowSet<Price>({ country: 'text', unitPrice: 'numeric' });

async function insertPrices(tx: Queryable, priceListId: string, prices: readonly Price[]): Promise<void> {
  await tx.query(
    `INSERT INTO price_list_entries (price_list_id, ${priceRows.names}) SELECT $1, * FROM ${priceRows.from('w', 2)}`,
    [priceListId, ...priceRows.values(prices)],
  );
}

/** The list must be locked. */
export async function replacePrices(tx: Queryable, priceListId: string, prices: readonly Price[]): Promise<void> {
  await tx.query('DELETE FROM price_list_entries WHERE price_list_id = $1', [priceListId]);
  await insertPrices(tx, priceListId, prices);
}

/** `NO KEY UPDATE` to replace the prices, `SHARE` to prevent other changes of the list. False if the list does not exist. */
export async function lockPriceList(
  tx: Queryable,
  priceListId: string,
  mode: 'NO KEY UPDATE' | 'SHARE',
): Promise<boolean> {
  return (await tx.query(`SELECT FROM price_lists WHERE id = $1 FOR ${mode}`, [priceListId])).rowCount === 1;
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

/** False if the account does not have this list. */
export async function unassignPriceList(tx: Queryable, accountId: string, priceListId: string): Promise<boolean> {
  const sql = 'DELETE FROM account_price_lists WHERE account_id = $1 AND price_list_id = $2';
  return (await tx.query(sql, [accountId, priceListId])).rowCount === 1;
}

/** `name`: a part of the name. */
type PriceListFilter = ScanPage & { readonly currency?: string | undefined; readonly name?: string | undefined };

export function listPriceLists(db: Queryable, { currency, name, ...page }: PriceListFilter): Promise<PriceListRow[]> {
  const conditions = [
    ['p.currency = ?', currency],
    ['strpos(lower(p.name), lower(?)) > 0', name],
  ] as const;
  return selectNewest(db, `SELECT ${shown} FROM price_lists p`, 'p.id', conditions, page);
}

/** The lists of one account. */
export function listAssignedPriceLists(db: Queryable, accountId: string, page: ScanPage): Promise<PriceListRow[]> {
  const select = `SELECT ${shown} FROM account_price_lists l JOIN price_lists p ON p.id = l.price_list_id`;
  return selectNewest(db, select, 'l.price_list_id', [['l.account_id = ?', accountId]], page);
}

export async function pricesOf(db: Queryable, priceListId: string): Promise<Price[]> {
  const { rows } = await db.query<Price>(
    `SELECT country, trim_scale(unit_price)::text AS "unitPrice" FROM price_list_entries WHERE price_list_id = $1 ORDER BY country`,
    [priceListId],
  );
  return rows;
}

/** Accounts with this list, newest first. */
export async function holdersOf(db: Queryable, priceListId: string, most: number) {
  const { rows } = await db.query<{ readonly accountId: string; readonly name: string }>(
    `SELECT a.id AS "accountId", a.name FROM account_price_lists l JOIN accounts a ON a.id = l.account_id
     WHERE l.price_list_id = $1 ORDER BY a.id DESC LIMIT $2`,
    [priceListId, most],
  );
  return rows;
}
