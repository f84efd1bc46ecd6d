import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AddressType, countryOf, subscriberNumber } from './phone.ts';

const mobile = '+38640111222';

describe('an address as a network writes it', () => {
  it.each<[string, AddressType, string, string?]>([
    ['38640111222', 'international', mobile],
    ['+38640111222', 'unknown', mobile],
    ['0038640111222', 'international', mobile],
    ['0038640111222', 'national', mobile],
    ['0038640111222', 'unknown', mobile],
    ['38640111222', 'unknown', mobile],
    ['38640111222', 'national', mobile],
    ['38640111222', 'other', mobile],
    ['40111222', 'national', mobile],
    ['040111222', 'national', mobile],
    ['040111222', 'unknown', mobile],
    ['040111222', 'international', mobile],
    ['+040111222', 'international', mobile],
    ['40111222', 'international', mobile],
    ['004915123456789', 'unknown', '+4915123456789'],
    ['015123456789', 'national', '+4915123456789', 'DE'],
    // Trunk prefixes that are no single zero, and a zero that belongs to the number.
    ['06201234567', 'national', '+36201234567', 'HU'],
    ['89161234567', 'national', '+79161234567', 'RU'],
    ['0612345678', 'national', '+390612345678', 'IT'],
    ['2025550123', 'national', '+12025550123', 'US'],
  ])('%s (%s) is %s', (address, type, expected, country = 'SI') => {
    expect(subscriberNumber(address, type, country)).toBe(expected);
  });

  it.each<[string, AddressType]>([
    ['4567', 'international'],
    ['4567', 'national'],
    ['1919', 'unknown'],
    ['80123', 'national'],
    ['40111222', 'unknown'],
    ['0900', 'national'],
    ['Bank', 'international'],
    ['40111222', 'name'],
    ['A1', 'unknown'],
    ['', 'national'],
    ['38640XXX222', 'international'],
  ])('%j (%s) stays as it is', (address, type) => {
    expect(subscriberNumber(address, type, 'SI')).toBe(address);
  });

  it('of a carrier without a country stays national', () => {
    expect(subscriberNumber('040111222', 'national', '')).toBe('040111222');
    expect(subscriberNumber('40111222', 'national', '')).toBe('40111222');
    expect(subscriberNumber('38640111222', 'unknown', '')).toBe(mobile);
  });

  it('that is one of E.164 never becomes another', () => {
    const number = fc.stringMatching(/^\+386(?:40|31|41|51)[1-9][0-9]{5}$/).filter((it) => countryOf(it) === 'SI');
    const types = fc.constantFrom<AddressType>('international', 'unknown', 'national');
    const forms = fc.constantFrom(
      (it: string) => it,
      (it: string) => it.slice(1),
      (it: string) => `00${it.slice(1)}`,
      (it: string) => `0${it.slice(4)}`,
    );
    fc.assert(
      fc.property(number, types, forms, (it, type, write) => {
        expect(subscriberNumber(write(it), type, 'SI')).toBe(it);
      }),
    );
  });
});
