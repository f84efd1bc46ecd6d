import { type Figures, noFigures, policyOf, preferenceBy } from './policy.ts';
import { pick, type Route, routeTable, type Standing, type Target } from './route.ts';
import { shownSender } from './sender-pool.ts';

export type NamedRoute = Route & { readonly id: string };
export type KnownCarrier = { readonly id: string; readonly name: string; readonly enabled: boolean };

export type Candidate = {
  readonly route: NamedRoute;
  readonly carrier: string;
  /** The route matches the number. */
  readonly fits: boolean;
  /** Its carrier is enabled and connected. */
  readonly up: boolean;
  readonly chosen: boolean;
  readonly text: string;
  /** Per segment; undefined if unknown. */
  readonly unitCost: string | undefined;
  readonly currency: string | undefined;
  /** Of the completed messages that its carrier accepted for this country; undefined if not measured, or too few. */
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
  /** In the order in which they would be tried, then those that do not apply. */
  readonly candidates: readonly Candidate[];
};

export type Situation = {
  readonly routes: readonly NamedRoute[];
  readonly carriers: readonly KnownCarrier[];
  readonly standingOf: (carrierId: string) => Standing;
  readonly figures?: Figures;
};

/** Where the first attempt of a message would go, and why, decided by the dispatcher's own rules. */
export function explain(situation: Situation, target: Target): Explanation {
  const { routes, carriers } = situation;
  const byId = new Map(carriers.map((carrier) => [carrier.id, carrier]));
  const { ranked, chosen } = choiceOf(situation)(target);
  const counted = new Set(ranked);
  const rest = routes.filter((route) => !counted.has(route));
  const candidates = [...ranked, ...rest].map((route): Candidate => {
    const carrier = byId.get(route.carrierId);
    const fits = takes(route, target);
    return {
      route,
      carrier: carrier?.name ?? '',
      fits,
      up: carrier?.enabled === true && situation.standingOf(route.carrierId) !== 'down',
      chosen: route === chosen,
      text: judgement(situation, { route, chosen, ranked, fits, isEnabled: carrier?.enabled ?? false, target }),
      ...knownOf(situation, route, target),
    };
  });
  const outcome = outcomeOf(situation, chosen);
  const carrier = chosen === undefined ? undefined : byId.get(chosen.carrierId)?.name;
  return { outcome, carrierId: chosen?.carrierId, carrier, text: summary(outcome, carrier, candidates), candidates };
}

/**
 * For a number without a message yet. Among equal routes the message id decides, so this draws with a few fixed ids and returns the
 * most frequent carrier.
 */
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
  target: Target,
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

/** Routes to disabled carriers do not count. */
function choiceOf({ routes, carriers, standingOf, figures = noFigures }: Situation) {
  const enabled = new Set(carriers.filter((carrier) => carrier.enabled).map(({ id }) => id));
  const table = routeTable(
    routes.filter(({ carrierId }) => enabled.has(carrierId)),
    preferenceBy(figures),
  );
  return (target: Target) => {
    // The table returns the routes that it was given, so these still have their names.
    const ranked = table(target) as readonly NamedRoute[];
    return { ranked, chosen: pick(ranked, 0, standingOf) as NamedRoute | undefined };
  };
}

function takes({ country, prefix }: Route, target: Target): boolean {
  return (country ?? target.country) === target.country && target.destination.startsWith(prefix ?? '');
}

function outcomeOf({ carriers, standingOf }: Situation, chosen: Route | undefined): Explanation['outcome'] {
  if (chosen === undefined) return carriers.length === 0 ? 'waits' : 'nowhere';
  return standingOf(chosen.carrierId) === 'down' ? 'waits' : 'carrier';
}

function summary(outcome: Explanation['outcome'], carrier: string | undefined, all: readonly Candidate[]): string {
  if (outcome === 'nowhere') {
    const isOff = all.some(({ fits }) => fits);
    return isOff
      ? 'Only routes to carriers that are switched off take this number: it would be rejected and its price given back'
      : 'No route takes this number: it would be rejected and its price given back';
  }
  if (outcome === 'carrier') return `It goes over ${carrier}`;
  return carrier === undefined
    ? 'There is no carrier: it waits until there is one'
    : `It waits for ${carrier}: no carrier that takes this number is connected`;
}

type Judged = {
  readonly route: NamedRoute;
  readonly chosen: NamedRoute | undefined;
  readonly ranked: readonly NamedRoute[];
  readonly fits: boolean;
  readonly isEnabled: boolean;
  readonly target: Target;
};

