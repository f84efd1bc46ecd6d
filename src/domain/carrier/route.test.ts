import fc from 'fast-check';
import { expect, test } from 'vitest';
import { overlap, pick, type Route, routeTable, type Standing } from './route.ts';

const route = (carrierId: string, rest: Partial<Route> = {}): Route => ({
  carrierId,
  country: undefined,
  prefix: undefined,
  priority: 100,
  weight: 1,
  ...rest,
});
const slovenian = { id: 'a', destination: '+38640123456', country: 'SI' };
const names = (routes: readonly Route[]) => routes.map(({ carrierId }) => carrierId);

test('only routes of the country and prefix take a message', () => {
  const routes = [
    route('any'),
    route('si', { country: 'SI' }),
    route('at', { country: 'AT' }),
    route('mobile', { prefix: '+38640' }),
    route('other', { prefix: '+38641' }),
  ];
  expect(names(routeTable(routes)(slovenian)).toSorted()).toEqual(['any', 'mobile', 'si']);
});

test('the lowest priority goes first, then the longer prefix', () => {
  const routes = [
    route('backup', { priority: 200, prefix: '+38640' }),
    route('broad'),
    route('narrow', { prefix: '+386' }),
  ];
  expect(names(routeTable(routes)(slovenian))).toEqual(['narrow', 'broad', 'backup']);
});

test('among equals the weight decides how often each is first', () => {
  const table = routeTable([route('light'), route('heavy', { weight: 3 })]);
  let first = 0;
  const draws = 20_000;
  for (let draw = 0; draw < draws; draw++)
    if (table({ ...slovenian, id: crypto.randomUUID() })[0]!.carrierId === 'heavy') first += 1;
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
      const chosen = routeTable(routes)(slovenian);
      const taking = routes.filter(
        (r) => (r.country ?? 'SI') === 'SI' && slovenian.destination.startsWith(r.prefix ?? ''),
      );
      expect(new Set(chosen)).toEqual(new Set(taking));
      expect(chosen.map((r) => r.priority)).toEqual(chosen.map((r) => r.priority).toSorted((a, b) => a - b));
    }),
  );
});

test('every process draws the same for a message', () => {
  const routes = ['a', 'b', 'c', 'd'].map((name) => route(name));
  for (let count = 0; count < 100; count++) {
    const target = { ...slovenian, id: crypto.randomUUID() };
    expect(names(routeTable(routes)(target))).toEqual(names(routeTable(routes.toReversed())(target)));
  }
});

test.each<[string, Record<string, Standing>, number, string]>([
  ['the best that is up', { a: 'up', b: 'up', c: 'up' }, 0, 'a'],
  ['passes over what is down', { a: 'down', b: 'up', c: 'up' }, 0, 'b'],
  ['passes over what complains', { a: 'throttled', b: 'down', c: 'up' }, 0, 'c'],
  ['takes what complains if nothing else is up', { a: 'down', b: 'throttled', c: 'down' }, 0, 'b'],
  ['waits for the best if all is down', { a: 'down', b: 'down', c: 'down' }, 0, 'a'],
  ['takes the next after a failed attempt', { a: 'up', b: 'down', c: 'up' }, 1, 'c'],
  ['and comes round again', { a: 'up', b: 'down', c: 'up' }, 3, 'a'],
  ['takes only the next if the one tried is throttled', { a: 'throttled', b: 'up', c: 'up' }, 1, 'b'],
  ['takes only the next if the one tried is down', { a: 'down', b: 'up', c: 'up' }, 1, 'b'],
])('the choice %s', (_, standings, attempts, expected) => {
  const routes = ['a', 'b', 'c'].map((name) => route(name));
  expect(pick(routes, attempts, (id) => standings[id]!)?.carrierId).toBe(expected);
});

test('two routes overlap where a number may take both', () => {
  const si = route('a', { country: 'SI' });
  expect(overlap(si, route('b'))).toBe(true);
  expect(overlap(si, route('b', { country: 'HR' }))).toBe(false);
  expect(overlap(route('a', { prefix: '+386' }), route('b', { prefix: '+38640' }))).toBe(true);
  expect(overlap(route('a', { prefix: '+38641' }), route('b', { prefix: '+38640' }))).toBe(false);
});
