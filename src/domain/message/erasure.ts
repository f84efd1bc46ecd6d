import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** The text that replaces an erased value. */
export const erased = 'erased';

/** What can separate two digits of a number that a person wrote: spaces and dashes of all widths, also URL-encoded. */
const gap = '(?:[ \t./()\u00a0\u2000-\u2015\u202f\u2060\u2212_-]|%20){0,3}';

/**
 * A PostgreSQL regular expression that finds a phone number in any notation: with +, with 00, without either, or national, with
 * spaces and dashes between the digits. It does not match inside a longer number. The national notation needs a wider margin,
 * because eight digits also occur inside ids.
 */
export function numberPattern(number: string): string {
  const code = callingCode(number);
  const national = spaced(number.slice(1 + code.length));
  const international = `(?<![0-9])(?:\\+|00)?${spaced(code)}${gap}(?:\\(0\\)${gap})?${national}(?![0-9])`;
  return `${international}|(?<![0-9A-Za-z-])0?${gap}${national}(?![0-9A-Za-z-])`;
}

/** A fast prefilter: matches everything that `numberPattern` matches and more, many times as fast because it has no lookaround. */
export function loosePattern(number: string): string {
  return spaced(number.slice(1 + callingCode(number).length));
}

/** The notations of the number in a field that holds nothing else. */
export function spellings(number: string): string[] {
  const digits = number.slice(1);
  return [number, digits, `00${digits}`];
}

/** The only digits that are logged of an erased number: too few to recover it, even by trying all numbers. */
export function ending(number: string): string {
  return number.slice(-2);
}

function callingCode(number: string): string {
  return parsePhoneNumberFromString(number)?.countryCallingCode ?? '';
}

function spaced(digits: string): string {
  return [...digits].join(gap);
}
