import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { absoluteTime, readTime, relativeTime } from './time.ts';

const now = new Date('2025-06-01T12:00:00.000Z');

describe('times', () => {
  it.each([
    [48 * 3600, '000002000000000R'],
    [3661, '000000010101000R'],
    [0.2, '000000000001000R'],
    [31 * 86_400, '000031000000000R'],
    [32 * 86_400, '000102000000000R'],
    [400 * 86_400, '010105000000000R'],
  ])('writes %d seconds from now', (seconds, text) => {
    expect(relativeTime(seconds)).toBe(text);
  });

  it('reads relative times back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 * 365 * 86_400 }), (seconds) => {
        expect(readTime(relativeTime(seconds), now)?.getTime()).toBe(now.getTime() + seconds * 1000);
      }),
    );
  });

  it('reads absolute times back', () => {
    const dates = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(dates, (date) => {
        const tenths = Math.floor(date.getTime() / 100) * 100;
        expect(readTime(absoluteTime(date), now)?.getTime()).toBe(tenths);
      }),
    );
  });

  it.each([
    ['250601120000000+', '2025-06-01T12:00:00.000Z'],
    ['250601120000508+', '2025-06-01T10:00:00.500Z'],
    ['250601120000004-', '2025-06-01T13:00:00.000Z'],
    ['991231235959000+', '1999-12-31T23:59:59.000Z'],
  ])('reads %s', (text, expected) => {
    expect(readTime(text, now)?.toISOString()).toBe(expected);
  });

  it.each(['', '2506011200', '251301120000000+', '250601240000000+', '250601120000000X', 'abcdefghijklmno+'])(
    'takes %j for no time',
    (text) => {
      expect(readTime(text, now)).toBeUndefined();
    },
  );
});
