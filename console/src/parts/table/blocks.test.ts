import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blockRows, windowOf } from './blocks.ts';

const screen = fc.record({
  top: fc.integer({ min: -2_000, max: 500_000 }),
  high: fc.integer({ min: 300, max: 2_000 }),
});
const heights = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 500, max: 4_000 })))
  .map((all) => new Map(all));
const rows = fc.integer({ min: 201, max: 20_000 });

test('what is on the screen is rendered, and little more', () => {
  fc.assert(
    fc.property(rows, heights, screen, (count, measured, { top, high }) => {
      const { first, last, above, below } = windowOf(count, measured, { top, bottom: top + high });
      const end = Math.ceil(count / blockRows) - 1;
      expect(first).toBeGreaterThanOrEqual(0);
      expect(last).toBeGreaterThanOrEqual(first);
      expect(last).toBeLessThanOrEqual(end);
      // Space above means that it ends above the screen; below the screen there are rows, or there are no more.
      expect(above).toBeLessThanOrEqual(Math.max(0, top));
      expect(first === 0).toBe(above === 0);
      expect(last === end).toBe(below === 0);
      expect((last - first) * 500).toBeLessThanOrEqual(high + 1_600 + 4_000);
    }),
  );
});

test('the page is as high wherever one has scrolled to', () => {
  const measured = new Map([
    [0, 875],
    [1, 1_000],
  ]);
  const total = (top: number) => {
    const { first, last, above, below } = windowOf(10_000, measured, { top, bottom: top + 900 });
    const mean = 1_875 / 2;
    let shown = 0;
    for (let block = first; block <= last; block++) shown += measured.get(block) ?? mean;
    return Math.round(above + shown + below);
  };
  expect(new Set([0, 5_000, 100_000, 400_000].map(total)).size).toBe(1);
});
