import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isUuid, uuidAt, uuidTime } from './uuid.ts';

const moment = fc.integer({ min: 0, max: 2 ** 48 - 1 });

test('a border holds its millisecond and nothing else', () => {
  expect(uuidAt(0)).toBe('00000000-0000-0000-0000-000000000000');
  expect(uuidAt(0x0192_3456_789a)).toBe('01923456-789a-0000-0000-000000000000');
  expect(uuidAt(-5)).toBe(uuidAt(0));
  expect(uuidAt(7.9)).toBe(uuidAt(7));
});

test('time goes in and comes out, and borders sort as their times do', () => {
  fc.assert(fc.property(moment, (at) => uuidTime(uuidAt(at)) === at && isUuid(uuidAt(at))));
  fc.assert(fc.property(moment, moment, (a, b) => a < b === uuidAt(a) < uuidAt(b)));
});

test.each([
  ['01923456-789a-7000-8000-0123456789ab', true],
  ['01923456-789A-7000-8000-0123456789AB', true],
  ['01923456789a700080000123456789ab', false],
  ['01923456-789a-7000-8000-0123456789a', false],
  ['01923456-789a-7000-8000-0123456789abc', false],
  ['g1923456-789a-7000-8000-0123456789ab', false],
  ['01923456-789a-7000-8000-0123456789ab\n', false],
  ['', false],
])('%j is a UUID: %s', (text, expected) => {
  expect(isUuid(text)).toBe(expected);
});
