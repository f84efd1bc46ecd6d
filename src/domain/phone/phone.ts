import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/metadata.max.json';

/** A region's numbering plan. The keys are positions in the packed array of the metadata; 0 means absent. */
interface NumberPlan {
  readonly 2: string; // what every number of the region matches
  readonly 3: readonly number[]; // lengths of the national number
  readonly 5: string | 0; // trunk prefix
  readonly 7: string | 0; // pattern that finds the trunk prefix, where it is not just that prefix
  readonly 10?: string | 0; // leading digits
  readonly 11: readonly (NumberType | 0)[]; // fixed line, mobile and so on
}

/** A pattern ('' if an earlier type has the same one), and lengths if they differ from the plan's. */
type NumberType = readonly [pattern: string, lengths?: readonly number[] | 0];

interface Region {
  readonly country: string;
  /** If a region has these, they alone tell it from the other regions with its calling code. */
  readonly leadingDigits: RegExp | undefined;
  /** The valid numbers, by length. */
  readonly valid: readonly (RegExp | undefined)[];
}

interface CallingCode {
  readonly trunkPrefix: RegExp | undefined;
  readonly regions: readonly Region[];
}

const { country_calling_codes: countriesByCode, countries: plans } = metadata as unknown as {
  readonly country_calling_codes: Readonly<Record<string, readonly string[]>>;
  readonly countries: Readonly<Record<string, NumberPlan>>;
};

/** Whether a country has phone numbers; `code` is an ISO 3166 code in capital letters. */
export function isCountry(code: string): boolean {
  return Object.hasOwn(plans, code);
}

const E164 = /^\+[1-9]\d{6,14}$/;

const LONGEST_CALLING_CODE = 3;

// Compiled calling codes, by the first one to three digits of a number.
const compiled = new Map<string, CallingCode | undefined>();

/**
 * The country of a destination in E.164 that is valid by libphonenumber's full metadata. Numbers of no country (+800, +881, +883
 * and similar) cannot be on a price list: undefined. So are numbers with a trunk prefix, +4407400123456: the library accepts them,
 * but they are not E.164, and one phone would be two destinations.
 *
 * The results are those of `parsePhoneNumberFromString`, which compiles its regular expressions on every call: 10 µs for Slovenia,
 * 14 µs for Europe's larger countries, 31 µs for +1, or nearly half a core at 30,000 destinations/s. Compiled once, at the first
 * use of a calling code (about 1 ms), they take 0.5, 0.5 and 0.9 µs. A cache of results by number would grow without limit.
 */
export function countryOf(number: string): string | undefined {
  if (!E164.test(number)) return undefined;
  for (let end = 2; end <= LONGEST_CALLING_CODE + 1; end++) {
    const code = callingCode(number.slice(1, end));
    if (code) return countryWithin(code, number, number.slice(end));
  }
  return undefined;
}

/** What people write between the digits of a number: blanks, dashes, dots, slashes, parentheses and invisible characters. */
const betweenDigits = /[\p{White_Space}\p{Dash_Punctuation}\p{Default_Ignorable_Code_Point}\u2212./()]/gu;

export function withoutPunctuation(written: string): string {
  return written.replace(betweenDigits, '');
}

/**
 * A valid Slovenian number in E.164 from the usual notations: +386 40 123 456, 00386…, 386… and 040 123 456, with spaces, dashes,
 * dots, slashes and parentheses between the digits. A trunk prefix after the country code, +386 (0)40…, cannot be dialled and is
 * not accepted.
 */
export function slovenianNumber(written: string): string | undefined {
  const digits = withoutPunctuation(written);
  const number = digits.replace(/^(?:00386|386(?=\d{8}$)|0(?=[1-9]))/, '+386');
  return countryOf(number) === 'SI' ? number : undefined;
}

function countryWithin({ trunkPrefix, regions }: CallingCode, number: string, national: string): string | undefined {
  const country = regionOf(regions, national);
  // Some valid numbers begin with the digits of the trunk prefix (+7 800 5553535 with 8). Whether to remove it depends on the rest
  // of the number; the library decides these few cases.
  return country && trunkPrefix?.test(national) ? countryByLibrary(number) : country;
}

function regionOf(regions: readonly Region[], national: string): string | undefined {
  for (const { country, leadingDigits, valid } of regions) {
    if (leadingDigits && !leadingDigits.test(national)) continue;
    if (valid[national.length]?.test(national)) return country;
    if (leadingDigits) return undefined;
  }
  return undefined;
}

function countryByLibrary(number: string): string | undefined {
  const parsed = parsePhoneNumberFromString(number);
  return parsed?.number === number && parsed.isValid() ? parsed.country : undefined;
}

function callingCode(digits: string): CallingCode | undefined {
  // Misses are cached too: every +386 first looks up 3 and 38.
  const known = compiled.get(digits);
  if (known || compiled.has(digits)) return known;
  const code = compileCallingCode(digits);
  compiled.set(digits, code);
  return code;
}

function compileCallingCode(digits: string): CallingCode | undefined {
  const countries = countriesByCode[digits];
  if (!countries) return undefined;
  // The first country's plan has the trunk prefix of the calling code.
  const { 5: prefix, 7: pattern } = plans[countries[0]!]!;
  const trunk = pattern || prefix;
  return {
    // Argentina's pattern can match the empty string; (?!^) requires at least one digit.
    trunkPrefix: trunk ? new RegExp(`^(?:${trunk})(?!^)`) : undefined,
    regions: countries.map((country) => compileRegion(country, countries.length > 1)),
  };
}

function compileRegion(country: string, shared: boolean): Region {
  const { 2: general, 3: lengths, 10: leading, 11: types } = plans[country]!;
  const byLength: string[][] = [];
  for (const type of types) {
    if (!type || type[0] === '') continue;
    for (const length of type[1] || lengths) byLength[length] = [...(byLength[length] ?? []), type[0]];
  }
  return {
    country,
    leadingDigits: shared && leading ? new RegExp(`^(?:${leading})`) : undefined,
    valid: byLength.map((patterns) => new RegExp(`^(?=(?:${general})$)(?:${patterns.join('|')})$`)),
  };
}

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
