import { describe, expect, it } from 'vitest';
import { type GroupPart, joinedText, rounds } from './join.ts';

const group = { carrierId: 'c', sender: '+38641987654', recipient: '+38640111222', reference: 7, total: 2 };
const part = (place: number, text: string, change: Partial<GroupPart> = {}): GroupPart => ({
  ...group,
  part: place,
  alphabet: 'gsm',
  octets: Buffer.from(text),
  ...change,
});

describe('parts that come together', () => {
  it('are one set, without those that come twice', () => {
    const [one, two] = [part(1, 'a'), part(2, 'b')];
    expect(rounds([one, two, part(1, 'a')])).toEqual([[one, two]]);
    expect(rounds([])).toEqual([]);
  });

  it('are as many sets as there are messages under one number', () => {
    const parts = [part(1, 'a'), part(1, 'A'), part(2, 'b'), part(2, 'B')];
    expect(rounds(parts)).toEqual([
      [part(1, 'a'), part(2, 'b')],
      [part(1, 'A'), part(2, 'B')],
    ]);
  });

  it.each([{ sender: 'x' }, { recipient: 'x' }, { reference: 8 }, { total: 3 }, { carrierId: 'd' }])(
    'are of another message with %j',
    (change) => {
      expect(rounds([part(1, 'a'), part(1, 'b', change)])).toHaveLength(1);
    },
  );
});

describe('the text of parts', () => {
  it('is read across their borders, alphabet by alphabet', () => {
    const smile = Buffer.from('😀', 'utf16le').swap16();
    const ucs2 = (octets: Buffer) => part(1, '', { alphabet: 'ucs2', octets });
    expect(joinedText([part(1, 'a\x1b'), part(2, 'eb')])).toBe('a€b');
    expect(joinedText([ucs2(smile.subarray(0, 2)), ucs2(smile.subarray(2)), part(3, 'a')])).toBe('😀a');
    expect(joinedText([part(1, 'a', { alphabet: 'binary' })])).toBe('61');
  });
});
