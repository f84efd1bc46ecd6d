import { randomBytes } from 'node:crypto';
import type { Queryable, Transaction } from '../../database/db.ts';
import type { RoutingFigures } from '../../domain/carrier/policy.ts';
import type { ReasonCarrier } from '../../domain/carrier/reasons/reason.ts';
import type { Rewriting, Route } from '../../domain/carrier/route.ts';
import { places } from '../secrets/columns.ts';
import { type Sealer, sealerFor, unseal, unsealOptional } from '../secrets/data-keys.ts';
import type { PauseRef } from './pauses.ts';

export type CarrierRow = {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly enabled: boolean;
  readonly queue: number;
  readonly description: object | null;
  /** The secret that signs its callbacks, if it is not the password. */
  readonly signingSecret: string | null;
  readonly callbackSecret: string;
};
export type Routing = {
  readonly version: string;
  readonly carriers: CarrierRow[];
  readonly routes: Route[];
  readonly pauses: PauseRef[];
  readonly figures: RoutingFigures;
};

/** As stored: an encrypted description is a JSON string. */
type Sealed<Row extends CarrierRow> = Omit<Row, 'description'> & { readonly description: object | string | null };

async function inClear<Row extends CarrierRow>(db: Queryable, rows: readonly Sealed<Row>[]): Promise<Row[]> {
  const clear: Row[] = [];
  for (const row of rows) {
    const place = (column: Parameters<typeof places.carrier>[0]) => places.carrier(column, row.id);
    clear.push({
      ...row,
      url: await unseal(db, place('url'), row.url),
      description:
        typeof row.description === 'string'
          ? (JSON.parse(await unseal(db, place('description'), row.description)) as object)
          : row.description,
      signingSecret: await unsealOptional(db, place('signing_secret'), row.signingSecret),
      callbackSecret: await unseal(db, place('callback_secret'), row.callbackSecret),
    } as Row);
  }
  return clear;
}

export async function loadRouting(db: Queryable): Promise<Routing> {
  const { rows } = await db.query<
    RoutingFigures & Omit<Routing, 'carriers' | 'figures'> & { carriers: Sealed<CarrierRow>[] }
  >(
    `SELECT version,
       coalesce((SELECT json_agg(json_build_object('id', id, 'name', name, 'url', url, 'enabled', enabled,
         'queue', queue, 'description', description, 'signingSecret', signing_secret,
         'callbackSecret', callback_secret)) FROM carriers), '[]') AS carriers,
       coalesce((SELECT json_strip_nulls(json_agg(json_build_object('carrierId', carrier_id, 'country', country, 'prefix', prefix,
         'priority', priority, 'weight', weight, 'senders', senders, 'rewrites', rewrites) ORDER BY id))
         FROM routes), '[]') AS routes,
       ${figureColumns},
       coalesce((SELECT json_agg(json_build_object('kind', kind, 'subjectId', subject_id)) FROM pauses), '[]') AS pauses
     FROM routing`,
  );
  const { version, carriers, routes, pauses, ...figures } = rows[0]!;
  return { version, carriers: await inClear(db, carriers), routes, pauses, figures };
}

const figureColumns = `
  coalesce((SELECT json_strip_nulls(json_agg(json_build_object('country', country, 'policy', policy, 'windowHours', window_hours)))
    FROM routing_policies), '[]') AS policies,
  coalesce((SELECT json_agg(json_build_object('carrierId', carrier_id, 'country', country, 'unitCost', trim_scale(unit_cost)::text,
    'currency', currency)) FROM carrier_costs), '[]') AS costs,
  coalesce((SELECT json_agg(json_build_object('carrierId', carrier_id, 'country', country, 'percent', percent, 'messages', messages))
    FROM delivery_rates), '[]') AS rates`;

export async function loadFigures(db: Queryable): Promise<RoutingFigures> {
  return (await db.query<RoutingFigures>(`SELECT ${figureColumns}`)).rows[0]!;
}

