import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** What stands where something was erased. */
export const erased = 'erased';

/** What may stand between two digits of a number that a person wrote: spaces and dashes of all widths, also in a URL. */
const gap = '(?:[ \t./()\u00a0\u2000-\u2015\u202f\u2060\u2212_-]|%20){0,3}';

/**
 * A PostgreSQL regular expression that finds a phone number in texts, as people, programs and carriers write it: with +, with
 * 00, without either, in the national way, with spaces and dashes between. Longer numbers that contain it are other
 * numbers. The national way asks for more room around it: eight digits alone also occur inside ids.
 */
export function numberPattern(number: string): string {
  const code = callingCode(number);
  const national = spaced(number.slice(1 + code.length));
  const international = `(?<![0-9])(?:\\+|00)?${spaced(code)}${gap}(?:\\(0\\)${gap})?${national}(?![0-9])`;
  return `${international}|(?<![0-9A-Za-z-])0?${gap}${national}(?![0-9A-Za-z-])`;
}

/**
 * Finds at least what the other one finds, and is many times as fast, because it does not look around: for a first glance.
 */
export function loosePattern(number: string): string {
  return spaced(number.slice(1 + callingCode(number).length));
}

/** The ways in which a field that holds nothing else may spell it. */
export function spellings(number: string): string[] {
  const digits = number.slice(1);
  return [number, digits, `00${digits}`];
}

/** All that is written down of a number that was erased. Too little to find it again, even by trying all there are. */
export function ending(number: string): string {
  return number.slice(-2);
}

function callingCode(number: string): string {
  return parsePhoneNumberFromString(number)?.countryCallingCode ?? '';
}

function spaced(digits: string): string {
  return [...digits].join(gap);
}
