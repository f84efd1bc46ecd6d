import { expect, it } from 'vitest';
import { changeOf, changeText } from './change.ts';

it('compares with what was before, if there was anything', () => {
  expect(changeOf(15, 10)).toBe(0.5);
  expect(changeOf(15, 0)).toBeUndefined();
  expect(changeText(15, 10, 'en-GB')).toBe('+50%');
  expect(changeText(0, 10, 'en-GB')).toBe('-100%');
  expect(changeText(1_004, 1_000, 'en-GB')).toBe('+0.4%');
  expect(changeText(7, 7, 'en-GB')).toBe('0%');
  expect([changeText(7, 0, 'en-GB'), changeText(7, undefined, 'en-GB')]).toEqual([undefined, undefined]);
});