/** Creates the carrier of the configuration with a route for every number, or changes the URL of the existing one. */
export async function upsertDefaultCarrier(
  tx: Transaction,
  carrier: { id: string; routeId: string; name: string; url: string },
): Promise<void> {
  const sealer = await sealerFor(tx);
  const { rowCount } = await tx.query(
    `INSERT INTO carriers (id, name, url, callback_secret) VALUES ($1, $2, $3, $4) ON CONFLICT (name) DO NOTHING`,
    [carrier.id, carrier.name, sealedUrl(sealer, carrier), newCallbackSecret(sealer, carrier.id)],
  );
  if (rowCount === 1) {
    await tx.query('INSERT INTO routes (id, carrier_id, priority) VALUES ($1, $2, 1000)', [
      carrier.routeId,
      carrier.id,
    ]);
    return;
  }
  const { rows } = await tx.query<{ id: string; url: string }>(
    'SELECT id, url FROM carriers WHERE name = $1 FOR NO KEY UPDATE',
    [carrier.name],
  );
  for (const { id, url } of rows) {
    if ((await unseal(tx, places.carrier('url', id), url)) === carrier.url) continue;
    await tx.query('UPDATE carriers SET url = $2 WHERE id = $1', [id, sealedUrl(sealer, { ...carrier, id })]);
    await tx.query('DELETE FROM carrier_circuits WHERE carrier_id = $1', [id]);
  }
}

const sealedUrl = ({ seal }: Sealer, { id, url }: { id: string; url: string }): string =>
  seal(places.carrier('url', id), url);

/** 256 random bits, in the path of callbacks. */
const newCallbackSecret = ({ seal }: Sealer, id: string): string =>
  seal(places.carrier('callback_secret', id), randomBytes(32).toString('hex'));

export type StoredCarrier = CarrierRow & {
  readonly createdAt: Date;
  readonly reasonTexts: Readonly<Record<string, string>>;
};
export type StoredRoute = Route & {
  readonly id: string;
  readonly senders: readonly string[];
  readonly rewrites: Rewriting;
};

const carrierColumns = `id, name, url, enabled, queue, created_at AS "createdAt", description, reason_texts AS "reasonTexts",
  signing_secret AS "signingSecret", callback_secret AS "callbackSecret"`;

/** Until the transaction ends, no other transaction changes carriers or routes. */
export async function lockRouting(tx: Queryable): Promise<void> {
  await tx.query('SELECT 1 FROM routing FOR UPDATE');
}

export async function listCarriers(db: Queryable): Promise<StoredCarrier[]> {
  const { rows } = await db.query<Sealed<StoredCarrier>>(`SELECT ${carrierColumns} FROM carriers ORDER BY name`);
  return inClear(db, rows);
}

/** What explains the codes of each carrier. */
export async function reasonCarriers(db: Queryable): Promise<ReasonCarrier[]> {
  const { rows } = await db.query<ReasonCarrier>({
    name: 'reasons of carriers',
    text: 'SELECT id, url, reason_texts AS "reasonTexts" FROM carriers',
  });
  const clear: ReasonCarrier[] = [];
  for (const row of rows) clear.push({ ...row, url: await unseal(db, places.carrier('url', row.id), row.url) });
  return clear;
}

/** An enabled carrier that is the simulator. URLs may be encrypted, so SQL cannot search for it. */
export async function findSimulator(db: Queryable): Promise<string | undefined> {
  const found = (await listCarriers(db)).filter(({ enabled, url }) => enabled && url.startsWith('simulator:'));
  return found.map(({ id }) => id).sort()[0];
}

export async function hasCarriers(db: Queryable): Promise<boolean> {
  return (await db.query<{ found: boolean }>('SELECT EXISTS (SELECT FROM carriers) AS found')).rows[0]!.found;
}

type CarrierFields = Omit<StoredCarrier, 'queue' | 'callbackSecret' | 'createdAt'>;

