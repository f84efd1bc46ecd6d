import { newId } from '../../base/ids.ts';
import type { Db } from '../../database/db.ts';
import type { Actor } from '../../domain/access/actor.ts';
import type { Price } from '../../domain/money/prices.ts';
import { findAccountDetails } from '../../store/account/account-details.ts';
import { insertAudit } from '../../store/account/audit.ts';
import {
  assignPriceList,
  deletePrices,
  findPriceList,
  insertPriceList,
  insertPrices,
  lockPriceList,
  type PriceListChange,
  type PriceListRow,
  sharePriceList,
  unassignPriceList,
  updatePriceList,
} from '../../store/account/price-lists.ts';
import { lockFunds } from '../../store/message/accept.ts';
import { breaks } from '../../store/schema/constraint.ts';

export type PriceListRequest = {
  readonly name: string;
  readonly currency: string;
  readonly activeFrom?: Date | undefined;
  readonly activeTo?: Date | null | undefined;
  readonly prices: readonly Price[];
};

export type PriceListProblem = 'no list' | 'wrong order';

/** The database refuses an end before the start. */
export async function createPriceList(
  db: Db,
  actor: Actor,
  request: PriceListRequest,
): Promise<PriceListRow | PriceListProblem> {
  const id = newId();
  const created = db.transaction(async (tx) => {
    await insertPriceList(tx, { id, ...request });
    const details = { ...request, prices: byCountry(request.prices) };
    await insertAudit(tx, actor, { action: 'price list create', subjectId: id, details });
    return (await findPriceList(tx, id))!;
  });
  return created.catch(refuseOrder);
}

export async function changePriceList(
  db: Db,
  actor: Actor,
  priceListId: string,
  change: PriceListChange,
): Promise<PriceListRow | PriceListProblem> {
  const changed = db.transaction(async (tx) => {
    if (!(await updatePriceList(tx, priceListId, change))) return 'no list';
    await insertAudit(tx, actor, { action: 'price list change', subjectId: priceListId, details: change });
    return (await findPriceList(tx, priceListId))!;
  });
  return changed.catch(refuseOrder);
}

function refuseOrder(error: unknown): PriceListProblem {
  if (breaks(error, 'priceListOrder')) return 'wrong order';
  throw error;
}

/** In one transaction, so that no request sees an incomplete list. False if the list does not exist. */
export async function replacePrices(
  db: Db,
  actor: Actor,
  priceListId: string,
  prices: readonly Price[],
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await lockPriceList(tx, priceListId))) return false;
    await deletePrices(tx, priceListId);
    await insertPrices(tx, priceListId, prices);
    const details = { prices: byCountry(prices) };
    await insertAudit(tx, actor, { action: 'price list replace', subjectId: priceListId, details });
    return true;
  });
}

export type Assignment =
  | { readonly kind: 'assigned' }
  | { readonly kind: 'no account' }
  | { readonly kind: 'no list' }
  | { readonly kind: 'other currency'; readonly list: string; readonly account: string };

/** Idempotent. */
export async function assignList(db: Db, actor: Actor, accountId: string, priceListId: string): Promise<Assignment> {
  return db.transaction(async (tx) => {
    const isList = await sharePriceList(tx, priceListId);
    await lockFunds(tx, [accountId]);
    const account = await findAccountDetails(tx, accountId);
    if (account === undefined) return { kind: 'no account' };
    const list = isList ? await findPriceList(tx, priceListId) : undefined;
    if (list === undefined) return { kind: 'no list' };
    if (list.currency !== account.currency) {
      return { kind: 'other currency', list: list.currency, account: account.currency };
    }
    const isNew = await assignPriceList(tx, accountId, priceListId);
    if (isNew) await insertAudit(tx, actor, { action: 'price list assign', subjectId: priceListId, accountId });
    return { kind: 'assigned' };
  });
}

/** False if the list is not assigned to the account. */
export async function unassignList(db: Db, actor: Actor, accountId: string, priceListId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockFunds(tx, [accountId]);
    if (!(await unassignPriceList(tx, accountId, priceListId))) return false;
    await insertAudit(tx, actor, { action: 'price list unassign', subjectId: priceListId, accountId });
    return true;
  });
}

function byCountry(prices: readonly Price[]): Record<string, string> {
  return Object.fromEntries(prices.map(({ country, unitPrice }) => [country, unitPrice]));
}
