import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bucket, bucketsPerDecade, percentile, shortestSeconds } from './delivery-time.ts';

function histogram(seconds: readonly number[]): Bucket[] {
  const counts = new Map<number, number>();
  for (const time of seconds) {
    const bucket = Math.floor(bucketsPerDecade * Math.log10(Math.max(time, shortestSeconds)));
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  return [...counts].map(([bucket, messages]) => ({ bucket, messages }));
}

describe('percentiles of delivery times', () => {
  it('are none without messages', () => {
    expect(percentile([], 0.5)).toBeUndefined();
    expect(percentile([{ bucket: 3, messages: 0 }], 0.5)).toBeUndefined();
  });

  it('are right within the width of a bucket, in any order of the buckets', () => {
    const times = fc.array(fc.double({ min: shortestSeconds, max: 1e6, noNaN: true }), {
      minLength: 1,
      maxLength: 200,
    });
    fc.assert(
      fc.property(times, fc.constantFrom(0.5, 0.95, 1), (seconds, share) => {
        const sorted = seconds.toSorted((a, b) => a - b);
        const exact = sorted[Math.ceil(share * seconds.length) - 1]!;
        const found = percentile(histogram(seconds).toReversed(), share)!;
        expect(found / exact).toBeGreaterThan(1 / 1.123);
        expect(found / exact).toBeLessThan(1.123);
      }),
    );
  });
});
