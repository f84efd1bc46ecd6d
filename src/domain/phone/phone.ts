import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/metadata.max.json';

/** A region's numbering plan; the keys are places in the array that the metadata packs it into, 0 stands for none. */
interface Plan {
  readonly 2: string; // what every number of the region matches
  readonly 3: readonly number[]; // lengths of the national number
  readonly 5: string | 0; // trunk prefix
  readonly 7: string | 0; // pattern that finds the trunk prefix, where it is not just that prefix
  readonly 10?: string | 0; // leading digits
  readonly 11: readonly (NumberType | 0)[]; // fixed line, mobile and so on
}

/** A pattern, '' where an earlier type has the same; and lengths, where they are not the plan's. */
type NumberType = readonly [pattern: string, lengths?: readonly number[] | 0];

interface Region {
  readonly country: string;
  /** Where a region has these, they alone tell it from the others of its calling code. */
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
  readonly countries: Readonly<Record<string, Plan>>;
};

/** Whether numbers can be of this country at all: an ISO 3166 code in capital letters. */
export function isCountry(code: string): boolean {
  return Object.hasOwn(plans, code);
}

const E164 = /^\+[1-9]\d{6,14}$/;

const LONGEST_CALLING_CODE = 3;

// By first digits, at most 999 of them.
const compiled = new Map<string, CallingCode | undefined>();

/**
 * The country of a destination that is written in E.164 and valid by libphonenumber's full metadata.
 *
 * A number of no country (+800, +881, +883 and the like) can be on no price list: undefined. So is a number with its
 * trunk prefix, +4407400123456: the library forgives that, but it is not E.164, and one phone would be two
 * destinations.
 *
 * The answers are those of `parsePhoneNumberFromString`, which builds its regular expressions anew on each call: 10 µs
 * for Slovenia, 14 for Europe's larger countries, 31 for +1; nearly half a core at 30,000 destinations a second. Built
 * once, at a calling code's first use (about 1 ms), they take 0.5, 0.5 and 0.9 µs. Keeping answers by number would
 * grow without end.
 */
export function countryOf(number: string): string | undefined {
  if (!E164.test(number)) return undefined;
  for (let end = 2; end <= LONGEST_CALLING_CODE + 1; end++) {
    const code = callingCode(number.slice(1, end));
    if (code) return countryWithin(code, number, number.slice(end));
  }
  return undefined;
}

/** What people write between the digits of a number: all blanks and dashes there are, dots, slashes, parentheses, and nothing visible. */
const betweenDigits = /[\p{White_Space}\p{Dash_Punctuation}\p{Default_Ignorable_Code_Point}\u2212./()]/gu;

export function withoutPunctuation(written: string): string {
  return written.replace(betweenDigits, '');
}

/**
 * A valid Slovenian number as E.164, from the ways people write one: +386 40 123 456, 00386…, 386… and 040 123 456, with
 * spaces, dashes, dots, slashes and parentheses between the digits. The trunk prefix behind the country code, +386 (0)40…, is
 * no number that could be dialled and stays wrong.
 */
export function slovenianNumber(written: string): string | undefined {
  const digits = withoutPunctuation(written);
  const number = digits.replace(/^(?:00386|386(?=\d{8}$)|0(?=[1-9]))/, '+386');
  return countryOf(number) === 'SI' ? number : undefined;
}

function countryWithin({ trunkPrefix, regions }: CallingCode, number: string, national: string): string | undefined {
  const country = regionOf(regions, national);
  // A valid number may begin like the trunk prefix (+7 800 5553535 with 8). Whether that is taken off depends on the
  // rest, and happens to few numbers: the library decides.
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
  // Misses are kept too: every +386 asks for 3 and 38 first.
  const known = compiled.get(digits);
  if (known || compiled.has(digits)) return known;
  const code = compileCallingCode(digits);
  compiled.set(digits, code);
  return code;
}

function compileCallingCode(digits: string): CallingCode | undefined {
  const countries = countriesByCode[digits];
  if (!countries) return undefined;
  // The first country's plan speaks for the calling code.
  const { 5: prefix, 7: pattern } = plans[countries[0]!]!;
  const trunk = pattern || prefix;
  return {
    // Argentina's pattern can match nothing at all, which takes nothing off: (?!^) asks for a digit.
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
