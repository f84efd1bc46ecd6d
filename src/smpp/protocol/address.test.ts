import { describe, expect, it } from 'vitest';
import { fromWire, toWire } from './fields.ts';

describe('addresses', () => {
  it.each([
    ['+38640123456', { ton: 1, npi: 1, address: '38640123456' }],
    ['Hermod', { ton: 5, npi: 0, address: 'Hermod' }],
    ['A+B', { ton: 5, npi: 0, address: 'A+B' }],
    ['4567', { ton: 3, npi: 0, address: '4567' }],
    ['040123456', { ton: 0, npi: 1, address: '040123456' }],
  ])('%s goes out and comes back', (address, wire) => {
    expect(toWire(address)).toEqual(wire);
    expect(fromWire(wire)).toBe(address);
  });

  it.each([
    ['international with 00', 1, '0038640123456', '+38640123456'],
    ['international that kept its plus', 1, '+38640123456', '+38640123456'],
    ['unknown type, international digits', 0, '38640123456', '+38640123456'],
    ['unknown type with 00', 0, '0038640123456', '+38640123456'],
    ['unknown type, national digits', 0, '040123456', '040123456'],
    ['unknown type, short code', 0, '4567', '4567'],
    ['national', 2, '40123456', '40123456'],
    ['alphanumeric digits', 5, '38640123456', '38640123456'],
    ['spaces around', 5, ' Bank ', 'Bank'],
    ['letters with the type of a number', 1, 'Bank', 'Bank'],
  ])('reads %s', (_, ton, address, expected) => {
    expect(fromWire({ ton, npi: 1, address })).toBe(expected);
  });
});
