import type { Db } from '../../database/db.ts';
import { CarrierError } from '../../domain/carrier/carrier.ts';
import { type Explanation, explainNumber } from '../../domain/carrier/explain.ts';
import { pausesOf } from '../../domain/carrier/pauses.ts';
import type { CarrierCost, DeliveryRate, PolicyRule } from '../../domain/carrier/policy.ts';
import type { Standing } from '../../domain/carrier/route.ts';
import { isCountry } from '../../domain/phone/phone.ts';
import { firstUuid } from '../../domain/uuid.ts';
import { listCarriers, listRoutes, loadFigures, lockRouting } from '../../store/carrier/carriers.ts';
import { pollRouting } from '../../store/carrier/links.ts';
import { listPauses } from '../../store/carrier/pauses.ts';
import * as store from '../../store/carrier/routing-policy.ts';
import { findCarrier } from './carriers.ts';

type Costs = { readonly currency: string; readonly costs: readonly Pick<CarrierCost, 'country' | 'unitCost'>[] };

export async function carrierCosts(db: Db, carrierId: string): Promise<CarrierCost[]> {
  await findCarrier(db, carrierId);
  return store.costsOf(db, carrierId);
}

export async function setCosts(db: Db, carrierId: string, { currency, costs }: Costs): Promise<CarrierCost[]> {
  eachOnce(
    costs.map(({ country }) => country),
    'costs',
  );
  return db.transaction(async (tx) => {
    await lockRouting(tx);
    await findCarrier(tx, carrierId);
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

/**
 * Measures the delivery rates that a policy uses, and stores them if they changed. Any process may do so; all read the result with the
 * routes, so that they decide alike. Returns whether rates were stored.
 */
export async function refreshRates(db: Db): Promise<boolean> {
  if (isSame(await store.measureRates(db), await store.storedRates(db))) return false;
  return db.transaction(async (tx) => {
    await lockRouting(tx);
    // Another process may have stored them meanwhile.
    const rates = await store.measureRates(tx);
    if (isSame(rates, await store.storedRates(tx))) return false;
    await store.replaceRates(tx, rates);
    return true;
  });
}

/** Compares only the values that routing uses; the number of messages changes constantly. */
const isSame = (a: readonly DeliveryRate[], b: readonly DeliveryRate[]): boolean => keyOf(a) === keyOf(b);
const keyOf = (rates: readonly DeliveryRate[]): string =>
  JSON.stringify(rates.map(({ carrierId, country, percent }) => [carrierId, country, percent]));

/** The route of a message to this number, by the routes and by the connections of all processes. */
export async function explainRoute(db: Db, destination: string, country: string): Promise<Explanation> {
  const [routes, carriers, figures] = [await listRoutes(db), await listCarriers(db), await loadFigures(db)];
  // The links of all processes: no process has this id.
  const { links } = await pollRouting(db, firstUuid);
  const pauses = pausesOf(await listPauses(db));
  const byCarrier = new Map(links.map((link) => [link.carrierId, link]));
  const standingOf = (carrierId: string): Standing => {
    // As in the router: messages for a paused carrier wait and are not rerouted.
    if (pauses.carriers.has(carrierId)) return 'up';
    const link = byCarrier.get(carrierId);
    if (link === undefined || Number(link.up) === 0) return 'down';
    return link.throttled ? 'throttled' : 'up';
  };
  const explained = explainNumber({ routes, carriers, standingOf, figures }, destination, country);
  const { outcome, carrierId, carrier } = explained;
  if (outcome === 'nowhere' || carrierId === undefined) return explained;
  if (pauses.all) return { ...explained, outcome: 'waits', text: `It waits for ${carrier}: everything is paused` };
  if (!pauses.carriers.has(carrierId)) return explained;
  return { ...explained, outcome: 'waits', text: `It waits for ${carrier}, which is paused` };
}
