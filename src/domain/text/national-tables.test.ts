import { describe, expect, it } from 'vitest';
import { type Alphabet, nationalGsm, readText } from './alphabet.ts';
import { DEFAULT_ALPHABET, DEFAULT_EXTENSION, LOCKING_SHIFT, SINGLE_SHIFT } from './national-tables.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const read = (septets: string, locking: number, single: number): string =>
  readText(hex(septets), `gsm/${locking}/${single}` as Alphabet)!;

/** Words, and the septets by the tables of 3GPP TS 23.038, annex A. */
describe('a text in the tables of', () => {
  it.each([
    ['Turkish, locking', 1, 0, '40 79 69 20 67 7e 6e 6c 65 72 20 07 0b 0c 1c 1d 60 04', 'İyi günler ıĞğŞşç€'],
    ['Turkish, single', 0, 1, '1b49 79 69 1b67 1b47 1b69 1b53 1b73 1b63 1b65 09', 'İyiğĞıŞşç€Ç'],
    ['Spanish', 0, 2, '1b41 1b61 1b49 1b69 1b4f 1b6f 1b55 1b75 1b09 7d 1b28 1b14', 'ÁáÍíÓóÚúçñ{^'],
    [
      'Portuguese, single',
      0,
      3,
      '1b7b 1b7c 1b5b 1b5c 1b05 1b1f 1b0b 1b0c 1b61 1b7f 1b41 1b12 1b15 1b18',
      'ãõÃÕêÊÔôÂâÀΦΩΣ',
    ],
    [
      'Portuguese, locking',
      3,
      0,
      '4e 7b 6f 20 09 04 06 07 08 13 14 17 18 1a 1c 1e 24 40 60 7d',
      'Não çêúíóÇÀ\\€|ÂÊºÍ~`',
    ],
    ['Bengali', 4, 4, '2e 4c 50 51 60 7b 1b19 1b24 1b30', '.সািৎৗ০য়৶'],
    ['Gujarati', 5, 5, '15 2f 52 60 7f 1b1c 1b25 1b19', 'કનીૐ૱૦૯।'],
    ['Hindi', 6, 6, '2f 42 4c 5f 24 56 20 1b1c 1b25 1b19 1b26 1b3a', 'नमस्डॄ ०९।॑ॱ'],
    ['Kannada', 7, 7, '15 2f 5f 24 3d 1b1c 1b26', 'ಕನ್ಡಪ೦ೞ'],
    ['Malayalam', 8, 8, '42 48 7f 1b1c 1b30 1b34', 'മഴ൹൦ൻൿ'],
    ['Oriya', 9, 9, '13 47 60 7f 1b20 1b26', 'ଓଳୖୣ୪ଡ଼'],
    ['Punjabi', 10, 10, '2d 60 7f 1b1c 1b2d', 'ਧੑੴ੦ੵ'],
    ['Tamil', 11, 11, '24 3c 48 7f 1b1c 1b24 1b2e', '\ufffdனழ௹௦௮௺'],
    ['Telugu', 12, 12, '24 27 57 1b1c 1b32', 'డత\ufffd౦౿'],
    ['Urdu', 13, 13, '00 4e 54 59 1b1c 1b26 1b3f', 'امۄی۰،۔'],
  ])('%s', (_, locking, single, septets, expected) => {
    expect(read(septets, locking, single).normalize('NFC')).toBe(expected.normalize('NFC'));
  });
});

describe('national tables', () => {
  it('are those of thirteen languages; Spanish has no locking shift', () => {
    expect([...SINGLE_SHIFT.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    expect([...LOCKING_SHIFT.keys()]).toEqual([1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  });

  it('have no place twice, none beyond seven bits, and never the escape', () => {
    for (const table of [DEFAULT_ALPHABET, DEFAULT_EXTENSION, ...LOCKING_SHIFT.values(), ...SINGLE_SHIFT.values()]) {
      expect(table.has(0x1b)).toBe(false);
      for (const [code, character] of table) {
        expect(Number.isInteger(code) && code >= 0 && code < 128).toBe(true);
        expect([...character]).toHaveLength(1);
      }
    }
  });

  it.each([4, 5, 6, 7, 8, 9, 10, 11, 12, 13])(
    'of language %i hold letters of its script, to the last place',
    (language) => {
      const table = LOCKING_SHIFT.get(language)!;
      const scripts =
        /^[\p{sc=Beng}\p{sc=Gujr}\p{sc=Deva}\p{sc=Knda}\p{sc=Mlym}\p{sc=Orya}\p{sc=Guru}\p{sc=Taml}\p{sc=Telu}\p{sc=Arab}\p{sc=Inherited}]$/u;
      for (const place of [0x02, 0x15, 0x2f, 0x43, 0x5f, 0x60, 0x7f]) expect(table.get(place)).toMatch(scripts);
    },
  );

  it('that are undefined are the default', () => {
    expect(nationalGsm({ locking: 0, single: 0 })).toBe('gsm');
    expect(nationalGsm({ locking: 99, single: 200 })).toBe('gsm');
    expect(nationalGsm({ locking: 2, single: 0 })).toBe('gsm');
    expect(nationalGsm({ locking: 2, single: 2 })).toBe('gsm/2/2');
    expect(read('41 1b65', 2, 0)).toBe('A€');
  });

  it('show an unknown extension as the character of the main table there, and two escapes as a space', () => {
    expect(read('1b41 1b1b', 1, 1)).toBe('A ');
    expect(read('1b60', 1, 0)).toBe('ç');
  });
});
