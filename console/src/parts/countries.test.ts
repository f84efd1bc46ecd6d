import metadata from 'libphonenumber-js/metadata.max.json';
import { expect, it } from 'vitest';
import { isCountry } from '../../../src/domain/phone/phone.ts';
import { countries } from './countries.ts';

it('are those that the service takes', () => {
  expect(countries.filter((code) => !isCountry(code))).toEqual([]);
  expect([...countries].sort()).toEqual(
    Object.keys(metadata.countries)
      .filter((code) => /^[A-Z]{2}$/.test(code))
      .sort(),
  );
});
