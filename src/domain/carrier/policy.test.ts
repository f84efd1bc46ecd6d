import { expect, test } from 'vitest';
import { noPreference, type PolicyRule, preferenceBy } from './policy.ts';
import { type Route, routeTable } from './route.ts';

const [cheap, good, fresh] = ['c', 'g', 'f'].map((letter) => letter.repeat(8)) as [string, string, string];
const rule = (policy: PolicyRule['policy'], country?: string): PolicyRule => ({ country, policy, windowHours: 24 });
const cost = (carrierId: string, unitCost: string, country = 'SI') => ({
  carrierId,
  country,
  unitCost,
  currency: 'EUR',
});
const rate = (carrierId: string, percent: number, country = 'SI') => ({ carrierId, country, percent, messages: 1_000 });
const routes = (...carriers: string[]): Route[] =>
  carriers.map((carrierId) => ({ carrierId, country: undefined, prefix: undefined, priority: 100, weight: 1 }));
const costs = [cost(cheap, '0.004'), cost(good, '0.0041'), cost(cheap, '0.01', 'HR')];
const rates = [rate(cheap, 71), rate(good, 98)];

const orderOf = (policies: PolicyRule[], country = 'SI', number = '+38640123456') =>
  routeTable(
    routes(good, cheap, fresh),
    preferenceBy({ policies, costs, rates }),
  )({ id: 'm', destination: number, country }).map(({ carrierId }) => carrierId);

test('the cheapest goes first, and what has no cost last', () => {
  expect(orderOf([rule('least cost')])).toEqual([cheap, good, fresh]);
});

test('the carrier that delivers best comes first, after those without a rate', () => {
  expect(orderOf([rule('best delivery')])).toEqual([fresh, good, cheap]);
});

test('a country has a policy of its own', () => {
  const policies = [rule('best delivery'), rule('least cost', 'HR')];
  expect(orderOf(policies, 'HR', '+385912345678')[0]).toBe(cheap);
  expect(orderOf(policies)[0]).toBe(fresh);
});

test('a priority and a longer prefix go before every policy', () => {
  const table = routeTable(
    [
      { carrierId: cheap, country: undefined, prefix: undefined, priority: 100, weight: 1 },
      { carrierId: good, country: undefined, prefix: '+38640', priority: 100, weight: 1 },
      { carrierId: fresh, country: undefined, prefix: undefined, priority: 50, weight: 1 },
    ],
    preferenceBy({ policies: [rule('least cost')], costs, rates: [] }),
  );
  const order = table({ id: 'm', destination: '+38640123456', country: 'SI' });
  expect(order.map(({ carrierId }) => carrierId)).toEqual([fresh, good, cheap]);
});

test('equal figures share by their weights', () => {
  const equal = preferenceBy({
    policies: [rule('least cost')],
    costs: [cost(cheap, '0.01'), cost(good, '0.010000')],
    rates: [],
  });
  const table = routeTable(routes(cheap, good), equal);
  const first = Array.from(
    { length: 200 },
    (_, id) => table({ id: `m${id}`, destination: '+38640', country: 'SI' })[0],
  );
  expect(new Set(first.map((route) => route!.carrierId))).toEqual(new Set([cheap, good]));
});

test('without a policy nothing is looked at', () => {
  expect(preferenceBy({ policies: [rule('weight')], costs, rates })).toBe(noPreference);
});
