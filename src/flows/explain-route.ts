import type { Db } from '../db.ts';
import { type Explanation, explainNumber, type Situation } from '../domain/carrier/explain.ts';
import type { Standing } from '../domain/carrier/route.ts';
import { firstUuid } from '../domain/uuid.ts';
import { listCarriers, listRoutes } from '../store/carrier/carriers.ts';
import { pollRouting } from '../store/carrier/links.ts';

/** Which way a message to this number would go now, by what is connected in any process. */
export async function explainRoute(db: Db, destination: string, country: string): Promise<Explanation> {
  return explainNumber(await routingNow(db), destination, country);
}

/** Routes, carriers, and how these are doing over all processes. */
export async function routingNow(db: Db): Promise<Situation> {
  const [routes, carriers] = [await listRoutes(db), await listCarriers(db)];
  // Of every process but one that does not exist.
  const { links } = await pollRouting(db, firstUuid);
  const byCarrier = new Map(links.map((link) => [link.carrierId, link]));
  const standingOf = (carrierId: string): Standing => {
    const link = byCarrier.get(carrierId);
    if (link === undefined || Number(link.up) === 0) return 'down';
    return link.throttled ? 'throttled' : 'up';
  };
  return { routes, carriers, standingOf };
}
