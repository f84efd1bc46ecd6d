import type { Db } from '../../database/db.ts';
import { type Explanation, explainNumber, type Situation } from '../../domain/carrier/explain.ts';
import { pausesOf } from '../../domain/carrier/pauses.ts';
import type { Standing } from '../../domain/carrier/route.ts';
import { firstUuid } from '../../domain/uuid.ts';
import { listCarriers, listRoutes, loadFigures } from '../../store/carrier/carriers.ts';
import { pollRouting } from '../../store/carrier/links.ts';
import { listPauses } from '../../store/carrier/pauses.ts';

/** The route of a message to this number, given the current connections of all processes. */
export async function explainRoute(db: Db, destination: string, country: string): Promise<Explanation> {
  const explained = explainNumber(await routingNow(db), destination, country);
  const pauses = pausesOf(await listPauses(db));
  const { outcome, carrierId, carrier } = explained;
  if (outcome === 'nowhere' || carrierId === undefined) return explained;
  if (pauses.all) return { ...explained, outcome: 'waits', text: `It waits for ${carrier}: everything is paused` };
  if (!pauses.carriers.has(carrierId)) return explained;
  return { ...explained, outcome: 'waits', text: `It waits for ${carrier}, which is paused` };
}

/** Routes, carriers and their availability over all processes. */
export async function routingNow(db: Db): Promise<Situation> {
  const [routes, carriers] = [await listRoutes(db), await listCarriers(db)];
  // The links of all processes: no process has this id.
  const { links } = await pollRouting(db, firstUuid);
  const { carriers: paused } = pausesOf(await listPauses(db));
  const byCarrier = new Map(links.map((link) => [link.carrierId, link]));
  const standingOf = (carrierId: string): Standing => {
    // As in the router: messages for a paused carrier wait and are not rerouted.
    if (paused.has(carrierId)) return 'up';
    const link = byCarrier.get(carrierId);
    if (link === undefined || Number(link.up) === 0) return 'down';
    return link.throttled ? 'throttled' : 'up';
  };
  return { routes, carriers, standingOf, figures: await loadFigures(db) };
}
