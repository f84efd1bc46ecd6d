import type { Db, Transaction } from '../../database/db.ts';
import { CarrierError } from '../../domain/carrier/carrier.ts';
import type { Cost, DeliveryRate, PolicyRule } from '../../domain/carrier/policy.ts';
import { isCountry } from '../../domain/phone/phone.ts';
import { listCarriers, lockRouting } from '../../store/carrier/carriers.ts';
import * as store from '../../store/carrier/costs.ts';
import { measureRates, replaceRates, storedRates } from '../../store/carrier/delivery-rates.ts';

export type CostEntry = { readonly country: string; readonly unitCost: string };
export type Costs = { readonly currency: string; readonly costs: readonly CostEntry[] };

export async function carrierCosts(db: Db, carrierId: string): Promise<Cost[]> {
  await mustExist(db, carrierId);
  return store.costsOf(db, carrierId);
}

/** Replaces all costs of a carrier. */
export async function setCosts(db: Db, carrierId: string, { currency, costs }: Costs): Promise<Cost[]> {
  eachOnce(
    costs.map(({ country }) => country),
    'costs',
  );
  return db.transaction(async (tx) => {
    await lockRouting(tx);
    await mustExist(tx, carrierId);
    const other = await store.otherCurrency(tx, carrierId, currency);
    if (other !== undefined && costs.length > 0)
      throw new CarrierError('conflict', `the costs of other carriers are in ${other}: give these in ${other} too`);
    await store.replaceCosts(
      tx,
      carrierId,
      costs.map((cost) => ({ ...cost, carrierId, currency })),
    );
    return store.costsOf(tx, carrierId);
  });
}

export async function setPolicies(db: Db, rules: readonly PolicyRule[]): Promise<readonly PolicyRule[]> {
  eachOnce(
    rules.map(({ country }) => country ?? ''),
    'policies',
  );
  return db.transaction(async (tx) => {
    await lockRouting(tx);
    await store.replacePolicies(tx, rules);
    return store.listPolicies(tx);
  });
}

function eachOnce(countries: readonly string[], field: string): void {
  const unknown = countries.find((country) => country !== '' && !isCountry(country));
  if (unknown !== undefined)
    throw new CarrierError('invalid', `${field}: ${unknown} is not an ISO 3166 code such as SI`);
  const twice = countries.find((country, place) => countries.indexOf(country) !== place);
  if (twice !== undefined)
    throw new CarrierError('invalid', `${field}: ${twice === '' ? 'every country' : twice} is listed twice`);
}

async function mustExist(db: Db | Transaction, carrierId: string): Promise<void> {
  if (!(await listCarriers(db)).some(({ id }) => id === carrierId.toLowerCase()))
    throw new CarrierError('not found', 'There is no such carrier');
}

/**
 * Measures the delivery rates that a policy uses, and stores them if they changed. Any process may do so; all read the result with the
 * routes, so that they decide alike. Returns whether rates were stored.
 */
export async function refreshRates(db: Db): Promise<boolean> {
  if (isSame(await measureRates(db), await storedRates(db))) return false;
  return db.transaction(async (tx) => {
    await lockRouting(tx);
    // Another process may have stored them meanwhile.
    const rates = await measureRates(tx);
    if (isSame(rates, await storedRates(tx))) return false;
    await replaceRates(tx, rates);
    return true;
  });
}

/** Compares only the values that routing uses; the number of messages changes constantly. */
const isSame = (a: readonly DeliveryRate[], b: readonly DeliveryRate[]): boolean => keyOf(a) === keyOf(b);
const keyOf = (rates: readonly DeliveryRate[]): string =>
  JSON.stringify(rates.map(({ carrierId, country, percent }) => [carrierId, country, percent]));
