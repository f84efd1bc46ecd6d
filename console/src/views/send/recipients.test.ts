import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countryOf } from '../../../../src/domain/phone/phone.ts';
import { numbersOfFile, readRecipients } from './recipients.ts';

const read = (text: string) => readRecipients(text, countryOf);

describe('recipients', () => {
  it('are read as people write them', () => {
    expect(read('+386 40 123 456, 0038640123457;38640123458\n"+386-40-123-459"').map(({ number }) => number)).toEqual([
      '+38640123456',
      '+38640123457',
      '+38640123458',
      '+38640123459',
    ]);
  });

  it('are marked where they are wrong', () => {
    expect(read('+38612\n040 123 456\nhello\n+38640123456\n+38640123456').map(({ problem }) => problem)).toEqual([
      'invalid',
      'national',
      'invalid',
      undefined,
      'twice',
    ]);
  });

  it('have a country', () => {
    expect(read('+38640123456 \n +385912345678')).toMatchObject([{ country: 'SI' }, { country: 'HR' }]);
  });

  it('are never anything but valid or marked', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        for (const { number, problem } of read(text)) {
          expect(problem !== undefined || countryOf(number!) !== undefined).toBe(true);
        }
      }),
    );
  });
});

it('a file may have other columns', () => {
  expect(numbersOfFile('name;phone\nAna;+386 40 123 456\r\nBor;"+386 40 123 457"\nnobody;')).toBe(
    '+386 40 123 456\n+386 40 123 457',
  );
});
