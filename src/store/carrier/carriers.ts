import type { Queryable } from '../../db.ts';
import type { Figures } from '../../domain/carrier/policy.ts';
import type { Rewriting, Route } from '../../domain/carrier/route.ts';
import type { PauseRef } from './pauses.ts';

export type CarrierRow = {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly enabled: boolean;
  /** Where messages wait that it is to take. */
  readonly queue: number;
  /** How it is called, if it is a generic HTTP carrier. */
  readonly description: object | null;
  /** What its callbacks are signed with, where that is not its password. */
  readonly signingSecret: string | null;
  /** In the path of its callbacks. */
  readonly callbackSecret: string;
};
export type Routing = {
  readonly version: string;
  readonly carriers: CarrierRow[];
  readonly routes: Route[];
  readonly pauses: PauseRef[];
  readonly figures: Figures;
};

export async function loadRouting(db: Queryable): Promise<Routing> {
  const { rows } = await db.query<{
    version: string;
    carriers: CarrierRow[];
    routes: (Route & { country: string | null; prefix: string | null })[];
    pauses: PauseRef[];
    policies: (Figures['policies'][number] & { country: string | null })[];
    costs: Figures['costs'];
    rates: Figures['rates'];
  }>(
    `SELECT version,
       coalesce((SELECT json_agg(json_build_object('id', id, 'name', name, 'url', url, 'enabled', enabled,
         'queue', queue, 'description', description, 'signingSecret', signing_secret,
         'callbackSecret', callback_secret)) FROM carriers), '[]') AS carriers,
       coalesce((SELECT json_agg(json_build_object('carrierId', carrier_id, 'country', country, 'prefix', prefix,
         'priority', priority, 'weight', weight, 'senders', senders, 'rewrites', rewrites) ORDER BY id)
         FROM routes), '[]') AS routes,
       ${figureColumns},
       coalesce((SELECT json_agg(json_build_object('kind', kind, 'subjectId', subject_id)) FROM pauses), '[]') AS pauses
     FROM routing`,
  );
  const { version, carriers, routes, pauses, policies, costs, rates } = rows[0]!;
  return {
    version,
    carriers,
    pauses,
    figures: toFigures({ policies, costs, rates }),
    routes: routes.map((route) => ({
      ...route,
      country: route.country ?? undefined,
      prefix: route.prefix ?? undefined,
    })),
  };
}

const figureColumns = `
  coalesce((SELECT json_agg(json_build_object('country', country, 'policy', policy, 'windowHours', window_hours))
    FROM routing_policies), '[]') AS policies,
  coalesce((SELECT json_agg(json_build_object('carrierId', carrier_id, 'country', country, 'unitCost', trim_scale(unit_cost)::text,
    'currency', currency)) FROM carrier_costs), '[]') AS costs,
  coalesce((SELECT json_agg(json_build_object('carrierId', carrier_id, 'country', country, 'percent', percent, 'messages', messages))
    FROM delivery_rates), '[]') AS rates`;

type FigureRow = {
  policies: (Figures['policies'][number] & { country: string | null })[];
  costs: Figures['costs'];
  rates: Figures['rates'];
};

const toFigures = ({ policies, costs, rates }: FigureRow): Figures => ({
  policies: policies.map((rule) => ({ ...rule, country: rule.country ?? undefined })),
  costs,
  rates,
});

/** What the policies look at. */
export async function loadFigures(db: Queryable): Promise<Figures> {
  const { rows } = await db.query<FigureRow>(`SELECT ${figureColumns}`);
  return toFigures(rows[0]!);
}

/** The carrier that the settings name, with a route for everything; one that exists gets the new address. */
export async function upsertDefaultCarrier(
  tx: Queryable,
  carrier: { id: string; routeId: string; name: string; url: string },
): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO carriers (id, name, url) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET url = excluded.url WHERE carriers.url <> excluded.url RETURNING id`,
    [carrier.id, carrier.name, carrier.url],
  );
  const [changed] = rows;
  if (changed !== undefined) await tx.query('DELETE FROM carrier_circuits WHERE carrier_id = $1', [changed.id]);
  if (changed?.id === carrier.id) {
    await tx.query('INSERT INTO routes (id, carrier_id, priority) VALUES ($1, $2, 1000)', [
      carrier.routeId,
      carrier.id,
    ]);
  }
}

export type StoredCarrier = CarrierRow & { readonly createdAt: Date };
export type StoredRoute = Route & {
  readonly id: string;
  readonly senders: readonly string[];
  readonly rewrites: Rewriting;
};

const carrierColumns = `id, name, url, enabled, queue, created_at AS "createdAt", description,
  signing_secret AS "signingSecret", callback_secret AS "callbackSecret"`;

/** Until the transaction ends, nobody else changes carriers or routes. */
export async function lockRouting(tx: Queryable): Promise<void> {
  await tx.query('SELECT 1 FROM routing FOR UPDATE');
}

export async function listCarriers(db: Queryable): Promise<StoredCarrier[]> {
  return (await db.query<StoredCarrier>(`SELECT ${carrierColumns} FROM carriers ORDER BY name`)).rows;
}

export async function hasCarriers(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>('SELECT EXISTS (SELECT FROM carriers) AS found');
  return rows[0]!.found;
}

type CarrierFields = Omit<CarrierRow, 'queue' | 'callbackSecret'>;

const carrierValues = ({ id, name, url, enabled, description, signingSecret }: CarrierFields): unknown[] => [
  id,
  name,
  url,
  enabled,
  description === null ? null : JSON.stringify(description),
  signingSecret,
];

export async function insertCarrier(tx: Queryable, carrier: CarrierFields): Promise<StoredCarrier> {
  const { rows } = await tx.query<StoredCarrier>(
    `INSERT INTO carriers (id, name, url, enabled, description, signing_secret) VALUES ($1, $2, $3, $4, $5, $6)
     RETURNING ${carrierColumns}`,
    carrierValues(carrier),
  );
  return rows[0]!;
}

export async function updateCarrier(tx: Queryable, carrier: CarrierFields): Promise<StoredCarrier> {
  const { rows } = await tx.query<StoredCarrier>(
    // A carrier with another address or password is called without delay.
    `WITH reset AS (DELETE FROM carrier_circuits WHERE carrier_id = $1)
     UPDATE carriers SET name = $2, url = $3, enabled = $4, description = $5, signing_secret = $6 WHERE id = $1
     RETURNING ${carrierColumns}`,
    carrierValues(carrier),
  );
  return rows[0]!;
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

/** False if there was none. */
export async function deleteRoute(tx: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM routes WHERE id = $1', [id]);
  return rowCount === 1;
}
