import { type Said, type Spoken, saidOf, say, spoken } from '../text/said.ts';
import { noFigures, preferenceBy, type RoutingFigures, routingPolicyOf } from './policy.ts';
import { pick, type Route, type RouteTarget, routeTable, type Standing, shownSender } from './route.ts';

/** Sentences with their placeholders, for translations. */
export type Explained = { readonly text: string; readonly said: readonly Said[] };

const explained = (...sentences: readonly (string | Spoken)[]): Explained => {
  const all = sentences.map(spoken);
  return { text: all.map(({ english }) => english).join(' '), said: all.map(saidOf) };
};

export type NamedRoute = Route & { readonly id: string };
type KnownCarrier = { readonly id: string; readonly name: string; readonly enabled: boolean };

export type RouteCandidate = Explained & {
  readonly route: NamedRoute;
  readonly carrier: string;
  readonly fits: boolean;
  readonly up: boolean;
  readonly chosen: boolean;
  /** Per segment; undefined if unknown. */
  readonly unitCost: string | undefined;
  readonly currency: string | undefined;
  /** Delivered share of the completed messages that the carrier accepted for this country; undefined if there are too few. */
  readonly deliveredPercent: number | undefined;
  /** The sender override, if the route has one. Of a pool, the sender for an account without a name. */
  readonly sender: string | undefined;
};

export type Explanation = Explained & {
  /** `nowhere`: the message would be rejected and refunded; `waits`: until a carrier is connected. */
  readonly outcome: 'carrier' | 'nowhere' | 'waits';
  readonly carrierId: string | undefined;
  readonly carrier: string | undefined;
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
      ...explained(...(fits ? reason(route, isEnabled) : [mismatch(route, target)])),
      ...knownOf(situation, route, target),
    };
  });
  const outcome = outcomeOf(situation, chosen);
  const carrier = chosen === undefined ? undefined : byId.get(chosen.carrierId)?.name;
  return {
    outcome,
    carrierId: chosen?.carrierId,
    carrier,
    ...explained(summary(outcome, carrier, candidates)),
    candidates,
  };
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

function summary(outcome: Explanation['outcome'], carrier = '', all: readonly RouteCandidate[]): string | Spoken {
  if (outcome === 'carrier') return say`The message is sent through ${carrier}.`;
  if (outcome === 'nowhere')
    return all.some(({ fits }) => fits)
      ? 'All routes for this number lead to disabled carriers: the message is rejected and refunded.'
      : 'No route matches this number: the message is rejected and refunded.';
  return carrier === ''
    ? 'No carrier is configured: the message waits until there is one.'
    : say`The message waits for ${carrier}: no carrier with a route for this number is connected.`;
}

function mismatch({ country, prefix }: Route, target: RouteTarget): Spoken {
  if (country !== undefined && country !== target.country)
    return say`The route is for ${country}, the number is in ${target.country}.`;
  return say`The route is for numbers that start with ${prefix ?? ''}.`;
}

const byPolicy = {
  weight: { best: [], other: 'Fallback: same priority.' },
  'least cost': { best: ['Its carrier has the lowest cost.'], other: 'Fallback: same priority, higher cost.' },
  'best delivery': {
    best: ['Its carrier has the highest delivery rate.'],
    other: 'Fallback: same priority, lower delivery rate.',
  },
} as const;

type Sentences = readonly (string | Spoken)[];

/** Why a route that matches the number was selected or not. */
function reasons({ standingOf, figures = noFigures }: Situation, { country }: RouteTarget, { ranked, chosen }: Choice) {
  const preference = preferenceBy(figures);
  const policy = byPolicy[routingPolicyOf(figures, country)];
  const worthOf = ({ carrierId }: Route) => preference(country, carrierId);
  const isAlike = (a: Route, b: Route) => a.priority === b.priority && lengthOf(a) === lengthOf(b);
  const isEqual = (a: Route, b: Route) => isAlike(a, b) && worthOf(a) === worthOf(b);

  return (route: NamedRoute, isEnabled: boolean): Sentences => {
    if (!isEnabled || chosen === undefined) return ['The carrier is disabled.'];
    const standing = standingOf(route.carrierId);
    if (route === chosen) return best(route, standing);
    if (standing === 'down') return ['The carrier is not connected.'];
    const isSlower = standing === 'throttled' && standingOf(chosen.carrierId) === 'up';
    if (isSlower || ranked.indexOf(route) < ranked.indexOf(chosen)) return ['The carrier is throttled.'];
    return behind(route, chosen);
  };

  function best(route: NamedRoute, standing: Standing): Sentences {
    if (standing === 'down') return ['No carrier for this number is connected: the message waits for the best route.'];
    const before = ranked.slice(0, ranked.indexOf(route)).filter((other) => !isEqual(other, route));
    const isWorthier = ranked.some((other) => isAlike(other, route) && worthOf(other) > worthOf(route));
    const { priority, prefix } = route;
    return [
      before.length > 0
        ? say`Best route with a connected carrier: priority ${priority}.`
        : say`Best route: priority ${priority}.`,
      ...(prefix ? [say`Its prefix is ${prefix}.`] : []),
      ...(isWorthier ? policy.best : []),
      ...shareOf(route),
      ...(standing === 'throttled' ? ['The carrier is throttled, but no other one is connected.'] : []),
    ];
  }

  function behind(route: NamedRoute, winner: NamedRoute): Sentences {
    if (route.priority !== winner.priority)
      return [say`Fallback: priority ${route.priority} comes after ${winner.priority}.`];
    if (lengthOf(route) !== lengthOf(winner)) return ['Fallback: same priority, shorter prefix.'];
    if (worthOf(route) > worthOf(winner)) return [policy.other];
    return ['Alternates with the selected route.', ...shareOf(route)];
  }

  /** The route's share of the messages that its equals get together, among carriers of equal standing. */
  function shareOf(route: NamedRoute): Sentences {
    const standing = standingOf(route.carrierId);
    const equals = ranked.filter((other) => isEqual(other, route) && standingOf(other.carrierId) === standing);
    // Two routes to one carrier get the same draw, so only the heavier one counts.
    const weights = new Map<string, number>();
    for (const { carrierId, weight } of equals) weights.set(carrierId, Math.max(weight, weights.get(carrierId) ?? 0));
    if (weights.size < 2) return [];
    const sum = [...weights.values()].reduce((total, weight) => total + weight, 0);
    return [say`By weight, it gets ${Math.round((100 * weights.get(route.carrierId)!) / sum)} % of the messages.`];
  }
}

const lengthOf = ({ prefix }: Route): number => prefix?.length ?? 0;

/** Why a message is at this carrier, by the current routes; they may differ from the routes when it was sent. */
export function routeReason(routes: readonly Route[], target: RouteTarget, carrierId: string): Explained {
  const matching = routeTable(routes)(target);
  const place = matching.findIndex((route) => route.carrierId === carrierId);
  const route = matching[place];
  if (route === undefined) return explained('The route to this carrier was changed or deleted since.');
  const count = matching.length;
  if (count === 1) return explained('Only route for this number:', described(route));
  if (place === 0) return explained(say`Best of ${count} routes for this number:`, described(route));
  return explained(
    say`Route ${place + 1} of ${count} for this number:`,
    described(route),
    'The carriers of better routes were down, throttled or refused the message.',
  );
}

function described({ country, prefix, priority, weight }: Route): Spoken {
  const to = prefix === undefined ? country : `${prefix}…`;
  return to === undefined
    ? say`all countries, priority ${priority}, weight ${weight}.`
    : say`${to}, priority ${priority}, weight ${weight}.`;
}
