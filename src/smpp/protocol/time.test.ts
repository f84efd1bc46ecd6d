import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { absoluteTime, readTime, relativeTime } from './fields.ts';

/** YY MM DD hh mm ss, as numbers. */
const fieldsOf = (text: string): number[] => text.slice(0, 12).match(/../g)!.map(Number);
const units = [365 * 86_400, 30 * 86_400, 86_400, 3_600, 60, 1];

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

  it('writes relative times that add up to the seconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 * 365 * 86_400 }), (seconds) => {
        const text = relativeTime(seconds);
        expect(text).toMatch(/^\d{12}000R$/);
        expect(fieldsOf(text).reduce((sum, count, place) => sum + count * units[place]!, 0)).toBe(seconds);
      }),
    );
  });

  it('writes absolute times in UTC, to the tenth of a second', () => {
    expect(absoluteTime(new Date('2025-06-01T12:34:56.789Z'))).toBe('250601123456700+');
    const dates = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(dates, (date) => {
        const text = absoluteTime(date);
        expect(text).toMatch(/^\d{13}00\+$/);
        const [year = 0, month = 0, ...rest] = fieldsOf(text);
        const written = Date.UTC(2_000 + year, month - 1, ...rest, Number(text[12]) * 100);
        expect(written).toBe(Math.floor(date.getTime() / 100) * 100);
      }),
    );
  });
});

describe('reading times', () => {
  const now = Date.UTC(2026, 10, 16) / 1_000;

  it('brings back what was written', () => {
    const seconds = fc.integer({ min: Date.UTC(2000, 0, 1) / 1_000, max: Date.UTC(2099, 11, 31) / 1_000 });
    fc.assert(
      fc.property(seconds, (time) => {
        expect(readTime(absoluteTime(new Date(time * 1_000)), now)).toBe(time);
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 31 * 86_400 }), (rest) => {
        expect(readTime(relativeTime(rest), now)).toBe(now + rest);
      }),
    );
  });

  it('counts calendar months and years from now', () => {
    const from = (date: string) => Date.parse(date) / 1_000;
    expect(readTime('000100000000000R', from('2026-11-16T12:00:00Z'))).toBe(from('2026-12-16T12:00:00Z'));
    expect(readTime('000100000000000R', from('2026-02-10T12:00:00Z'))).toBe(from('2026-03-10T12:00:00Z'));
    expect(readTime('010201030405000R', from('2027-12-30T23:00:00Z'))).toBe(from('2029-03-04T02:04:05Z'));
  });

  it('reads a relative time as the date that many years, months and days ahead, and adds the time of day', () => {
    const upTo = (max: number) => fc.integer({ min: 0, max });
    fc.assert(
      fc.property(
        upTo(99),
        upTo(99),
        upTo(99),
        upTo(86_399),
        upTo(4_000_000_000),
        (years, months, days, rest, time) => {
          const clock = [rest / 3_600, (rest / 60) % 60, rest % 60].map((value) => Math.floor(value));
          const text = [years, months, days, ...clock].map((value) => String(value).padStart(2, '0')).join('');
          const ahead = new Date(time * 1_000);
          ahead.setUTCFullYear(ahead.getUTCFullYear() + years, ahead.getUTCMonth() + months, ahead.getUTCDate() + days);
          expect(readTime(`${text}000R`, time)).toBe(ahead.getTime() / 1_000 + rest);
        },
      ),
    );
  });

  it('moves an absolute time by its offset alone', () => {
    const seconds = fc.integer({ min: Date.UTC(2001, 0, 1) / 1_000, max: Date.UTC(2098, 11, 31) / 1_000 });
    fc.assert(
      fc.property(seconds, fc.integer({ min: 0, max: 99 }), fc.constantFrom('+', '-'), (time, quarters, sign) => {
        const text = absoluteTime(new Date(time * 1_000)).slice(0, 13) + String(quarters).padStart(2, '0') + sign;
        const offset = quarters * 900 * (sign === '+' ? 1 : -1);
        expect(readTime(text, now)).toBe(quarters > 48 ? undefined : time - offset);
      }),
    );
  });

  it('counts quarters of an hour east and west', () => {
    expect(readTime('261116010000004+', now)).toBe(now);
    expect(readTime('261115230000004-', now)).toBe(now);
    expect(readTime('261116001500001+', now)).toBe(now);
  });

  it.each([
    '',
    'tomorrow',
    '261116000000000',
    '261316000000000+',
    '270229000000000+',
    '261116240000000+',
    '261116000000049+',
    '2611160000000004R',
  ])('takes %j for none', (text) => expect(readTime(text, now)).toBeUndefined());

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ maxLength: 20 }), (text) => void readTime(text, now)));
  });
});
