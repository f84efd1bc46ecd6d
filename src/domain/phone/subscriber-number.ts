import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { countryOf } from './phone.ts';

/** What a network says about an address (its type of number); `other` for all that no phone has. */
export type AddressType = 'international' | 'national' | 'name' | 'unknown' | 'other';

/** Fewer digits are a short code; a network may call that national or international. */
const fewestDigits = 7;
/** So many digits without a zero in front are international, if nothing is said of them. */
const fewestInternational = 10;

/**
 * An address as E.164, where that is certain: as it is marked if that makes a valid number, and otherwise as a number of the
 * carrier's country (none if it is empty), since networks mark national numbers as international and the other way round. Short
 * codes, names and what makes no sense stay as they are.
 */
export function subscriberNumber(address: string, type: AddressType, country: string): string {
  const text = address.trim();
  if (type === 'name' || !/^\+?\d+$/.test(text)) return text;
  const digits = text.replace('+', '');
  const isMarked = type === 'international' || text.startsWith('+');
  if (/^00[1-9]/.test(digits) && type !== 'other') return valid(`+${digits.slice(2)}`) ?? unsure(digits.slice(2), type);
  if (digits.startsWith('0')) return nationalNumber(digits, country) ?? digits;
  if (digits.length < fewestDigits) return text;
  if (type === 'national') return nationalNumber(digits, country) ?? valid(`+${digits}`) ?? text;
  if (isMarked) return valid(`+${digits}`) ?? nationalNumber(digits, country) ?? `+${digits}`;
  if (digits.length < fewestInternational) return text;
  return valid(`+${digits}`) ?? nationalNumber(digits, country) ?? unsure(digits, type);
}

/** No valid number in any way; then it is what its type says. */
const unsure = (digits: string, type: AddressType): string => (type === 'other' ? digits : `+${digits}`);

const valid = (number: string): string | undefined => (countryOf(number) === undefined ? undefined : number);

function nationalNumber(digits: string, country: string): string | undefined {
  if (country === '' || digits.length < fewestDigits) return undefined;
  const parsed = parsePhoneNumberFromString(digits, country as CountryCode);
  return parsed && valid(parsed.number);
}
