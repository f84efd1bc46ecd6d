type Route = {
  readonly carrierId: string;
  readonly country: string | null;
  readonly prefix: string | null;
  readonly priority: number;
  readonly weight: number;
};

const leastUrgent = 1_000_000;

/**
 * The routes that another carrier lacks to take all messages of this one. Their priority is lower, so that they count only as long as this
 * carrier is away.
 */
export function missingRoutes(routes: readonly Route[], carrierId: string, otherId: string): Route[] {
  const has = ({ country, prefix }: Route) =>
    routes.some((route) => route.carrierId === otherId && route.country === country && route.prefix === prefix);
  return routes
    .filter((route) => route.carrierId === carrierId && !has(route))
    .map(({ country, prefix, priority, weight }) => ({
      carrierId: otherId,
      ...{ country, prefix, weight },
      priority: Math.min(priority + 1, leastUrgent),
    }));
}
