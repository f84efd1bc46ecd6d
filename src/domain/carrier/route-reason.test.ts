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
  ['mobile', 'Best of 3 routes for this number: +38640…, priority 10, weight 3.'],
  [
    'slovenia',
    'Route 2 of 3 for this number: SI, priority 20, weight 1. The carriers of better routes were down, throttled or refused the message.',
  ],
  ['austria', 'The route to this carrier was changed or deleted since.'],
])('of %s', (carrierId, reason) => {
  expect(routeReason(routes, target, carrierId).text).toBe(reason);
});

test('where there is only one', () => {
  expect(routeReason(routes.slice(0, 1), target, 'everything').text).toBe(
    'Only route for this number: all countries, priority 1000, weight 1.',
  );
});
