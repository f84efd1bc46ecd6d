import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readText } from '../../domain/text/alphabet.ts';
import { decodeGsm, encodeGsm, GSM_CHARACTERS } from '../../domain/text/gsm.ts';
import { alphabetOf, codingFor, fillBits, pack, unpack } from './text.ts';

const hex = (text: string): Buffer => Buffer.from(text.replace(/\s/g, ''), 'hex');

describe('septets', () => {
  it('pack as 23.038 shows', () => {
    expect(pack(Buffer.from('hellohello')).toString('hex')).toBe('e8329bfd4697d9ec37');
    expect(unpack(hex('e8329bfd4697d9ec37')).toString()).toBe('hellohello');
  });

  it('end in a carriage return where seven bits are left, not in an @', () => {
    const seven = pack(Buffer.from('1234567'));
    expect(seven[6]! >> 1).toBe(0x0d);
    expect(unpack(seven).toString()).toBe('1234567');
  });

  it('start on a septet border behind a header', () => {
    expect([6, 7].map(fillBits)).toEqual([1, 0]);
    expect(pack(Buffer.from('A'), 1).toString('hex')).toBe('82');
  });

  it('come back as they were', () => {
    const septets = fc.uint8Array({ max: 127, maxLength: 200 }).filter((array) => array.at(-1) !== 0x0d);
    fc.assert(
      fc.property(septets, fc.integer({ min: 0, max: 6 }), (array, fill) => {
        expect([...unpack(pack(array, fill), fill)]).toEqual([...array]);
      }),
    );
  });
});

describe('reading', () => {
  it.each([
    ['GSM with a euro', 0x00, '48 65 79 1B65', 'Hey€'],
    ['IA5', 0x01, '40 5F', '@_'],
    ['Latin-1', 0x03, 'E8 A3', 'è£'],
    ['Cyrillic', 0x06, 'BF E0', 'Пр'],
    ['Shift-JIS', 0x05, '83 65', 'テ'],
    ['Korean', 0x0e, 'B0 A1', '가'],
    ['UCS-2', 0x08, '010D 0161', 'čš'],
    ['UCS-2 with an emoji', 0x08, 'D83D DE00', '😀'],
    ['UCS-2 with an odd octet at the end', 0x08, '0041 00', 'A'],
    ['half an emoji', 0x08, '0041 D83D', 'A\ufffd'],
    ['a NUL, which PostgreSQL refuses', 0x08, '0000 0041', 'A'],
    ['a flash message', 0x10, '00', '@'],
    ['a flash message in UCS-2', 0x18, '0041', 'A'],
    ['class 0, old style', 0xf0, '00', '@'],
    ['message waiting in UCS-2', 0xe0, '0041', 'A'],
    ['message waiting', 0xc8, '41', 'A'],
    ['an undefined coding', 0x0c, '41', 'A'],
  ])('%s', (_, dataCoding, octets, text) => {
    const alphabet = alphabetOf(dataCoding, 'gsm');
    expect(alphabet === 'packed' ? undefined : readText(hex(octets), alphabet)).toBe(text);
  });

  it.each([0x02, 0x04, 0x14, 0xf4, 0xf5])('leaves binary alone: 0x%x', (dataCoding) => {
    expect(alphabetOf(dataCoding, 'gsm')).toBe('binary');
    expect(readText(hex('00'), 'binary')).toBeUndefined();
  });

  it('takes 0 for what the carrier takes it for', () => {
    expect(alphabetOf(0, 'latin1')).toBe('latin1');
    expect(alphabetOf(0, 'packed')).toBe('packed');
  });
});

describe('writing', () => {
  const anyText = (characters: string) =>
    fc.string({ unit: fc.constantFrom(...Array.from(characters)), maxLength: 160 });

  it('any GSM text comes back', () => {
    fc.assert(
      fc.property(anyText(GSM_CHARACTERS), (text) => {
        expect(readText(codingFor('GSM-7', text, 'gsm').write(text, 0), 'gsm')).toBe(text);
      }),
    );
  });

  it('any text comes back from UCS-2', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const clean = text.replaceAll('\0', '').toWellFormed();
        expect(readText(codingFor('UCS-2', clean, 'gsm').write(clean, 0), 'ucs2')).toBe(clean);
      }),
    );
  });

  it('goes to Latin-1 where the carrier wants that, and to UCS-2 where Latin-1 lacks a letter', () => {
    expect(codingFor('GSM-7', 'naïve è', 'latin1').dataCoding).toBe(3);
    expect(codingFor('GSM-7', 'è', 'latin1').write('è', 0).toString('hex')).toBe('e8');
    expect(codingFor('GSM-7', '5 €', 'latin1').dataCoding).toBe(8);
  });

  it('writes packed septets', () => {
    const octets = codingFor('GSM-7', 'hellohello', 'packed').write('hellohello', 0);
    expect(octets.toString('hex')).toBe('e8329bfd4697d9ec37');
    expect(decodeGsm(unpack(octets))).toBe('hellohello');
  });

  it('never cuts a text it cannot carry', () => {
    expect(encodeGsm('č')).toBeUndefined();
    expect(() => codingFor('GSM-7', 'č', 'gsm').write('č', 0)).toThrow(RangeError);
  });
});
