import { noFigures, preferenceBy, type RoutingFigures, routingPolicyOf } from './policy.ts';
import { pick, type Route, type RouteTarget, routeTable, type Standing, shownSender } from './route.ts';

export type NamedRoute = Route & { readonly id: string };
type KnownCarrier = { readonly id: string; readonly name: string; readonly enabled: boolean };

export type RouteCandidate = {
  readonly route: NamedRoute;
  readonly carrier: string;
  readonly fits: boolean;
  readonly up: boolean;
  readonly chosen: boolean;
  readonly text: string;
  /** Per segment; undefined if unknown. */
  readonly unitCost: string | undefined;
  readonly currency: string | undefined;
  /** Delivered share of the completed messages that the carrier accepted for this country; undefined if there are too few. */
  readonly deliveredPercent: number | undefined;
  /** The sender override, if the route has one. Of a pool, the sender for an account without a name. */
  readonly sender: string | undefined;
};

export type Explanation = {
  /** `nowhere`: the message would be rejected and refunded; `waits`: until a carrier is connected. */
  readonly outcome: 'carrier' | 'nowhere' | 'waits';
  readonly carrierId: string | undefined;
  readonly carrier: string | undefined;
  readonly text: string;
  /** Matching routes in the order in which they would be tried, then the routes that do not apply. */
  readonly candidates: readonly RouteCandidate[];
};

export type Situation = {
  readonly routes: readonly NamedRoute[];
  readonly carriers: readonly KnownCarrier[];
  readonly standingOf: (carrierId: string) => Standing;
  readonly figures?: RoutingFigures;
};

/** Where the first attempt of a message would go, and why, decided by the dispatcher's own rules. */
export function explain(situation: Situation, target: RouteTarget): Explanation {
  const { routes, carriers, standingOf } = situation;
  const byId = new Map(carriers.map((carrier) => [carrier.id, carrier]));
  const choice = choiceOf(situation)(target);
  const { ranked, chosen } = choice;
  const counted = new Set(ranked);
  const reason = reasons(situation, target, choice);
  const candidates = [...ranked, ...routes.filter((route) => !counted.has(route))].map((route): RouteCandidate => {
    const carrier = byId.get(route.carrierId);
    const isEnabled = carrier?.enabled === true;
    const fits = takes(route, target);
    return {
      route,
      carrier: carrier?.name ?? '',
      fits,
      up: isEnabled && standingOf(route.carrierId) !== 'down',
      chosen: route === chosen,
      text: fits ? reason(route, isEnabled) : misfit(route, target),
      ...knownOf(situation, route, target),
    };
  });
  const outcome = outcomeOf(situation, chosen);
  const carrier = chosen === undefined ? undefined : byId.get(chosen.carrierId)?.name;
  return { outcome, carrierId: chosen?.carrierId, carrier, text: summary(outcome, carrier, candidates), candidates };
}

/** For a number without a message. Message ids decide among equal routes: a few fixed ids are drawn, and the most frequent carrier wins. */
export function explainNumber(situation: Situation, destination: string, country: string): Explanation {
  const choose = choiceOf(situation);
  const drawn = Array.from({ length: draws }, (_, draw) => {
    const target = { id: `${destination} ${draw}`, destination, country };
    return { target, chosen: choose(target).chosen?.carrierId };
  });
  const groups = [...Map.groupBy(drawn, ({ chosen }) => chosen).values()];
  const most = groups.reduce((largest, group) => (group.length > largest.length ? group : largest));
  return explain(situation, most[0]!.target);
}

const draws = 64;

/** The figures that the policies use, and the sender that would be shown. */
function knownOf(
  { figures = noFigures }: Situation,
  { carrierId, senders = [], rewrites = 'all' }: Route,
  target: RouteTarget,
) {
  const { country, destination } = target;
  const isOurs = (figure: { carrierId: string; country: string }) =>
    figure.carrierId === carrierId && figure.country === country;
  const cost = figures.costs.find(isOurs);
  return {
    unitCost: cost?.unitCost,
    currency: cost?.currency,
    deliveredPercent: figures.rates.find(isOurs)?.percent,
    sender:
      senders.length === 0 ? undefined : shownSender({ senders, rewrites }, { accountId: '', sender: '', destination }),
  };
}

type Choice = { readonly ranked: readonly NamedRoute[]; readonly chosen: NamedRoute | undefined };

/** Routes to disabled carriers do not count. */
function choiceOf({ routes, carriers, standingOf, figures = noFigures }: Situation) {
  const enabled = new Set(carriers.filter((carrier) => carrier.enabled).map(({ id }) => id));
  const table = routeTable(
    routes.filter(({ carrierId }) => enabled.has(carrierId)),
    preferenceBy(figures),
  );
  return (target: RouteTarget): Choice => {
    // The table returns the routes that it was given, so these still have their names.
    const ranked = table(target) as readonly NamedRoute[];
    return { ranked, chosen: pick(ranked, 0, standingOf) as NamedRoute | undefined };
  };
}

function takes({ country, prefix }: Route, target: RouteTarget): boolean {
  return (country ?? target.country) === target.country && target.destination.startsWith(prefix ?? '');
}

function outcomeOf({ carriers, standingOf }: Situation, chosen: Route | undefined): Explanation['outcome'] {
  if (chosen === undefined) return carriers.length === 0 ? 'waits' : 'nowhere';
  return standingOf(chosen.carrierId) === 'down' ? 'waits' : 'carrier';
}

