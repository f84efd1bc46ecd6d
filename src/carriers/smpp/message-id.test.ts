import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type IdStyle, receiptKeys, submitKey } from './message-id.ts';

const matches = (submitted: string, receipted: string, style: IdStyle): 'certain' | 'by number' | 'no' => {
  const found = receiptKeys(receipted, style).find(({ key }) => key === submitKey(submitted, style));
  if (found === undefined) return 'no';
  return found.certain ? 'certain' : 'by number';
};

describe('message ids', () => {
  it.each([
    ['12345', '12345', 'auto', 'certain'],
    ['0012345', '12345', 'auto', 'certain'],
    ['12345', '0000012345', 'auto', 'certain'],
    ['0A1B2C3D', 'a1b2c3d', 'auto', 'certain'],
    ['0x0A1B', 'A1B', 'auto', 'certain'],
    ['A1B2C3D', '169552957', 'auto', 'by number'],
    ['169552957', '0A1B2C3D', 'auto', 'by number'],
    ['10', '16', 'auto', 'by number'],
    ['10', '17', 'auto', 'no'],
    ['550e8400-e29b-41d4-a716-446655440000', '550e8400-e29b-41d4-a716-446655440000', 'auto', 'certain'],
    ['550E8400-E29B-41D4-A716-446655440000', '550e8400-e29b-41d4-a716-446655440000', 'auto', 'certain'],
    ['550e8400-e29b-41d4-a716-446655440000', '550E8400-E29B-41D4-A716-446655440000', 'same', 'certain'],
    ['550e8400-e29b-41d4-a716-446655440000', '550E8400-E29B-41D4-A716-446655440000', 'hex-decimal', 'certain'],
    ['550e8400-e29b-41d4-a716-446655440000', '550E8400-E29B-41D4-A716-446655440000', 'exact', 'no'],
    ['xYz_1', 'XyZ_1', 'same', 'certain'],
    ['00xYz', 'xyz', 'same', 'no'],
    ['xYz_1', 'xyz_1', 'auto', 'no'],
    ['xYz_1', ' xYz_1 ', 'auto', 'certain'],
    ['0012', '12', 'exact', 'no'],
    ['0012', '0012', 'exact', 'certain'],
    ['10', '16', 'same', 'no'],
    ['0010', '10', 'same', 'certain'],
    ['10', '16', 'hex-decimal', 'certain'],
    ['10', '10', 'hex-decimal', 'no'],
    ['0A1B2C3D', '0169552957', 'hex-decimal', 'certain'],
    ['16', '10', 'decimal-hex', 'certain'],
    ['169552957', '0A1B2C3D', 'decimal-hex', 'certain'],
    ['0', '00', 'auto', 'certain'],
    ['', '', 'auto', 'certain'],
  ] as const)('answer %j, receipt %j, %s: %s', (submitted, receipted, style, expected) => {
    expect(matches(submitted, receipted, style)).toBe(expected);
  });

  it('that were stored before their case was folded are looked for as well', () => {
    expect(receiptKeys('XyZ_1', 'same')).toEqual([
      { key: 'xyz_1', certain: true },
      { key: 'XyZ_1', certain: false },
    ]);
    expect(receiptKeys('0042', 'same')).toEqual([{ key: '42', certain: true }]);
  });

  it('of any number match in any writing', () => {
    const writings = fc.constantFrom<(id: bigint) => string>(
      (id) => id.toString(),
      (id) => id.toString(16),
      (id) => id.toString(16).toUpperCase().padStart(16, '0'),
      (id) => id.toString().padStart(20, '0'),
    );
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n }), writings, writings, (id, answer, receipt) => {
        expect(matches(answer(id), receipt(id), 'auto')).not.toBe('no');
      }),
    );
  });
});
