import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Alphabet, readText } from './alphabet.ts';

const octets = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replace(/\s/g, ''), 'hex'));

describe('reading octets', () => {
  it.each<[Alphabet, string, string]>([
    ['gsm', '00 1B65 5F', '@€§'],
    ['ia5', '40 5F', '@_'],
    ['latin1', 'E8 80', 'è\u0080'],
    ['cyrillic', 'BF E0', 'Пр'],
    ['hebrew', 'E0', 'א'],
    ['shift_jis', '83 65', 'テ'],
    ['korean', 'B0 A1', '가'],
    ['ucs2', '010D D83D DE00', 'č😀'],
  ])('%s %s is %j', (alphabet, hex, text) => expect(readText(octets(hex), alphabet)).toBe(text));

  it('leaves binary alone', () => expect(readText(octets('00'), 'binary')).toBeUndefined());

  it('reads a part of a larger memory, as parts of a PDU are', () => {
    const whole = octets('4141 0042 4141');
    expect(readText(whole.subarray(2, 4), 'ucs2')).toBe('B');
    expect(readText(whole.subarray(3, 4), 'latin1')).toBe('B');
  });

  it('leaves what it was given as it was', () => {
    const given = octets('0041');
    readText(given, 'ucs2');
    expect(given).toEqual(octets('0041'));
  });

  it('reads anything into a text that can be stored', () => {
    const alphabets = ['gsm', 'ia5', 'latin1', 'cyrillic', 'hebrew', 'shift_jis', 'korean', 'ucs2'] as const;
    fc.assert(
      fc.property(fc.uint8Array(), fc.constantFrom(...alphabets), (any, alphabet) => {
        const text = readText(any, alphabet)!;
        expect(text.isWellFormed() && !text.includes('\0')).toBe(true);
      }),
    );
  });
});
