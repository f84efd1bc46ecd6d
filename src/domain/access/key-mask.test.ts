import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskedText, withoutKey, withoutKeys } from './key-mask.ts';

const key = '0192b3c4-5d6e-7f80-9a1b-2c3d4e5f6071';
const digits = key.replaceAll('-', '');

/** The longest piece of the key that a text holds, whatever stands between its digits. */
function longestPiece(text: string): number {
  const found = text.toLowerCase().replaceAll(/[^0-9a-z]/g, '');
  let longest = 0;
  for (let start = 0; start < digits.length; start++) {
    while (start + longest < digits.length && found.includes(digits.slice(start, start + longest + 1))) longest++;
  }
  return longest;
}

test('any key is masked, as it is written or as numbers are', () => {
  expect(withoutKeys(`a ${key} b ${key.toUpperCase()} c +386${digits}`)).toBe('a 0192b3c4… b 0192B3C4… c +3860192b…');
  expect(withoutKeys('0192b3c4 5d6e 7f80 9a1b 2c3d4e5f6071')).toBe('0192b3c4…');
  expect(withoutKeys('Call +38640123456 or 00386 40 123 456 before 1790000000')).toBe(
    'Call +38640123456 or 00386 40 123 456 before 1790000000',
  );
});

test('of the mail’s own key no piece is left, cut or not', () => {
  expect(withoutKey(`x${key}y ${key.slice(0, 35)} ${key.slice(1)}`, key)).toBe('x0192b3c4…y 0192b3c4…');
  expect(withoutKey('nothing of it 0192b3c4', key)).toBe('nothing of it 0192b3c4');
});

test('however a text is cut and whatever stands between, at most eight digits of a key in a row are shown', () => {
  const filling = fc.constantFrom('', ' ', '-', '\n', '\0', '\u200b', '\u00ad', '. ', '=\n');
  const written = fc
    .array(filling, { minLength: 36, maxLength: 36 })
    .map((fillings) => [...key].map((character, at) => character + fillings[at]!).join(''));
  const piece = fc.oneof(fc.constant(key), fc.constant(digits), fc.constant(key.toUpperCase()), written, fc.string());
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.integer({ min: 1, max: 120 }), (pieces, most) => {
      const text = maskedText(pieces.join('|z|'), most, key);
      expect(text.length).toBeLessThanOrEqual(most);
      expect(longestPiece(text.replaceAll('…', 'z'))).toBeLessThanOrEqual(8);
    }),
    { numRuns: 2_000 },
  );
});

test('a key of another account is not cut either', () => {
  for (let most = 1; most < 60; most++) {
    for (const text of [`some words ${key}`, `${key} ${key}`, `a${'b-'.repeat(200)}${key}`])
      expect(longestPiece(maskedText(text, most).replaceAll('…', 'z'))).toBeLessThanOrEqual(8);
  }
});
