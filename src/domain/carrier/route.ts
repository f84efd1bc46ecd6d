import { noPreference, type Preference } from './policy.ts';

/** Which senders a route replaces. */
export const rewriting = ['all', 'names'] as const;
export type Rewriting = (typeof rewriting)[number];

export type Route = {
  readonly carrierId: string;
  readonly country: string | undefined;
  readonly prefix: string | undefined;
  readonly priority: number;
  readonly weight: number;
  /** Shown in place of the sender of a message: one, or a pool of which every recipient sees the same. */
  readonly senders?: readonly string[];
  readonly rewrites?: Rewriting;
};

export type Target = { readonly id: string; readonly destination: string; readonly country: string };

/**
 * The routes that take a message, best first: lowest priority number, then the longest prefix, then by the policy, then weight. The draw among
 * equals is made by the message's id, so that every process comes to the same result, however often it asks.
 */
export type RouteTable = (target: Target) => readonly Route[];

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

/** Fixed: the same for every number of the country, with nothing left to draw. */
function routesOf(country: string, all: readonly Route[]): CountryRoutes {
  const routes = all
    .filter((route) => route.country === undefined || route.country === country)
    .sort((a, b) => a.priority - b.priority);
  const isFixed =
    routes.every(({ prefix }) => prefix === undefined) &&
    new Set(routes.map(({ priority }) => priority)).size === routes.length;
  return { routes, isFixed };
}

function ranked(routes: readonly Route[], { id, destination, country }: Target, preference: Preference): Route[] {
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
        // Not by a difference: two that nobody knows the cost of are equal.
        Number(a.worth > b.worth) - Number(a.worth < b.worth) ||
        b.draw - a.draw,
    )
    .map(({ route }) => route);
}

function length({ prefix }: Route): number {
  return prefix?.length ?? 0;
}

/** Evenly spread over 0 to 1: FNV-1a, and the finish of MurmurHash3 to spread it. */
export function draw(subject: string, candidate: string): number {
  let hash = 0x811c9dc5;
  for (const text of [subject, candidate]) {
    for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (((hash ^ (hash >>> 16)) >>> 0) + 0.5) / 2 ** 32;
}

/** How a carrier is doing, over all processes. */
export type Standing = 'up' | 'throttled' | 'down';

/**
 * The route that a message is to take: the best whose carrier is up and does not complain; otherwise the best that is up;
 * otherwise the best, to wait for it. A message that was tried in vain goes on to the next one that would do. That is counted
 * over all routes: the carrier that was tried may be down or complain by now, and would be passed over twice.
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

/** Whether there may be a number that both take. */
export function overlap(a: Route, b: Route): boolean {
  const [x, y] = [a.prefix ?? '', b.prefix ?? ''];
  return (
    (a.country === undefined || b.country === undefined || a.country === b.country) &&
    (x.startsWith(y) || y.startsWith(x))
  );
}
