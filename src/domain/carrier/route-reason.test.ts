import { expect, test } from 'vitest';
import { routeReason } from './explain.ts';
import type { Route } from './route.ts';

const route = (carrierId: string, rest: Partial<Route> = {}): Route => ({
  carrierId,
  country: undefined,
  prefix: undefined,
  priority: 100,
  weight: 1,
  ...rest,
});
const target = { id: 'a', destination: '+38640123456', country: 'SI' };
const routes = [
  route('everything', { priority: 1000 }),
  route('mobile', { prefix: '+38640', priority: 10, weight: 3 }),
  route('slovenia', { country: 'SI', priority: 20 }),
  route('austria', { country: 'AT' }),
];

test.each([
  ['mobile', 'The best of 3 routes for this number: to +38640…, priority 10, weight 3'],
  [
    'slovenia',
    'Number 2 of 3 routes for this number: to SI, priority 20, weight 1; carriers of better ones were away, slowed down or had not taken it',
  ],
  ['austria', 'No route leads from this number to the carrier now; there was one then'],
])('of %s', (carrierId, reason) => {
  expect(routeReason(routes, target, carrierId)).toBe(reason);
});

test('where there is only one', () => {
  expect(routeReason(routes.slice(0, 1), target, 'everything')).toBe(
    'The only route for this number: to every country, priority 1000, weight 1',
  );
});
