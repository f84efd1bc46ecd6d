import { newId } from '../../base/ids.ts';
import { Problem } from '../../base/problem.ts';
import type { Config } from '../../config/config.ts';
import type { Db, Queryable, Transaction } from '../../database/db.ts';
import {
  CarrierError,
  callbackPath,
  carrierName,
  checkRoute,
  defaultCarrierName,
  isGeneric,
  isHttp,
  keepPassword,
  type RouteFields,
  withoutPassword,
} from '../../domain/carrier/carrier.ts';
import { reasonTextsOf } from '../../domain/carrier/reasons/reason-texts.ts';
import type { Finding } from '../../domain/health/finding.ts';
import { carrierHealth as carrierFindings } from '../../domain/health/outside.ts';
import * as store from '../../store/carrier/carriers.ts';

const simulatorUrl = 'simulator:';

/** Creates or updates the carrier of HERMOD_CARRIER_URL. Called at every start. */
export function ensureDefaultCarrier(db: Db, url = simulatorUrl): Promise<void> {
  return db.transaction((tx) =>
    store.upsertDefaultCarrier(tx, { id: newId(), routeId: newId(), name: defaultCarrierName, url }),
  );
}

/**
 * Called instead if HERMOD_CARRIER_URL is not set and the database is not embedded: a simulator that the operator did not configure would
 * charge messages and report them as delivered although no phone gets them. Release 0.1.0 created one. A default carrier of another
 * kind stays, since another node may have set it.
 */
export function deleteDefaultSimulator(db: Db): Promise<void> {
  return db.transaction(async (tx) => {
    await store.lockRouting(tx);
    const found = (await store.listCarriers(tx)).find(({ name }) => name === defaultCarrierName);
    if (found?.url.startsWith(simulatorUrl)) await store.deleteCarrier(tx, found.id);
  });
}

/** The finding of a start, `doctor` and readiness if an external database has no carrier. */
export async function missingCarrier(db: Queryable, { embedded }: Pick<Config, 'embedded'>): Promise<Finding[]> {
  if (embedded || (await store.hasCarriers(db))) return [];
  return carrierFindings([]);
}

/** Why callbacks of a carrier cannot be authenticated. `isFatal`: the key is missing, so all of them are refused. */
export type Weakness = { readonly text: string; readonly isFatal: boolean };

type Checked = { readonly warnings: readonly string[]; readonly weakness?: Weakness | undefined };

/** Throws a Problem if the URL is not that of a carrier. Implemented by src/carriers. */
export type CheckUrl = (url: string, description?: unknown, signingSecret?: string) => Checked;

export type TrialStep = {
  readonly step: 'resolve' | 'connect' | 'tls' | 'bind' | 'enquire';
  readonly ok: boolean;
  readonly text: string;
};

/** The result of a connection test: its steps up to the first that failed. */
export type CarrierTrial = {
  readonly ok: boolean;
  readonly milliseconds: number;
  readonly steps: readonly TrialStep[];
  readonly advice?: string;
};

/** Connects to a URL and disconnects. Implemented by src/carriers. */
export type TestUrl = (url: string, description?: unknown) => Promise<CarrierTrial>;

