import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoTime, isScheduled, isUnixTime, lastSecond } from './schedule.ts';

test.each([0, -0, 1, 1_700_000_000, lastSecond])('%d is a time', (value) => expect(isUnixTime(value)).toBe(true));

test.each([-1, 0.5, lastSecond + 1, 1_700_000_000_000, 2 ** 53, 1e308, Number.NaN, Number.POSITIVE_INFINITY])(
  '%d is none',
  (value) => expect(isUnixTime(value)).toBe(false),
);

test('only a future time is scheduled; now, the past and no time mean immediately', () => {
  expect(isScheduled(101, 100)).toBe(true);
  expect(isScheduled(100, 100)).toBe(false);
  expect(isScheduled(99, 100)).toBe(false);
  expect(isScheduled(undefined, 100)).toBe(false);
});

test('the same time in UTC, without fractions, and back', () => {
  expect(isoTime(0)).toBe('1970-01-01T00:00:00Z');
  expect(isoTime(lastSecond)).toBe('9999-12-31T23:59:59Z');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: lastSecond }), (seconds) => {
      expect(isoTime(seconds)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      expect(Date.parse(isoTime(seconds))).toBe(seconds * 1_000);
    }),
  );
});