function summary(outcome: Explanation['outcome'], carrier: string | undefined, all: readonly RouteCandidate[]): string {
  if (outcome === 'nowhere') {
    const isOff = all.some(({ fits }) => fits);
    return isOff
      ? 'Only routes to carriers that are switched off take this number: it would be rejected and its price given back'
      : 'No route takes this number: it would be rejected and its price given back';
  }
  if (outcome === 'carrier') return `It goes over ${carrier}`;
  return carrier === undefined
    ? 'No carrier is set up: it waits until there is one'
    : `It waits for ${carrier}: no carrier that takes this number is connected`;
}

const policyWords = { weight: '', 'least cost': ', the cheapest', 'best delivery': ', the one that delivers best' };

function misfit({ country, prefix }: Route, target: RouteTarget): string {
  if (country !== undefined && country !== target.country)
    return `It is for ${country}, and the number is of ${target.country}`;
  return `It is for numbers that begin with ${prefix}`;
}

/** Why a route that takes the number was chosen or not, in one sentence. */
function reasons({ standingOf, figures = noFigures }: Situation, { country }: RouteTarget, { ranked, chosen }: Choice) {
  const preference = preferenceBy(figures);
  const policy = policyWords[routingPolicyOf(figures, country)];
  const worthOf = ({ carrierId }: Route) => preference(country, carrierId);
  const isAlike = (a: Route, b: Route) => a.priority === b.priority && lengthOf(a) === lengthOf(b);
  const isEqual = (a: Route, b: Route) => isAlike(a, b) && worthOf(a) === worthOf(b);

  return (route: NamedRoute, isEnabled: boolean): string => {
    if (!isEnabled || chosen === undefined) return 'Its carrier is switched off';
    const standing = standingOf(route.carrierId);
    if (route === chosen) return best(route, standing);
    if (standing === 'down') return 'It takes the number, but its carrier is not connected';
    if (standing === 'throttled' && standingOf(chosen.carrierId) === 'up')
      return 'It takes the number, but its carrier complains about the speed';
    if (ranked.indexOf(route) < ranked.indexOf(chosen)) return 'It takes the number, but its carrier complains as well';
    return behind(route, chosen);
  };

  function best(route: NamedRoute, standing: Standing): string {
    if (standing === 'down') return 'Nothing that takes the number is connected: it waits for the best route';
    const before = ranked.slice(0, ranked.indexOf(route)).filter((other) => !isEqual(other, route));
    const isWorthier = ranked.some((other) => isAlike(other, route) && worthOf(other) > worthOf(route));
    return [
      before.length > 0 ? 'The best route whose carrier is connected' : 'The best route',
      `: priority ${route.priority}`,
      route.prefix ? `, prefix ${route.prefix}` : '',
      isWorthier ? policy : '',
      shareOf(route),
      standing === 'throttled' ? '; its carrier complains about the speed, and nothing else is connected' : '',
    ].join('');
  }

  function behind(route: NamedRoute, winner: NamedRoute): string {
    if (route.priority !== winner.priority)
      return `A spare: its priority ${route.priority} comes after ${winner.priority}`;
    if (lengthOf(route) !== lengthOf(winner)) return 'A spare: of the same priority, but the other has a longer prefix';
    if (worthOf(route) > worthOf(winner)) return `A spare: of the same priority, but not${policy.slice(1)}`;
    return `Takes turns with the chosen one${shareOf(route)}`;
  }

  /** The route's share of the messages that its equals get together, among carriers of equal standing. */
  function shareOf(route: NamedRoute): string {
    const standing = standingOf(route.carrierId);
    const equals = ranked.filter((other) => isEqual(other, route) && standingOf(other.carrierId) === standing);
    // Two routes to one carrier get the same draw, so only the heavier one counts.
    const weights = new Map<string, number>();
    for (const { carrierId, weight } of equals) weights.set(carrierId, Math.max(weight, weights.get(carrierId) ?? 0));
    if (weights.size < 2) return '';
    const sum = [...weights.values()].reduce((total, weight) => total + weight, 0);
    return `, by its weight for ${Math.round((100 * weights.get(route.carrierId)!) / sum)} % of the messages`;
  }
}

const lengthOf = ({ prefix }: Route): number => prefix?.length ?? 0;

/** Why a message is at this carrier, by the current routes; they may differ from the routes when it was sent. */
export function routeReason(routes: readonly Route[], target: RouteTarget, carrierId: string): string {
  const fitting = routeTable(routes)(target);
  const place = fitting.findIndex((route) => route.carrierId === carrierId);
  const route = fitting[place];
  if (route === undefined) return 'No route leads from this number to the carrier now; there was one then';
  const only = fitting.length === 1;
  if (only) return `The only route for this number: ${described(route)}`;
  if (place === 0) return `The best of ${fitting.length} routes for this number: ${described(route)}`;
  return `Number ${place + 1} of ${fitting.length} routes for this number: ${described(route)}; carriers of better ones were away, slowed down or had not taken it`;
}

function described({ country, prefix, priority, weight }: Route): string {
  const to = prefix === undefined ? (country ?? 'every country') : `${prefix}…`;
  return `to ${to}, priority ${priority}, weight ${weight}`;
}