/** A request of a provider to the callback path of a carrier. */
export type CallbackRequest = {
  readonly method: 'GET' | 'POST';
  /** Path and query, beginning with the slash. */
  readonly target: string;
  /** The path after the secret, without leading and trailing slashes. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
};

export type CallbackAnswer = { readonly status: number; readonly type?: string; readonly body?: string };

/** HTTP callbacks of carriers, which any process may receive. Implemented by src/carriers. */
export type CarrierCallbacks = {
  /** Whether the carrier exists and has this secret: checked before the body is read. */
  isKnown(carrierId: string, secret: string): boolean;
  /** Resolves after the commit. */
  take(carrierId: string, request: CallbackRequest): Promise<CallbackAnswer>;
};

/** The URL is shown without its password; neither it nor the signing secret can be read. */
export type CarrierView = Pick<
  store.StoredCarrier,
  'id' | 'name' | 'url' | 'enabled' | 'createdAt' | 'description' | 'reasonTexts'
> & {
  readonly hasSigningSecret: boolean;
  readonly callbackPath: string | undefined;
  readonly warnings: readonly string[];
};

type CarrierChanges = {
  readonly name?: string;
  readonly url?: string;
  readonly enabled?: boolean;
  readonly description?: object | null;
  readonly signingSecret?: string | null;
  /** null: none. */
  readonly reasonTexts?: Readonly<Record<string, string>> | null;
};

export async function listCarriers(db: Db, check: CheckUrl): Promise<CarrierView[]> {
  return (await store.listCarriers(db)).map((carrier) => toView(carrier, check));
}

export function createCarrier(
  db: Db,
  check: CheckUrl,
  {
    name,
    url,
    enabled = true,
    description = null,
    signingSecret = null,
    reasonTexts = null,
  }: CarrierChanges & { name: string; url: string },
): Promise<CarrierView> {
  return db.transaction(async (tx) => {
    await store.lockRouting(tx);
    await refuseTaken(tx, carrierName(name));
    const address = { url: provable(check, url, description, signingSecret), description, signingSecret };
    const fields = { id: newId(), name, enabled, reasonTexts: reasonTextsOf(reasonTexts) };
    return toView(await store.insertCarrier(tx, { ...fields, ...address }), check);
  });
}

/** Processes reconnect within two seconds. Messages waiting for the carrier keep waiting, or take another route. */
export function updateCarrier(db: Db, check: CheckUrl, id: string, changes: CarrierChanges): Promise<CarrierView> {
  return db.transaction(async (tx) => {
    const before = await lockCarrier(tx, id);
    const { name = before.name, enabled = before.enabled, signingSecret = before.signingSecret } = changes;
    // With another URL the old description is dropped, unless it is given again.
    const { description = isGeneric(changes.url ?? before.url) ? before.description : null } = changes;
    const isReached = [changes.url, changes.description, changes.signingSecret].some((change) => change !== undefined);
    const address = changes.url === undefined ? before.url : keepPassword(changes.url, before.url);
    const url = isReached ? provable(check, address, description, signingSecret) : before.url;
    if (before.name === defaultCarrierName && (name !== before.name || url !== before.url)) {
      throw new CarrierError(
        'conflict',
        'the default carrier is what HERMOD_CARRIER_URL says: change that, or add another',
      );
    }
    if (name !== before.name) await refuseTaken(tx, carrierName(name));
    const reasonTexts = changes.reasonTexts === undefined ? before.reasonTexts : reasonTextsOf(changes.reasonTexts);
    const carrier = { id, name, url, enabled, description, signingSecret, reasonTexts };
    return toView(await store.updateCarrier(tx, carrier), check);
  });
}

/** The URL of a connection test: a new one, or that of a carrier, with the password and description kept as in `updateCarrier`. */
export async function addressToTest(
  db: Db,
  check: CheckUrl,
  { carrierId, url, description: given }: { carrierId?: string; url?: string; description?: object },
): Promise<{ readonly url: string; readonly description?: unknown }> {
  if (carrierId === undefined) {
    if (url === undefined) throw new CarrierError('invalid', 'url is missing');
    checked(check, url, given);
    return { url, description: given };
  }
  const carrier = await findCarrier(db, carrierId);
  const address = url === undefined ? carrier.url : keepPassword(url, carrier.url);
  const description = given ?? (isGeneric(address) ? carrier.description : undefined);
  checked(check, address, description);
  return { url: address, description };
}

/**
 * Also deletes its routes. Waiting messages take another route, or are refused and refunded if there is none. Sent messages get no more
 * receipts and become UNKNOWN: to drain a carrier, delete its routes first.
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

type RouteChanges = Partial<{ [K in keyof RouteFields]: RouteFields[K] | null }>;

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

/** Omitted fields stay; null means every country, every number, or the default. */
export function updateRoute(db: Db, id: string, fields: RouteChanges): Promise<store.StoredRoute> {
  return db.transaction(async (tx) => {
    await store.lockRouting(tx);
    const before = await store.findRoute(tx, id);
    if (before === undefined) throw new CarrierError('not found', 'Route not found');
    return store.updateRoute(tx, { ...before, ...merged(before, fields) });
  });
}

export function deleteRoute(db: Db, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    if (!(await store.deleteRoute(tx, id))) throw new CarrierError('not found', 'Route not found');
  });
}

function merged(before: RouteFields, changes: RouteChanges): RouteFields {
  const fields = Object.keys(anyRoute) as (keyof RouteFields)[];
  const values = fields.map((field) => {
    const change = changes[field];
    return [field, change === undefined ? before[field] : (change ?? anyRoute[field])];
  });
  const route = Object.fromEntries(values) as RouteFields;
  checkRoute(route);
  return route;
}

/** Throws for a carrier whose callbacks would all be refused. */
function provable(check: CheckUrl, url: string, description: unknown, signingSecret: string | null): string {
  const { weakness } = checked(check, url, description, signingSecret);
  if (weakness?.isFatal === true) throw new CarrierError('invalid', `signingSecret: ${weakness.text}`);
  return url;
}

function checked(check: CheckUrl, url: string, description?: unknown, signingSecret?: string | null): Checked {
  try {
    return check(url, description ?? undefined, signingSecret ?? undefined);
  } catch (error) {
    if (error instanceof Problem) throw new CarrierError('invalid', `url: ${error.line}`);
    throw error;
  }
}

/** Serialises changes, so that two cannot take the same name or overwrite each other. */
async function lockCarrier(tx: Transaction, id: string): Promise<store.StoredCarrier> {
  await store.lockRouting(tx);
  return findCarrier(tx, id);
}

export async function findCarrier(db: Queryable, id: string): Promise<store.StoredCarrier> {
  const found = (await store.listCarriers(db)).find((carrier) => carrier.id === id.toLowerCase());
  if (found === undefined) throw new CarrierError('not found', 'Carrier not found');
  return found;
}

async function refuseTaken(tx: Transaction, name: string): Promise<void> {
  const taken = (await store.listCarriers(tx)).some((carrier) => carrier.name === name);
  if (taken) throw new CarrierError('conflict', 'name: another carrier has it');
}

/** Without warnings for an invalid URL: the last error of the carrier already reports that. */
export function checkStored(check: CheckUrl, carrier: store.StoredCarrier): Checked {
  const { url, description, signingSecret } = carrier;
  try {
    return check(url, description ?? undefined, signingSecret ?? undefined);
  } catch {
    return { warnings: [] };
  }
}

function toView(carrier: store.StoredCarrier, check: CheckUrl): CarrierView {
  const { id, name, url, enabled, createdAt, description, signingSecret, reasonTexts } = carrier;
  return {
    id,
    name,
    url: withoutPassword(url),
    enabled,
    createdAt,
    description,
    reasonTexts,
    hasSigningSecret: signingSecret !== null,
    callbackPath: isHttp(url) ? callbackPath(carrier) : undefined,
    warnings: checkStored(check, carrier).warnings,
  };
}
