import { expect, test } from 'vitest';
import { nextLookMs } from './next-look.ts';

const now = Date.parse('2026-11-16T08:00:00Z');

test.each([
  [[], false],
  [['never'], false],
  [['2026-11-16T08:00:10Z'], 10_300],
  [['2026-11-16T09:00:00Z', '2026-11-16T08:00:10Z'], 10_300],
  [['2026-11-16T07:59:00Z'], 1_000],
  [['2026-11-17T08:00:00Z'], 60_000],
] as const)('%j: %s', (times, expected) => {
  expect(nextLookMs(times, now)).toBe(expected);
});
