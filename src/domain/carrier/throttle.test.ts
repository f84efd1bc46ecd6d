import fc from 'fast-check';
import { expect, test } from 'vitest';
import { available, complain, complainsMs, createThrottle, spend, unlimited, waitMs } from './throttle.ts';

/** Lets through all it can, in steps of 10 ms; returns the times. */
function drive(throttle: ReturnType<typeof createThrottle>, from: number, milliseconds: number): number[] {
  const times: number[] = [];
  for (let now = from; now < from + milliseconds; now += 10) {
    for (let count = Math.min(available(throttle, now), 1_000); count > 0; count--) {
      spend(throttle, now);
      times.push(now);
    }
  }
  return times;
}

test('no second sees more than the rate, and nearly all of it is used', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 0, max: 3_000 }), (rate, idleMs) => {
      const throttle = createThrottle(rate, 0);
      const times = [...drive(throttle, 0, 5_000), ...drive(throttle, 5_000 + idleMs, 5_000)];
      const gaps = times.slice(rate).map((time, place) => time - times[place]!);
      expect(gaps.every((gap) => gap >= 1_000)).toBe(true);
      expect(times.length).toBeGreaterThanOrEqual(rate * 10 * 0.94 - 4);
    }),
    { numRuns: 30 },
  );
});

test('no limit means no limit, until the carrier complains', () => {
  const throttle = createThrottle(unlimited, 0);
  expect(available(throttle, 0)).toBeGreaterThan(1_000_000);
  drive(throttle, 0, 50);
  complain(throttle, 50);
  expect(available(throttle, 50)).toBe(0);
  expect(waitMs(throttle, 50)).toBeGreaterThan(0);
  const after = drive(throttle, 1_050, 1_000).length;
  expect(after).toBeGreaterThan(0);
  expect(after).toBeLessThan(5_000);
});

test('after a complaint it is slower, and comes back to the full rate by itself', () => {
  const throttle = createThrottle(100, 0);
  drive(throttle, 0, 2_000);
  complain(throttle, 2_000);
  const slow = drive(throttle, 2_000, 1_000).length;
  expect(slow).toBeLessThan(90);
  drive(throttle, 3_000, 10_000);
  expect(drive(throttle, 13_000, 1_000).length).toBeGreaterThanOrEqual(95);
});

test('a window full of complaints is one complaint, and the next second may bring another', () => {
  const throttle = createThrottle(unlimited, 0);
  for (let count = 0; count < 100; count++) spend(throttle, 0);
  for (let count = 0; count < 50; count++) complain(throttle, 10 + count);
  expect(throttle.current).toBeCloseTo(70);
  expect(available(throttle, 59)).toBe(0);
  complain(throttle, 1_010);
  expect(throttle.current).toBeLessThan(70);
});

test('a complaint counts for two seconds', () => {
  const throttle = createThrottle(100, 0);
  expect(complainsMs(throttle, 0)).toBe(0);
  complain(throttle, 500);
  expect(complainsMs(throttle, 1_000)).toBe(1_500);
  expect(complainsMs(throttle, 2_500)).toBe(0);
});

test('a clock that is set back stops nothing', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 1, max: 1e9 }),
      fc.boolean(),
      (rate, back, slowed) => {
        const throttle = createThrottle(rate, 1e9);
        drive(throttle, 1e9, 3_000);
        if (slowed) complain(throttle, 1e9 + 3_000);
        const from = 1e9 + 3_000 - back;
        expect(drive(throttle, from, 20_000).length).toBeGreaterThan(rate * 3 - 2);
        expect(complainsMs(throttle, from + 20_000)).toBe(0);
      },
    ),
  );
});
