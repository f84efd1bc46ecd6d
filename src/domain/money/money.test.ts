import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMoney, parseMoney } from './money.ts';

test.each([
  ['0', 0n, '0'],
  ['0.01', 10_000n, '0.01'],
  ['10000.000000', 10_000_000_000n, '10000'],
  ['-0.5', -500_000n, '-0.5'],
  ['-12.000001', -12_000_001n, '-12.000001'],
  ['99999999999999.999999', 99_999_999_999_999_999_999n, '99999999999999.999999'],
])('%s is %d millionths', (text, money, short) => {
  expect(parseMoney(text)).toBe(money);
  expect(formatMoney(money)).toBe(short);
});

test.each(['', '.', '1.', '.5', '1e3', '1,5', '0.0000001', ' 1', '+1', 'NaN'])('%j is not an amount', (text) => {
  expect(() => parseMoney(text)).toThrow(RangeError);
});

test('what is written can be read again', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
      (money) => parseMoney(formatMoney(money)) === money,
    ),
  );
});
