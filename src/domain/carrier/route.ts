import { noPreference, type Preference } from './policy.ts';

export const rewriting = ['all', 'names'] as const;
export type Rewriting = (typeof rewriting)[number];

export type Route = {
  readonly carrierId: string;
  readonly country: string | undefined;
  readonly prefix: string | undefined;
  readonly priority: number;
  readonly weight: number;
  /** The sender override: one sender, or a pool of which each recipient always sees the same one. */
  readonly senders?: readonly string[];
  readonly rewrites?: Rewriting;
};

export type RouteTarget = { readonly id: string; readonly destination: string; readonly country: string };

/**
 * The routes that match a message, best first: lowest priority number, then longest prefix, then policy, then weight. The draw
 * among equals depends only on the message id, so all processes get the same result every time.
 */
export type RouteTable = (target: RouteTarget) => readonly Route[];

type CountryRoutes = { readonly routes: readonly Route[]; readonly isFixed: boolean };

export function routeTable(routes: readonly Route[], preference: Preference = noPreference): RouteTable {
  const byCountry = new Map<string, CountryRoutes>();
  return (target) => {
    const { country } = target;
    let known = byCountry.get(country);
    if (known === undefined) {
      known = routesOf(country, routes);
      byCountry.set(country, known);
    }
    return known.isFixed ? known.routes : ranked(known.routes, target, preference);
  };
}

/** The routes of a country in their order before the draw, which is the same for all its numbers. */
function routesOf(country: string, all: readonly Route[]): CountryRoutes {
  const routes = all
    .filter((route) => route.country === undefined || route.country === country)
    .sort((a, b) => a.priority - b.priority);
  const isFixed =
    routes.every(({ prefix }) => prefix === undefined) &&
    new Set(routes.map(({ priority }) => priority)).size === routes.length;
  return { routes, isFixed };
}

function ranked(routes: readonly Route[], { id, destination, country }: RouteTarget, preference: Preference): Route[] {
  return routes
    .filter(({ prefix }) => prefix === undefined || destination.startsWith(prefix))
    .map((route) => ({
      route,
      worth: preference(country, route.carrierId),
      draw: draw(id, route.carrierId) ** (1 / route.weight),
    }))
    .sort(
      (a, b) =>
        a.route.priority - b.route.priority ||
        length(b.route) - length(a.route) ||
        // Not by subtraction: two unknown costs (Infinity) are equal.
        Number(a.worth > b.worth) - Number(a.worth < b.worth) ||
        b.draw - a.draw,
    )
    .map(({ route }) => route);
}

function length({ prefix }: Route): number {
  return prefix?.length ?? 0;
}

/** Evenly distributed over 0 to 1: FNV-1a with the finalizer of MurmurHash3. */
export function draw(subject: string, candidate: string): number {
  let hash = 0x811c9dc5;
  for (const text of [subject, candidate]) {
    for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (((hash ^ (hash >>> 16)) >>> 0) + 0.5) / 2 ** 32;
}

export type Standing = 'up' | 'throttled' | 'down';

/**
 * The route for a message: the best whose carrier is up and not throttled, otherwise the best that is up, otherwise the best, to
 * wait for it. After a failed attempt a message takes the next usable route. The attempts are counted over all routes, because the
 * carrier that failed may be down or throttled by now and would otherwise be skipped twice.
 */
export function pick(
  routes: readonly Route[],
  attempts: number,
  standingOf: (carrierId: string) => Standing,
): Route | undefined {
  const [only] = routes;
  if (routes.length <= 1) return only;
  const first = attempts % routes.length;
  const order = [...routes.slice(first), ...routes.slice(0, first)];
  for (const wanted of ['up', 'throttled'] as const) {
    const fit = order.find(({ carrierId }) => standingOf(carrierId) === wanted);
    if (fit !== undefined) return fit;
  }
  return only;
}

export function overlap(a: Route, b: Route): boolean {
  const [x, y] = [a.prefix ?? '', b.prefix ?? ''];
  return (
    (a.country === undefined || b.country === undefined || a.country === b.country) &&
    (x.startsWith(y) || y.startsWith(x))
  );
}

type Shown = { readonly senders: readonly string[]; readonly rewrites: Rewriting };

export type Addressed = { readonly accountId: string; readonly sender: string; readonly destination: string };

/**
 * The sender that a recipient sees. From a pool it is always the same one for the same account and recipient, in every process and
 * without storing anything: the sender with the highest draw of account, recipient and sender. A number added to the pool takes its
 * share from all others, a removed one is divided among them; other recipients keep theirs.
 */
export function shownSender({ senders, rewrites }: Shown, { accountId, sender, destination }: Addressed): string {
  if (senders.length === 0 || (rewrites === 'names' && sender.startsWith('+'))) return sender;
  let [best, highest] = [sender, -1];
  for (const candidate of senders) {
    const lot = draw(`${accountId} ${destination}`, candidate);
    if (lot > highest) [best, highest] = [candidate, lot];
  }
  return best;
}
