import { newId } from '../../base/ids.ts';
import type { Db } from '../../database/db.ts';
import type { Actor } from '../../domain/access/actor.ts';
import type { Price } from '../../domain/money/prices.ts';
import { findAccountDetails } from '../../store/account/account-details.ts';
import { insertAudit } from '../../store/account/audit.ts';
import * as store from '../../store/account/price-lists.ts';
import { lockFunds } from '../../store/message/accept.ts';
import { breaks } from '../../store/schema/constraint.ts';

type Changed = Promise<store.PriceListRow | 'no list' | 'wrong order'>;

/** The database refuses an end before the start. */
export async function createPriceList(db: Db, actor: Actor, request: store.NewPriceList): Changed {
  const id = newId();
  const created = db.transaction(async (tx) => {
    await store.insertPriceList(tx, { id, ...request });
    const details = { ...request, prices: byCountry(request.prices) };
    await insertAudit(tx, actor, { action: 'price list create', subjectId: id, details });
    return (await store.findPriceList(tx, id))!;
  });
  return created.catch(refuseOrder);
}

export async function changePriceList(
  db: Db,
  actor: Actor,
  priceListId: string,
  change: store.PriceListChange,
): Changed {
  const changed = db.transaction(async (tx) => {
    if (!(await store.updatePriceList(tx, priceListId, change))) return 'no list';
    await insertAudit(tx, actor, { action: 'price list change', subjectId: priceListId, details: change });
    return (await store.findPriceList(tx, priceListId))!;
  });
  return changed.catch(refuseOrder);
}

function refuseOrder(error: unknown): 'wrong order' {
  if (breaks(error, 'priceListOrder')) return 'wrong order';
  throw error;
}

/** In one transaction, so that no request sees an incomplete list. False if the list does not exist. */
export async function replacePrices(db: Db, actor: Actor, priceListId: string, prices: readonly Price[]) {
  return db.transaction(async (tx) => {
    if (!(await store.lockPriceList(tx, priceListId, 'NO KEY UPDATE'))) return false;
    await store.replacePrices(tx, priceListId, prices);
    const details = { prices: byCountry(prices) };
    await insertAudit(tx, actor, { action: 'price list replace', subjectId: priceListId, details });
    return true;
  });
}

/** Idempotent. True if the list is assigned; otherwise the problem, or both currencies if they differ. */
export async function assignList(db: Db, actor: Actor, accountId: string, priceListId: string) {
  return db.transaction(async (tx) => {
    const isList = await store.lockPriceList(tx, priceListId, 'SHARE');
    await lockFunds(tx, [accountId]);
    const account = await findAccountDetails(tx, accountId);
    if (account === undefined) return 'no account';
    const list = isList ? await store.findPriceList(tx, priceListId) : undefined;
    if (list === undefined) return 'no list';
    if (list.currency !== account.currency) return { list: list.currency, account: account.currency };
    const isNew = await store.assignPriceList(tx, accountId, priceListId);
    if (isNew) await insertAudit(tx, actor, { action: 'price list assign', subjectId: priceListId, accountId });
    return true;
  });
}

/** False if the list is not assigned to the account. */
export async function unassignList(db: Db, actor: Actor, accountId: string, priceListId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockFunds(tx, [accountId]);
    if (!(await store.unassignPriceList(tx, accountId, priceListId))) return false;
    await insertAudit(tx, actor, { action: 'price list unassign', subjectId: priceListId, accountId });
    return true;
  });
}

function byCountry(prices: readonly Price[]): Record<string, string> {
  return Object.fromEntries(prices.map(({ country, unitPrice }) => [country, unitPrice]));
}
