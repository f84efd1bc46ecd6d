import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMoney } from './money.ts';
import { daysLeft } from './runway.ts';

const dayMs = 86_400_000;

describe('the days that a balance lasts', () => {
  test.each([
    ['70', '7', 7, 70],
    ['70', '7', 30, 70],
    ['70', '7', 2, 20],
    ['70', '7', 0.1, 10],
    ['0', '7', 7, 0],
    ['-5', '7', 7, 0],
    ['70', '0', 7, undefined],
    ['70', '-1', 7, undefined],
  ])('%s available, %s spent in %s days: %s', (available, spent, days, left) => {
    expect(daysLeft(parseMoney(available), parseMoney(spent), days * dayMs)).toBe(left);
  });

  test('grow with what is available, and shrink with what is spent', () => {
    const money = fc.bigInt({ min: 1n, max: 10n ** 15n });
    fc.assert(
      fc.property(money, money, fc.double({ min: 0, max: 30 * dayMs, noNaN: true }), (available, spent, sinceMs) => {
        const left = daysLeft(available, spent, sinceMs)!;
        expect(left).toBeGreaterThan(0);
        expect(daysLeft(available * 2n, spent, sinceMs)).toBeCloseTo(left * 2);
        expect(daysLeft(available, spent * 2n, sinceMs)).toBeLessThan(left);
      }),
    );
  });
});
