import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answered, createCongestion, unanswered } from './congestion.ts';

test('a carrier that answers at a steady pace settles at what it can do in time, and gets all again once it is quick', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 100 }), (size, perSecond) => {
      const slowMs = 5_000;
      const congestion = createCongestion(size, slowMs);
      // A queue that is worked through one by one, and filled up to the limit.
      const queue: number[] = [];
      let now = 0;
      let isWithin = true;
      const work = (pace: number, steps: number) => {
        for (let step = 0; step < steps; step++) {
          while (queue.length < congestion.limit) queue.push(now);
          now += 1_000 / pace;
          answered(congestion, queue.shift()!, now);
          isWithin &&= congestion.limit >= 1 && congestion.limit <= size;
        }
      };
      work(perSecond, 3_000);
      expect((congestion.limit - 1) / perSecond).toBeLessThanOrEqual(slowMs / 1_000);
      work(1e6, 2_000);
      expect(congestion.limit).toBe(size);
      expect(isWithin).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test('a whole window that is lost counts once', () => {
  const congestion = createCongestion(100, 1_000);
  for (let count = 0; count < 100; count++) unanswered(congestion, 10, 5_000 + count);
  expect(congestion.limit).toBe(50);
  unanswered(congestion, 6_000, 8_000);
  expect(congestion.limit).toBe(25);
});

test('neither slow nor quick changes nothing', () => {
  const congestion = createCongestion(100, 1_000);
  unanswered(congestion, 0, 1);
  answered(congestion, 10, 800);
  expect(congestion.limit).toBe(50);
});
