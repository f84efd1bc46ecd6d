import { expect, test } from 'vitest';
import { countText, percentText, rateText, shareText } from './number-text.ts';

test('numbers are written as the language writes them', () => {
  expect(countText(1_234_567, 'en-GB')).toBe('1,234,567');
  expect(countText(1_234_567, 'sl-SI')).toBe('1.234.567');
  expect(rateText(12.34, 'sl-SI')).toBe('12,3');
  expect(rateText(12, 'en-GB')).toBe('12');
  expect(percentText(0.934, 'en-GB')).toBe('93%');
  expect(shareText(0.93, 'en-GB')).toBe('93.0%');
});
