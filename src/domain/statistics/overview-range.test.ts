import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deliveredShare, overviewRanges, stepsOf } from './overview-range.ts';

test('a range is whole steps, and the last one holds this moment', () => {
  fc.assert(
    fc.property(fc.constantFrom(...overviewRanges), fc.integer({ min: 4e12 / 10, max: 4e12 }), (range, now) => {
      const { from, to, stepSeconds } = stepsOf(range, now);
      expect(from.getTime() % (stepSeconds * 1_000)).toBe(0);
      expect((to.getTime() - from.getTime()) % (stepSeconds * 1_000)).toBe(0);
      expect(now).toBeLessThan(to.getTime());
      expect(now).toBeGreaterThanOrEqual(to.getTime() - stepSeconds * 1_000);
    }),
  );
});

test('a day is 24 hours', () => {
  const { from, to, stepSeconds } = stepsOf('24h', Date.parse('2026-11-16T10:20:30Z'));
  expect([from.toISOString(), to.toISOString(), stepSeconds]).toEqual([
    '2026-11-15T11:00:00.000Z',
    '2026-11-16T11:00:00.000Z',
    3_600,
  ]);
});

test('the share is of what has ended', () => {
  expect(deliveredShare({ delivered: 3, failed: 1, rejected: 0, unknown: 0 })).toBe(0.75);
  expect(deliveredShare({ delivered: 0, failed: 0, rejected: 0, unknown: 0 })).toBeUndefined();
  expect(deliveredShare({ delivered: 1, failed: 1, rejected: 1, unknown: 0 })).toBe(0.3333);
});
