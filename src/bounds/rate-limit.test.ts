import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RateLimit } from './rate-limit.ts';

/** One bucket whose clock is handed in with each call. */
function bucketOf(rate: number) {
  let now = 0;
  const limit = new RateLimit({ rate, clock: () => now });
  return (at: number, cost = 1) => {
    now = at;
    return limit.take('owner', cost);
  };
}

test('a full bucket allows one second’s worth as a burst, then as much as refills', () => {
  const take = bucketOf(5);
  const verdicts = Array.from({ length: 6 }, () => take(1_000));
  expect(verdicts.map(({ allowed }) => allowed)).toEqual([true, true, true, true, true, false]);
  expect(verdicts.map(({ remaining }) => remaining)).toEqual([4, 3, 2, 1, 0, 0]);
  expect(verdicts[5]!.retryInMs).toBeCloseTo(200);
  expect(take(1_199).allowed).toBe(false);
  expect(take(1_200).allowed).toBe(true);
});

test('no second ever sees more than two seconds’ worth, whatever the arrivals', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 200 }),
      (rate, gaps) => {
        const take = bucketOf(rate);
        const allowed: number[] = [];
        let now = 10_000;
        for (const gap of gaps) {
          now += gap;
          if (take(now).allowed) allowed.push(now);
        }
        for (const start of allowed) {
          expect(allowed.filter((at) => at >= start && at < start + 1_000).length).toBeLessThanOrEqual(2 * rate);
        }
      },
    ),
  );
});

const today = Date.UTC(2026, 10, 15);

test('one second’s worth is allowed as a burst, at any rate and with the current time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.nat(1e9), (rate, ms) => {
      const take = bucketOf(rate);
      for (let left = rate - 1; left >= 0; left--) expect(take(today + ms).remaining).toBe(left);
      expect(take(today + ms).allowed).toBe(false);
    }),
    { numRuns: 30 },
  );
});

test('a clock that is set back delays no request', () => {
  const take = bucketOf(5);
  for (let count = 0; count < 5; count++) take(today);
  expect(take(today - 3_600_000)).toMatchObject({ allowed: false, retryInMs: 200 });
  expect(take(today - 3_600_000 + 200).allowed).toBe(true);
});

test('what costs more than the bucket holds is allowed while it is full, and paid for afterwards', () => {
  const take = bucketOf(5);
  expect(take(today, 3)).toMatchObject({ allowed: true, remaining: 2 });
  expect(take(today, 3)).toMatchObject({ allowed: false, remaining: 2, retryInMs: 200 });
  expect(take(today, 12).allowed).toBe(false);
  expect(take(today + 1_000, 12)).toMatchObject({ allowed: true, remaining: 0 });
  expect(take(today + 2_400).allowed).toBe(false);
  expect(take(today + 2_600).allowed).toBe(true);
});

test('owners have buckets of their own, and a rate may be handed in', () => {
  const limit = new RateLimit({ rate: 1, clock: () => 0 });
  expect(limit.take('a').allowed).toBe(true);
  expect(limit.take('a').allowed).toBe(false);
  expect(limit.take('b').allowed).toBe(true);
  limit.refund('a', 1);
  expect(limit.take('a').allowed).toBe(true);
});

test('a period may be longer than a second', () => {
  let now = 0;
  const limit = new RateLimit({ rate: 2, perMs: 3_600_000, clock: () => now });
  expect([limit.take('a'), limit.take('a'), limit.take('a')].map(({ allowed }) => allowed)).toEqual([
    true,
    true,
    false,
  ]);
  now = 1_800_000;
  expect(limit.take('a').allowed).toBe(true);
});

test('what has happened already is charged, and its debt is refilled first', () => {
  let now = 0;
  const limit = new RateLimit({ rate: 10, clock: () => now });
  limit.charge('a', 15);
  expect(limit.take('a', 0)).toMatchObject({ allowed: false, retryInMs: 500 });
  now = 500;
  expect(limit.take('a', 0).allowed).toBe(true);
});
