import { expect, test } from 'vitest';
import { Strangers } from './strangers.ts';

/** How many of so many get in. */
const entered = (strangers: Strangers, count: number, networkOf: (index: number) => string): number =>
  Array.from({ length: count }, (_, index) => strangers.enter(networkOf(index))).filter(Boolean).length;

test('one network has a hundred connections that have not said who they are, and the next one finds places', () => {
  const strangers = new Strangers();
  expect(entered(strangers, 150, () => '192.0.2.0')).toBe(100);
  expect(entered(strangers, 150, () => '198.51.100.0')).toBe(100);
});

test('all networks together have a thousand', () => {
  expect(entered(new Strangers(), 1_500, (index) => `10.0.${index % 250}.0`)).toBe(1_000);
});

test('the place of one that has left is free again, for its network and for all', () => {
  const strangers = new Strangers();
  entered(strangers, 1_000, (index) => `10.0.${index % 10}.0`);
  expect([strangers.enter('10.0.0.0'), strangers.enter('10.1.0.0')]).toEqual([false, false]);
  strangers.leave('10.0.0.0');
  expect(strangers.enter('10.0.1.0')).toBe(false);
  expect(strangers.enter('10.0.0.0')).toBe(true);
});
