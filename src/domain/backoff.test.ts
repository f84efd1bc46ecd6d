import { expect, test } from 'vitest';
import { backoffMs } from './backoff.ts';

const limits = { leastMs: 1_000, mostMs: 60_000 };

test('a wait doubles up to its bound', () => {
  expect([0, 1, 2, 5, 6, 100].map((failures) => backoffMs(failures, limits, 1))).toEqual([
    1_000, 2_000, 4_000, 32_000, 60_000, 60_000,
  ]);
});

test('half of it is left to chance, or as much as is said', () => {
  expect(backoffMs(3, limits, 0)).toBe(4_000);
  expect(backoffMs(3, { ...limits, chance: 0.25 }, 0)).toBe(6_000);
  expect(backoffMs(3, { ...limits, chance: 0 }, 0)).toBe(8_000);
});
