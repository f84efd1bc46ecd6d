import fc from 'fast-check';
import { expect, it } from 'vitest';
import { labelledTimes, wholeSteps } from './ticks.ts';

const every = (start: string, step: number, count: number) =>
  Array.from({ length: count }, (_, place) => Date.parse(start) / 1_000 + place * step);
const clock = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(5, 16);

it('labels full minutes, hours and days', () => {
  const minutes = every('2026-11-16T12:07:00Z', 60, 60);
  expect(labelledTimes(minutes, 7, 0).map(clock)).toEqual(
    ['12:10', '12:20', '12:30', '12:40', '12:50', '13:00'].map((time) => `11-16T${time}`),
  );
  const hours = every('2026-11-16T10:00:00Z', 3_600, 24);
  expect(labelledTimes(hours, 4, 0).map(clock)).toEqual(
    ['16T12:00', '16T18:00', '17T00:00', '17T06:00'].map((time) => `11-${time}`),
  );
  // Midnight in Ljubljana is 23:00 UTC.
  expect(labelledTimes(hours, 4, 3_600).map(clock)).toContain('11-16T23:00');
  expect(labelledTimes(every('2026-11-01T00:00:00Z', 86_400, 30), 5, 3_600).map(clock)).toHaveLength(4);
});

it('labels some of any times, and never more than there is room for', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 400 }),
      fc.constantFrom(60, 3_600, 86_400, 97),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 3_000 }),
      (count, step, most, start) => {
        const times = Array.from({ length: count }, (_, place) => (start + place) * step);
        const labelled = labelledTimes(times, most, 0);
        expect(labelled.length).toBeGreaterThan(0);
        expect(labelled.length).toBeLessThanOrEqual(most);
        for (const at of labelled) expect(times).toContain(at);
      },
    ),
  );
});

it('steps of counts are whole numbers in order', () => {
  expect(wholeSteps.slice(0, 6)).toEqual([1, 2, 5, 10, 20, 50]);
  expect(wholeSteps.every(Number.isInteger)).toBe(true);
});
