import { type Route, routeTable, type Target } from './route.ts';

/** Why a message is at this carrier, by the current routes, which may differ from those when it was sent. */
export function routeReason(routes: readonly Route[], target: Target, carrierId: string): string {
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
