import { expect, test } from 'vitest';
import { milliseconds, moment } from './field.ts';

const now = Date.parse('2026-11-15T12:00:00Z');

test.each([
  ['2h', 'ago', '2026-11-15T10:00:00.000Z'],
  ['1d', 'ahead', '2026-11-16T12:00:00.000Z'],
  ['0s', 'ahead', '2026-11-15T12:00:00.000Z'],
  ['2w', 'ago', '2026-11-01T12:00:00.000Z'],
  ['2026-11-01', 'ago', '2026-11-01T00:00:00.000Z'],
  ['2026-11-01 08:30', 'ago', '2026-11-01T08:30:00.000Z'],
  ['2026-11-01T08:30:15Z', 'ago', '2026-11-01T08:30:15.000Z'],
  ['2026-11-01T08:30:15.5+02:00', 'ahead', '2026-11-01T06:30:15.500Z'],
] as const)('%s, %s, is %s', (text, distance, expected) => {
  expect(moment(text, distance, now).toISOString()).toBe(expected);
});

test.each(['', 'yesterday', '2h ago', '-2h', '2026-13-01', '2026-11-01T25:00Z', '1e3s'])('%j is not a time', (text) => {
  expect(() => moment(text, 'ago', now)).toThrow(`${JSON.stringify(text)} is not a time`);
});

test('a length of time', () => {
  expect(milliseconds('90s')).toBe(90_000);
  expect(milliseconds('90')).toBeUndefined();
});
