import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { countryOf } from './phone.ts';

/** The type of number (SMPP ton) of an address; `other` for types that no phone has. */
export type AddressType = 'international' | 'national' | 'name' | 'unknown' | 'other';

/** Fewer digits are a short code, whatever type the network gives it. */
const fewestDigits = 7;
/** At least this many digits without a leading zero are international if the type is unknown. */
const fewestInternational = 10;

/**
 * An address in E.164 where that is certain. The marked type is tried first; if that is not a valid number, it is read as a number
 * of the carrier's country (none if empty), because networks confuse national and international. Short codes, names and invalid
 * addresses stay as they are.
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

/** Not valid in any reading, so its type decides. */
const unsure = (digits: string, type: AddressType): string => (type === 'other' ? digits : `+${digits}`);

const valid = (number: string): string | undefined => (countryOf(number) === undefined ? undefined : number);

function nationalNumber(digits: string, country: string): string | undefined {
  if (country === '' || digits.length < fewestDigits) return undefined;
  const parsed = parsePhoneNumberFromString(digits, country as CountryCode);
  return parsed && valid(parsed.number);
}
