import { expect, test } from 'vitest';
import { UnboundConnections } from './unbound-connections.ts';

type Connection = { readonly network: string; readonly number: number };

function places() {
  const closed: Connection[] = [];
  const unbound = new UnboundConnections<Connection>((connection) => void closed.push(connection));
  let number = 0;
  const add = (network: string): boolean => unbound.add(network, { network, number: number++ });
  const addMany = (count: number, networkOf: (index: number) => string): number =>
    Array.from({ length: count }, (_, index) => add(networkOf(index))).filter(Boolean).length;
  return { unbound, closed, add, addMany };
}

test('one network has at most 100 unbound connections, and the next network has its own', () => {
  const { addMany, closed } = places();
  expect(addMany(150, () => '192.0.2.0')).toBe(100);
  expect(addMany(150, () => '198.51.100.0')).toBe(100);
  expect(closed).toEqual([]);
});

test('when 1,000 are taken, a network that has fewer takes the oldest place of the one that has most', () => {
  const { add, addMany, closed } = places();
  addMany(1_000, (index) => `10.0.${index % 10}.0`);
  expect(add('192.0.2.1')).toBe(true);
  expect(closed).toEqual([{ network: '10.0.0.0', number: 0 }]);
  // Those that have as many as any get nothing more.
  expect(add('10.0.3.0')).toBe(false);
  expect(closed.length).toBe(1);
});

test('a thousand networks with one connection each do not keep another out', () => {
  const { add, addMany, closed } = places();
  expect(addMany(1_500, (index) => `10.${Math.floor(index / 250)}.${index % 250}.0`)).toBe(1_500);
  expect(closed.length).toBe(500);
  expect(add('192.0.2.1')).toBe(true);
});

test('the place of a connection that has gone is free again', () => {
  const { unbound, add, addMany } = places();
  const first = { network: '10.0.0.0', number: -1 };
  unbound.add(first.network, first);
  expect(addMany(150, () => first.network)).toBe(99);
  unbound.remove(first.network, first);
  unbound.remove(first.network, first);
  expect([add(first.network), add(first.network)]).toEqual([true, false]);
});
