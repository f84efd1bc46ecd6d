import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Route, routesFor } from './route.ts';

const route = (carrierId: string, rest: Partial<Route> = {}): Route => ({
  carrierId,
  country: undefined,
  prefix: undefined,
  priority: 100,
  weight: 1,
  ...rest,
});
const slovenian = { destination: '+38640123456', country: 'SI' };
const names = (routes: Route[]) => routes.map(({ carrierId }) => carrierId);

test('only routes of the country and prefix take a message', () => {
  const routes = [
    route('any'),
    route('si', { country: 'SI' }),
    route('at', { country: 'AT' }),
    route('mobile', { prefix: '+38640' }),
    route('other', { prefix: '+38641' }),
  ];
  expect(names(routesFor(routes, slovenian, () => 0.5)).sort()).toEqual(['any', 'mobile', 'si']);
});

test('the lowest priority goes first, then the longer prefix', () => {
  const routes = [
    route('backup', { priority: 200, prefix: '+38640' }),
    route('broad'),
    route('narrow', { prefix: '+386' }),
  ];
  expect(names(routesFor(routes, slovenian, () => 0.5))).toEqual(['narrow', 'broad', 'backup']);
});

test('among equals the weight decides how often each is first', () => {
  const routes = [route('light'), route('heavy', { weight: 3 })];
  let first = 0;
  const draws = 20_000;
  for (let draw = 0; draw < draws; draw++)
    if (routesFor(routes, slovenian, Math.random)[0]!.carrierId === 'heavy') first += 1;
  expect(first / draws).toBeGreaterThan(0.72);
  expect(first / draws).toBeLessThan(0.78);
});

test('no route is invented or lost', () => {
  const any = fc.record({
    carrierId: fc.uuid(),
    country: fc.constantFrom(undefined, 'SI', 'AT'),
    prefix: fc.constantFrom(undefined, '+386', '+38640', '+43'),
    priority: fc.integer({ min: 0, max: 3 }),
    weight: fc.integer({ min: 1, max: 5 }),
  });
  fc.assert(
    fc.property(fc.array(any), (routes) => {
      const chosen = routesFor(routes, slovenian, Math.random);
      const taking = routes.filter(
        (r) => (r.country ?? 'SI') === 'SI' && slovenian.destination.startsWith(r.prefix ?? ''),
      );
      expect(new Set(chosen)).toEqual(new Set(taking));
      expect(chosen.map((r) => r.priority)).toEqual(chosen.map((r) => r.priority).toSorted((a, b) => a - b));
    }),
  );
});
