import type { Db, Transaction } from '../db.ts';
import {
  CarrierError,
  carrierName,
  checkRoute,
  defaultCarrierName,
  keepPassword,
  type RouteFields,
  withoutPassword,
} from '../domain/carrier/carrier.ts';
import { newId } from '../ids.ts';
import { Problem } from '../problem.ts';
import * as store from '../store/carrier/carriers.ts';

const simulatorUrl = 'simulator:';

/** The carrier of the settings: the simulator unless a URL is given. Called at every start; changes nothing if nothing changed. */
export function ensureDefaultCarrier(db: Db, url: string | undefined): Promise<void> {
  return db.transaction((tx) =>
    store.upsertDefaultCarrier(tx, {
      id: newId(),
      routeId: newId(),
      name: defaultCarrierName,
      url: url ?? simulatorUrl,
    }),
  );
}

/**
 * Throws a Problem if no carrier can be reached by this address; returns what its settings give up. The edge that has the carriers
 * hands it in.
 */
export type CheckUrl = (url: string) => readonly string[];

export type TrialStep = {
  readonly step: 'resolve' | 'connect' | 'tls' | 'bind' | 'enquire';
  readonly ok: boolean;
  readonly text: string;
};

/** How a connection went that was opened only to see whether it can be: step by step, up to the first that failed. */
export type CarrierTrial = {
  readonly ok: boolean;
  readonly milliseconds: number;
  readonly steps: readonly TrialStep[];
  /** What to do about the step that failed. */
  readonly advice?: string;
};

/** Connects by an address and says goodbye. The edge that has the carriers hands it in. */
export type TestUrl = (url: string) => Promise<CarrierTrial>;

/** The address is shown without its password, which nobody can read again. */
export type CarrierView = Omit<store.StoredCarrier, 'queue'>;

export type CarrierChanges = { readonly name?: string; readonly url?: string; readonly enabled?: boolean };

export async function listCarriers(db: Db): Promise<CarrierView[]> {
  return (await store.listCarriers(db)).map(toView);
}

export function createCarrier(
  db: Db,
  check: CheckUrl,
  { name, url, enabled = true }: CarrierChanges & { name: string; url: string },
): Promise<CarrierView> {
  return db.transaction(async (tx) => {
    await store.lockRouting(tx);
    await refuseTaken(tx, carrierName(name));
    return toView(await store.insertCarrier(tx, { id: newId(), name, url: checked(check, url), enabled }));
  });
}

/** Processes connect again within a second or two. Messages that wait for it go on waiting, or take another route. */
export function updateCarrier(db: Db, check: CheckUrl, id: string, changes: CarrierChanges): Promise<CarrierView> {
  return db.transaction(async (tx) => {
    const before = await lockCarrier(tx, id);
    const { name = before.name, enabled = before.enabled } = changes;
    const url = changes.url === undefined ? before.url : checked(check, keepPassword(changes.url, before.url));
    if (before.name === defaultCarrierName && (name !== before.name || url !== before.url)) {
      throw new CarrierError(
        'conflict',
        'the default carrier is what HERMOD_CARRIER_URL says: change that, or add another',
      );
    }
    if (name !== before.name) await refuseTaken(tx, carrierName(name));
    return toView(await store.updateCarrier(tx, { id, name, url, enabled }));
  });
}

/** The address of a test: a new one, or that of a carrier, changed or not; the password is kept as in `updateCarrier`. */
export async function addressToTest(
  db: Db,
  check: CheckUrl,
  { carrierId, url }: { readonly carrierId?: string; readonly url?: string },
): Promise<string> {
  if (carrierId === undefined && url === undefined) throw new CarrierError('invalid', 'url is missing');
  if (carrierId === undefined) return checked(check, url!);
  const carrier = (await store.listCarriers(db)).find(({ id }) => id === carrierId.toLowerCase());
  if (carrier === undefined) throw new CarrierError('not found', 'There is no such carrier');
  return checked(check, url === undefined ? carrier.url : keepPassword(url, carrier.url));
}

/**
 * Its routes go with it. What waits for it takes another route, or is refused and given back if there is none. What it has
 * taken stays as it is, and without receipts becomes UNKNOWN in the end: to drain a carrier, delete its routes first.
 */
export function deleteCarrier(db: Db, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    const { name } = await lockCarrier(tx, id);
    if (name === defaultCarrierName) {
      throw new CarrierError('conflict', 'the default carrier would be back at the next start: switch it off instead');
    }
    await store.deleteCarrier(tx, id);
  });
}

export const listRoutes: (db: Db) => Promise<store.StoredRoute[]> = store.listRoutes;

export type RouteChanges = Partial<{ [K in keyof RouteFields]: RouteFields[K] | null }>;

const anyRoute: RouteFields = {
  country: undefined,
  prefix: undefined,
  priority: 100,
  weight: 1,
  senders: [],
  rewrites: 'all',
};

export function createRoute(db: Db, carrierId: string, fields: RouteChanges): Promise<store.StoredRoute> {
  return db.transaction(async (tx) => {
    await lockCarrier(tx, carrierId);
    return store.insertRoute(tx, { id: newId(), carrierId, ...merged(anyRoute, fields) });
  });
}

/** What is left out stays; null stands for every country, every number, or the default. */
export function updateRoute(db: Db, id: string, fields: RouteChanges): Promise<store.StoredRoute> {
  return db.transaction(async (tx) => {
    await store.lockRouting(tx);
    const before = await store.findRoute(tx, id);
    if (before === undefined) throw new CarrierError('not found', 'There is no such route');
    return store.updateRoute(tx, { ...before, ...merged(before, fields) });
  });
}

export function deleteRoute(db: Db, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    if (!(await store.deleteRoute(tx, id))) throw new CarrierError('not found', 'There is no such route');
  });
}

function merged(before: RouteFields, changes: RouteChanges): RouteFields {
  const value = <K extends keyof RouteFields>(key: K): RouteFields[K] => {
    const change = changes[key];
    return change === undefined ? before[key] : ((change ?? anyRoute[key]) as RouteFields[K]);
  };
  const route = {
    country: value('country'),
    prefix: value('prefix'),
    priority: value('priority'),
    weight: value('weight'),
    senders: value('senders'),
    rewrites: value('rewrites'),
  };
  checkRoute(route);
  return route;
}

function checked(check: CheckUrl, url: string): string {
  try {
    check(url);
    return url;
  } catch (error) {
    if (error instanceof Problem) throw new CarrierError('invalid', `url: ${error.line}`);
    throw error;
  }
}

/** One change at a time, so that two can neither take the same name nor overwrite each other. */
async function lockCarrier(tx: Transaction, id: string): Promise<store.StoredCarrier> {
  await store.lockRouting(tx);
  const found = (await store.listCarriers(tx)).find((carrier) => carrier.id === id.toLowerCase());
  if (found === undefined) throw new CarrierError('not found', 'There is no such carrier');
  return found;
}

async function refuseTaken(tx: Transaction, name: string): Promise<void> {
  const taken = (await store.listCarriers(tx)).some((carrier) => carrier.name === name);
  if (taken) throw new CarrierError('conflict', 'name: another carrier has it');
}

function toView({ id, name, url, enabled, createdAt }: store.StoredCarrier): CarrierView {
  return { id, name, url: withoutPassword(url), enabled, createdAt };
}