function carrierValues(sealer: Sealer, carrier: CarrierFields): unknown[] {
  const { id, name, enabled, description, signingSecret, reasonTexts } = carrier;
  const texts = JSON.stringify(reasonTexts);
  return [id, name, sealedUrl(sealer, carrier), enabled, sealedJson(), sealedSigningSecret(), texts];

  function sealedJson(): string | null {
    if (description === null) return null;
    const clear = JSON.stringify(description);
    const sealed = sealer.seal(places.carrier('description', id), clear);
    return sealed === clear ? clear : JSON.stringify(sealed);
  }

  function sealedSigningSecret(): string | null {
    return signingSecret === null ? null : sealer.seal(places.carrier('signing_secret', id), signingSecret);
  }
}

export async function insertCarrier(tx: Transaction, carrier: CarrierFields): Promise<StoredCarrier> {
  const sealer = await sealerFor(tx);
  const { rows } = await tx.query<Sealed<StoredCarrier>>(
    `INSERT INTO carriers (id, name, url, enabled, description, signing_secret, reason_texts, callback_secret)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${carrierColumns}`,
    [...carrierValues(sealer, carrier), newCallbackSecret(sealer, carrier.id)],
  );
  return (await inClear(tx, rows))[0]!;
}

export async function updateCarrier(tx: Transaction, carrier: CarrierFields): Promise<StoredCarrier> {
  const { rows } = await tx.query<Sealed<StoredCarrier>>(
    // A carrier with another URL or password is called without delay.
    `WITH reset AS (DELETE FROM carrier_circuits WHERE carrier_id = $1)
     UPDATE carriers SET name = $2, url = $3, enabled = $4, description = $5, signing_secret = $6, reason_texts = $7 WHERE id = $1
     RETURNING ${carrierColumns}`,
    carrierValues(await sealerFor(tx), carrier),
  );
  return (await inClear(tx, rows))[0]!;
}

export async function deleteCarrier(tx: Queryable, id: string): Promise<void> {
  await tx.query(
    `WITH resumed AS (DELETE FROM pauses WHERE kind = 'carrier' AND subject_id = $1) DELETE FROM carriers WHERE id = $1`,
    [id],
  );
}

type RouteRow = Omit<StoredRoute, 'country' | 'prefix'> & { country: string | null; prefix: string | null };

const routeColumns = 'id, carrier_id AS "carrierId", country, prefix, priority, weight, senders, rewrites';
const toRoute = ({ country, prefix, ...rest }: RouteRow): StoredRoute => ({
  ...rest,
  country: country ?? undefined,
  prefix: prefix ?? undefined,
});

export async function listRoutes(db: Queryable): Promise<StoredRoute[]> {
  const { rows } = await db.query<RouteRow>(
    `SELECT ${routeColumns} FROM routes ORDER BY country NULLS LAST, prefix NULLS LAST, priority, id`,
  );
  return rows.map(toRoute);
}

export async function findRoute(db: Queryable, id: string): Promise<StoredRoute | undefined> {
  const { rows } = await db.query<RouteRow>(`SELECT ${routeColumns} FROM routes WHERE id = $1`, [id]);
  return rows[0] && toRoute(rows[0]);
}

const routeValues = (route: Omit<StoredRoute, 'carrierId'>): unknown[] => [
  route.id,
  route.country ?? null,
  route.prefix ?? null,
  route.priority,
  route.weight,
  route.senders,
  route.rewrites,
];

export async function insertRoute(tx: Queryable, route: StoredRoute): Promise<StoredRoute> {
  const { rows } = await tx.query<RouteRow>(
    `INSERT INTO routes (id, country, prefix, priority, weight, senders, rewrites, carrier_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${routeColumns}`,
    [...routeValues(route), route.carrierId],
  );
  return toRoute(rows[0]!);
}

export async function updateRoute(tx: Queryable, route: StoredRoute): Promise<StoredRoute> {
  const { rows } = await tx.query<RouteRow>(
    `UPDATE routes SET country = $2, prefix = $3, priority = $4, weight = $5, senders = $6, rewrites = $7 WHERE id = $1
     RETURNING ${routeColumns}`,
    routeValues(route),
  );
  return toRoute(rows[0]!);
}

export async function deleteRoute(tx: Queryable, id: string): Promise<boolean> {
  return (await tx.query('DELETE FROM routes WHERE id = $1', [id])).rowCount === 1;
}
