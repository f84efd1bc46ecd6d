import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countSeptets, decodeGsm, encodeGsm, GSM_CHARACTERS, gsmCode, isGsm, septetsOf } from './gsm.ts';

const gsmText = fc.string({ unit: fc.constantFrom(...GSM_CHARACTERS) });

describe('GSM 03.38 codes', () => {
  it.each([
    ['@', 0x00],
    ['Ç', 0x09],
    ['\n', 0x0a],
    ['\r', 0x0d],
    ['Δ', 0x10],
    ['Ξ', 0x1a],
    ['É', 0x1f],
    [' ', 0x20],
    ['¤', 0x24],
    ['0', 0x30],
    ['¡', 0x40],
    ['A', 0x41],
    ['§', 0x5f],
    ['¿', 0x60],
    ['z', 0x7a],
    ['à', 0x7f],
    ['\f', 0x1b0a],
    ['€', 0x1b65],
  ])('%j is %i', (character, code) => expect(gsmCode(character)).toBe(code));

  it.each(['ç', 'Α', 'č', '`', '\t', '\u001b', '', '🎉', '\0'])('has no %j', (character) => {
    expect(gsmCode(character)).toBeUndefined();
  });

  it('has 127 characters and 10 extended ones', () => {
    const weights = Array.from(GSM_CHARACTERS, (character) => septetsOf(character.charCodeAt(0)));
    expect([1, 2].map((weight) => weights.filter((each) => each === weight).length)).toEqual([127, 10]);
  });

  it('weighs a code unit exactly if it has a code', () => {
    const units = Array.from({ length: 0x10000 }, (_, unit) => unit);
    const hasCode = (unit: number) => gsmCode(String.fromCharCode(unit)) !== undefined;
    expect(units.filter((unit) => septetsOf(unit) > 0 !== hasCode(unit))).toEqual([]);
  });
});

describe('countSeptets', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['^{}\\[~]|€\f', 20],
    ['10 €', 5],
    ['č', undefined],
    ['abc🎉', undefined],
  ])('%j takes %s', (text, septets) => expect(countSeptets(text)).toBe(septets));
});

describe('encoding and decoding', () => {
  it('puts an escape before an extended character', () => {
    expect(encodeGsm('a€@')).toEqual(Uint8Array.of(0x61, 0x1b, 0x65, 0x00));
  });

  it('refuses what it cannot carry', () => expect(encodeGsm('až')).toBeUndefined());

  it('gives a text back', () => {
    fc.assert(fc.property(gsmText, (text) => decodeGsm(encodeGsm(text)!) === text));
  });

  it('makes as many octets as it counts septets', () => {
    fc.assert(fc.property(gsmText, (text) => encodeGsm(text)!.length === countSeptets(text)));
  });

  it('encodes exactly what is GSM', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => isGsm(text) === (encodeGsm(text) !== undefined)));
  });

  it.each([
    ['an unknown extension as the plain character', [0x1b, 0x41], 'A'],
    ['two escapes as a space', [0x1b, 0x1b, 0x41], ' A'],
    ['an escape at the end as a space', [0x41, 0x1b], 'A '],
    ['more than seven bits as a replacement character', [0x41, 0x80, 0xff], 'A\ufffd\ufffd'],
  ])('reads %s', (_, octets, text) => expect(decodeGsm(Uint8Array.from(octets))).toBe(text));

  it('reads anything', () => {
    fc.assert(fc.property(fc.uint8Array(), (octets) => decodeGsm(octets).length <= octets.length));
  });
});
