import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cell, cut, legible, pad, title, width } from './cell.ts';

test('a text cannot steer the terminal', () => {
  expect(legible('red\u001b[31m\u009b1m')).toBe('red\ufffd[31m\ufffd1m');
  expect(legible('a\nb\tc')).toBe('a b c');
  expect(legible('a\nb', 'lines')).toBe('a\nb');
  expect(legible('pay \u202e001')).toBe('pay \ufffd001');
  fc.assert(fc.property(fc.string({ unit: 'binary-ascii' }), (text) => !/\p{Cc}/u.test(legible(text))));
});

test('values look as a person writes them', () => {
  expect([null, undefined, true, false, 3, ['a', 'b'], { a: 1 }].map(cell)).toEqual([
    '',
    '',
    'yes',
    'no',
    '3',
    'a, b',
    '{"a":1}',
  ]);
  expect(title('acceptedAt')).toBe('Accepted at');
  expect(title('lastAttempt.error')).toBe('Last attempt error');
});

test('width counts columns, not characters', () => {
  expect(width('čšž')).toBe(3);
  expect(width('世界')).toBe(4);
  expect(width('👍🏽')).toBe(2);
  expect(pad('世', 4, 'left')).toBe('  世');
});

test('a cut text is never wider than its place', () => {
  expect(cut('Hello world', 8)).toBe('Hello w…');
  expect(cut('世界世界', 4)).toBe('世…');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, columns) => {
      expect(width(cut(text, columns))).toBeLessThanOrEqual(columns);
    }),
  );
});
