export type Route = {
  readonly carrierId: string;
  readonly country: string | undefined;
  readonly prefix: string | undefined;
  readonly priority: number;
  readonly weight: number;
};

export type Target = { readonly destination: string; readonly country: string };

/** The routes that take a message, best first: lowest priority number, then the longest prefix, then weight by chance. */
export function routesFor(routes: readonly Route[], target: Target, random: () => number): Route[] {
  return routes
    .filter((route) => takes(route, target))
    .map((route) => ({ route, draw: random() ** (1 / route.weight) }))
    .sort((a, b) => a.route.priority - b.route.priority || length(b.route) - length(a.route) || b.draw - a.draw)
    .map(({ route }) => route);
}

function takes({ country, prefix }: Route, target: Target): boolean {
  return (
    (country === undefined || country === target.country) &&
    (prefix === undefined || target.destination.startsWith(prefix))
  );
}

function length({ prefix }: Route): number {
  return prefix?.length ?? 0;
}
