import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fullBucket, take } from './limit.ts';

test('a full bucket allows a second’s worth at once, then as much as refills', () => {
  const bucket = fullBucket();
  const verdicts = Array.from({ length: 6 }, () => take(bucket, 5, 1_000));
  expect(verdicts.map(({ allowed }) => allowed)).toEqual([true, true, true, true, true, false]);
  expect(verdicts.map(({ remaining }) => remaining)).toEqual([4, 3, 2, 1, 0, 0]);
  expect(verdicts[5]!.retryInMs).toBeCloseTo(200);
  expect(take(bucket, 5, 1_199).allowed).toBe(false);
  expect(take(bucket, 5, 1_200).allowed).toBe(true);
});

test('no second ever sees more than two seconds’ worth, whatever the arrivals', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 200 }),
      (rate, gaps) => {
        const bucket = fullBucket();
        const allowed: number[] = [];
        let now = 10_000;
        for (const gap of gaps) {
          now += gap;
          if (take(bucket, rate, now).allowed) allowed.push(now);
        }
        for (const start of allowed) {
          expect(allowed.filter((at) => at >= start && at < start + 1_000).length).toBeLessThanOrEqual(2 * rate);
        }
      },
    ),
  );
});

const today = Date.UTC(2026, 10, 15);

test('all of a second’s worth is allowed at once, at any rate and by today’s clock', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.nat(1e9), (rate, ms) => {
      const bucket = fullBucket();
      for (let left = rate - 1; left >= 0; left--) expect(take(bucket, rate, today + ms).remaining).toBe(left);
      expect(take(bucket, rate, today + ms).allowed).toBe(false);
    }),
    { numRuns: 30 },
  );
});

test('a clock that is set back stops nobody', () => {
  const bucket = fullBucket();
  for (let count = 0; count < 5; count++) take(bucket, 5, today);
  expect(take(bucket, 5, today - 3_600_000)).toMatchObject({ allowed: false, retryInMs: 200 });
  expect(take(bucket, 5, today - 3_600_000 + 200).allowed).toBe(true);
});

test('what costs more than the bucket holds is allowed while it is full, and paid for afterwards', () => {
  const bucket = fullBucket();
  expect(take(bucket, 5, today, 3)).toMatchObject({ allowed: true, remaining: 2 });
  expect(take(bucket, 5, today, 3)).toMatchObject({ allowed: false, remaining: 2, retryInMs: 200 });
  expect(take(bucket, 5, today, 12).allowed).toBe(false);
  expect(take(bucket, 5, today + 1_000, 12)).toMatchObject({ allowed: true, remaining: 0 });
  expect(take(bucket, 5, today + 2_400).allowed).toBe(false);
  expect(take(bucket, 5, today + 2_600).allowed).toBe(true);
});
