import { describe, expect, it } from 'vitest';
import {
  dayText,
  duration,
  fieldTime,
  longTime,
  minuteTime,
  preciseTime,
  remaining,
  shortTime,
  utcTime,
} from './time-text.ts';

const now = new Date(2026, 10, 16, 12, 0, 0);

describe('a time', () => {
  it('is as short as it can be', () => {
    expect(shortTime(new Date(2026, 10, 16, 5, 7, 9), 'en-GB', now)).toBe('05:07:09');
    expect(shortTime(new Date(2026, 10, 15, 5, 7, 9), 'en-GB', now)).toBe('15 Nov, 05:07:09');
    expect(shortTime(new Date(2025, 10, 15, 5, 7, 9), 'en-GB', now)).toBe(
      longTime(new Date(2025, 10, 15, 5, 7, 9), 'en-GB'),
    );
    expect(longTime(now, 'en-GB')).toContain('2026');
  });

  it('is a day, or as precise as one asks', () => {
    const at = new Date(2026, 10, 16, 5, 7, 9, 12);
    expect(dayText(at, 'en-GB')).toBe('Mon, 16 Nov 2026');
    expect(dayText(new Date('2026-11-16T00:00:00Z'), 'en-GB', 'UTC')).toBe('Mon, 16 Nov 2026');
    expect(minuteTime(at, 'en-GB')).toBe('05:07');
    expect(preciseTime(at, 'en-GB')).toBe('05:07:09.012');
  });

  it('is UTC on hover', () => {
    expect(utcTime(new Date('2026-11-16T05:07:09.123Z'))).toBe('2026-11-16 05:07:09');
  });
});

it.each([
  [0.042, '42 ms'],
  [3.21, '3.2 s'],
  [42, '42 s'],
  [600, '10 min'],
  [10_000, '3 h'],
  [400_000, '5 d'],
])('a duration of %s s is %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});

it('a duration has the decimal sign of the language', () => {
  expect(duration(3.21, 'sl-SI')).toBe('3,2 s');
});

it.each([
  [-3, '0 s'],
  [42, '42 s'],
  [252, '4 min 12 s'],
  [7_500, '2 h 05 min'],
  [273_600, '3 d 4 h'],
])('what remains of %s s is %s', (seconds, text) => {
  expect(remaining(seconds)).toBe(text);
});

it('writes a time as a field takes it', () => {
  expect(fieldTime(now)).toBe('2026-11-16T12:00');
  expect(new Date(fieldTime(now)).getTime()).toBe(now.getTime());
});