/** Why a route was chosen or not, in one sentence. */
function judgement({ standingOf, figures = noFigures }: Situation, judged: Judged): string {
  const { route, chosen, ranked, fits, isEnabled, target } = judged;
  if (!fits) return misfit(route, target);
  if (!isEnabled || chosen === undefined) return 'Its carrier is switched off';
  const standing = standingOf(route.carrierId);
  const worthOf = worthBy(figures, target);
  if (route === chosen) return reasonOf(judged, standing, standingOf, worthOf);
  if (standing === 'down') return 'It takes the number, but its carrier is not connected';
  if (standing === 'throttled' && standingOf(chosen.carrierId) === 'up')
    return 'It takes the number, but its carrier complains about the speed';
  if (ranked.indexOf(route) < ranked.indexOf(chosen)) return 'It takes the number, but its carrier complains as well';
  return behind(route, chosen, ranked, standingOf, worthOf);
}

/** The preference by the country's policy; equal for all routes if the policy is weight. */
type Worth = { readonly of: (route: Route) => number; readonly policy: ReturnType<typeof policyOf> };

function worthBy(figures: Figures, { country }: Target): Worth {
  const preference = preferenceBy(figures);
  return { of: ({ carrierId }) => preference(country, carrierId), policy: policyOf(figures, country) };
}

const policyWords = { weight: '', 'least cost': ', the cheapest', 'best delivery': ', the one that delivers best' };

function misfit({ country, prefix }: Route, target: Target): string {
  if (country !== undefined && country !== target.country)
    return `It is for ${country}, and the number is of ${target.country}`;
  return `It is for numbers that begin with ${prefix}`;
}

function reasonOf(
  { route, ranked }: Judged,
  standing: Standing,
  standingOf: Situation['standingOf'],
  worth: Worth,
): string {
  if (standing === 'down') return 'Nothing that takes the number is connected: it waits for the best route';
  const before = ranked.slice(0, ranked.indexOf(route)).filter((other) => !isEqual(other, route, worth));
  const share = shareOf(route, ranked, standingOf, worth);
  const isWorthier = ranked.some((other) => isAlike(other, route) && worth.of(other) > worth.of(route));
  const best = before.length > 0 ? 'The best route whose carrier is connected' : 'The best route';
  const complaint =
    standing === 'throttled' ? '; its carrier complains about the speed, and nothing else is connected' : '';
  return `${best}: priority ${route.priority}${route.prefix ? `, prefix ${route.prefix}` : ''}${isWorthier ? policyWords[worth.policy] : ''}${share}${complaint}`;
}

function behind(
  route: NamedRoute,
  chosen: NamedRoute,
  ranked: readonly NamedRoute[],
  standingOf: Situation['standingOf'],
  worth: Worth,
): string {
  if (route.priority !== chosen.priority)
    return `A spare: its priority ${route.priority} comes after ${chosen.priority}`;
  if (lengthOf(route) !== lengthOf(chosen)) return 'A spare: of the same priority, but the other has a longer prefix';
  if (worth.of(route) > worth.of(chosen))
    return `A spare: of the same priority, but not${policyWords[worth.policy].slice(1)}`;
  return `Takes turns with the chosen one${shareOf(route, ranked, standingOf, worth)}`;
}

const lengthOf = ({ prefix }: Route): number => prefix?.length ?? 0;

function isAlike(a: Route, b: Route): boolean {
  return a.priority === b.priority && lengthOf(a) === lengthOf(b);
}

function isEqual(a: Route, b: Route, worth: Worth): boolean {
  return isAlike(a, b) && worth.of(a) === worth.of(b);
}

/** The route's share of the messages that its equals get together, among carriers of equal standing. */
function shareOf(
  route: NamedRoute,
  ranked: readonly NamedRoute[],
  standingOf: Situation['standingOf'],
  worth: Worth,
): string {
  const standing = standingOf(route.carrierId);
  const equals = ranked.filter((other) => isEqual(other, route, worth) && standingOf(other.carrierId) === standing);
  // Two routes to one carrier get the same draw, so only the heavier one counts.
  const weights = new Map<string, number>();
  for (const { carrierId, weight } of equals) weights.set(carrierId, Math.max(weight, weights.get(carrierId) ?? 0));
  if (weights.size < 2) return '';
  const sum = [...weights.values()].reduce((total, weight) => total + weight, 0);
  return `, by its weight for ${Math.round((100 * weights.get(route.carrierId)!) / sum)} % of the messages`;
}
