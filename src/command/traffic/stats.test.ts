import { expect, test } from 'vitest';
import { sparkline } from './stats.ts';

test('a course of numbers in one line', () => {
  expect(sparkline([0, 1, 4, 8], 10)).toBe(' ▁▄█');
  expect(sparkline([0, 0], 10)).toBe('  ');
  expect(sparkline([], 10)).toBe('');
});

test('what does not fit is added up', () => {
  expect(sparkline([1, 1, 4, 4], 2)).toBe('▂█');
});
