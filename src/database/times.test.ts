import fc from 'fast-check';
import pg from 'pg';
import { expect, test } from 'vitest';
import { toTime } from './pool.ts';

const driver = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date | number;

const times = fc
  .record({
    at: fc.date({ min: new Date('0100-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }),
    fraction: fc.stringMatching(/^(\.\d{0,5}[1-9])?$/),
    zone: fc.constantFrom('+00', '+00', '+02', '-03:30'),
  })
  .map(({ at, fraction, zone }) => `${at.toISOString().slice(0, 19).replace('T', ' ')}${fraction}${zone}`);

test('a time is what the driver reads in it', () => {
  fc.assert(
    fc.property(times, (text) => {
      expect(toTime(text)).toEqual(driver(text));
    }),
  );
});

test.each([
  'infinity',
  '-infinity',
  '0044-03-15 12:00:00+00 BC',
  '20260-11-15 12:00:00+00',
  '2000-01-01 00:00:00+00',
  '2000-02-29 00:00:00.000001+00',
  '2099-12-31 23:59:59.999999+00',
])('%s', (text) => {
  expect(toTime(text)).toEqual(driver(text));
});
