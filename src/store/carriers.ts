import type { Queryable } from '../db.ts';
import type { Route } from '../domain/route.ts';

export type CarrierRow = {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly enabled: boolean;
};
export type Routing = { readonly version: string; readonly carriers: CarrierRow[]; readonly routes: Route[] };

export async function routingVersion(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ version: string }>({
    name: 'routing version',
    text: 'SELECT version FROM routing',
  });
  return rows[0]!.version;
}

export async function loadRouting(db: Queryable): Promise<Routing> {
  const { rows } = await db.query<{
    version: string;
    carriers: CarrierRow[];
    routes: (Route & { country: string | null; prefix: string | null })[];
  }>(
    `SELECT version,
       coalesce((SELECT json_agg(json_build_object('id', id, 'name', name, 'url', url, 'enabled', enabled)) FROM carriers), '[]') AS carriers,
       coalesce((SELECT json_agg(json_build_object('carrierId', carrier_id, 'country', country, 'prefix', prefix,
         'priority', priority, 'weight', weight) ORDER BY id) FROM routes), '[]') AS routes
     FROM routing`,
  );
  const { version, carriers, routes } = rows[0]!;
  return {
    version,
    carriers,
    routes: routes.map((route) => ({
      ...route,
      country: route.country ?? undefined,
      prefix: route.prefix ?? undefined,
    })),
  };
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
  if (rows[0]?.id === carrier.id) {
    await tx.query('INSERT INTO routes (id, carrier_id, priority) VALUES ($1, $2, 1000)', [
      carrier.routeId,
      carrier.id,
    ]);
  }
}

/** An enabled carrier that is the simulator. */
export async function findSimulator(db: Queryable): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM carriers WHERE enabled AND url LIKE 'simulator:%' ORDER BY id LIMIT 1`,
  );
  return rows[0]?.id;
}
