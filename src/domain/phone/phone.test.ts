import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/metadata.max.json';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, it } from 'vitest';
import { countryOf } from './phone.ts';

describe('the country of a destination', () => {
  it.each([
    ['SI', '+38640123456', 'mobile'],
    ['SI', '+38614255555', 'fixed line'],
    ['SI', '+38659123456', 'VoIP'],
    ['SI', '+38680123456', 'toll-free'],
    ['SI', '+38690123456', 'premium rate: a price list may leave it out, validity does not'],
    ['SI', '+386901234', 'premium rate, the short form'],
    ['HR', '+385912345678', ''],
    ['BA', '+38761123456', ''],
    ['RS', '+381601234567', ''],
    ['AT', '+43664123456', 'plan with many lengths'],
    ['AT', '+436641234567', 'plan with many lengths'],
    ['DE', '+4915123456789', ''],
    ['CZ', '+420601123456', ''],
    ['MX', '+525512345678', ''],
    ['AR', '+5491123456789', 'trunk pattern that matches nothing'],
    ['AR', '+541115234567', 'looks like a trunk prefix, too short without it'],
    ['BR', '+5511961234567', ''],
    ['RU', '+78005553535', 'begins with the trunk prefix 8'],
    ['BY', '+3758011234567', 'begins with the trunk prefix 8'],
    ['LT', '+37080012345', 'begins with the trunk prefix 8'],
    ['SM', '+3780549886377', 'begins with 0'],
  ])('is %s for %s (%s)', (country, number) => {
    expect(countryOf(number)).toBe(country);
  });

  it.each([
    ['GB', '+447400123456'],
    ['GB', '+442079460958'],
    ['GG', '+447911123456'],
    ['GG', '+447781123456'],
    ['JE', '+447797712345'],
    ['JE', '+441534123456'],
    ['IM', '+447624123456'],
    ['US', '+12015550123'],
    ['US', '+18005551234'],
    ['CA', '+14165550123'],
    ['CA', '+13101234'],
    ['JM', '+18765551234'],
    ['DO', '+18095551234'],
    ['PR', '+17875551234'],
    ['VI', '+13405551234'],
    ['IT', '+390612345678'],
    ['IT', '+393123456789'],
    ['VA', '+390669812345'],
    ['RU', '+79161234567'],
    ['KZ', '+77011234567'],
    ['NO', '+4740612345'],
    ['SJ', '+4779123456'],
    ['FI', '+358412345678'],
    ['AX', '+35818123456'],
    ['AU', '+61412345678'],
    ['CC', '+61891621234'],
    ['CX', '+61891641234'],
    ['RE', '+262692123456'],
    ['YT', '+262639012345'],
    ['SH', '+29051234'],
    ['TA', '+2908123'],
  ])('is %s for %s, though others share the calling code', (country, number) => {
    expect(countryOf(number)).toBe(country);
  });
});

describe('no country', () => {
  it.each([
    ['+3861123', 'an emergency number'],
    ['+38699123456', 'no such range'],
    ['+38665012345', 'no such mobile range'],
    ['+3864012345', 'one digit short'],
    ['+386401234567', 'one digit long'],
    ['+39612345678', 'Rome without its 0'],
    ['+12425551234', 'leading digits of the Bahamas, not a number of theirs'],
    ['+75001234567', 'neither Russian nor Kazakh'],
    ['+5215512345678', 'the Mexican 1 of former times'],
    ['+3758105412429', 'fits the Belarusian plan, but the library takes the 8 for a trunk prefix'],
    ['+9990123456', 'no such calling code'],
    ['+210123456789', 'no such calling code'],
    ['+123456', 'six digits'],
    ['+4915123456789012', 'sixteen digits'],
  ])('for %s: %s', (number) => {
    expect(countryOf(number)).toBeUndefined();
  });

  it.each([
    '',
    '+',
    '38640123456',
    '0038640123456',
    '+0038640123456',
    '040123456',
    '++38640123456',
    '+386 40 123 456',
    '+386-40-123-456',
    ' +38640123456',
    '+38640123456 ',
    '+38640123456\n',
    '+38640123456;ext=1',
    'tel:+38640123456',
    '+3864012345O',
    '+1800FLOWERS',
    '+38640123\u0664\u0665\u0666',
    '+38640123\uff14\uff15\uff16',
    '\uff0b38640123456',
    '\u200b+38640123456',
  ])('for %j, which is not written in E.164', (number) => {
    expect(countryOf(number)).toBeUndefined();
  });

  it.each([
    ['+386040123456', '+38640123456'],
    ['+386014255555', '+38614255555'],
    ['+3850912345678', '+385912345678'],
    ['+4407911123456', '+447911123456'],
    ['+330612345678', '+33612345678'],
    ['+3606201234567', '+36201234567'],
    ['+112015550123', '+12015550123'],
    ['+789161234567', '+79161234567'],
    ['+370860123456', '+37060123456'],
    ['+54111512345678', '+5491112345678'],
    ['+5501511961234567', '+5511961234567'],
    ['+378886377', '+3780549886377'],
    ['+241060123456', '+24160123456'],
  ])('for %s, which the library reads as %s', (written, read) => {
    expect(parsePhoneNumberFromString(written)).toMatchObject({ number: read });
    expect(countryOf(written)).toBeUndefined();
    expect(countryOf(read)).toBeDefined();
  });

  it.each(['+80012345678', '+870773111632', '+881612345678', '+883510012345'])(
    'for %s, valid but of no country',
    (number) => {
      expect(parsePhoneNumberFromString(number)?.isValid()).toBe(true);
      expect(countryOf(number)).toBeUndefined();
    },
  );
});

// The metadata's packed form is the library's own affair: these fail when an update changes what it means.
describe('agrees with the library', () => {
  const plans = Object.values({ ...metadata.countries, ...metadata.nonGeographic }) as unknown as Plan[];
  const callingCodes = [...new Set(plans.map((plan) => plan[0]))];

  it('on random digits after every calling code', () => {
    const numbers = fc.tuple(fc.constantFrom(...callingCodes), digits(4, 12)).map(([code, rest]) => `+${code}${rest}`);
    fc.assert(fc.property(numbers, agrees), { numRuns: 8_000 });
  });

  it("on every country's example, as it is and with a slip", () => {
    const written = Object.entries(examples).map(([country, national]) => [codeOf(country), national] as const);
    for (const [code, national] of written) agrees(`+${code}${national}`);
    const numbers = fc.constantFrom(...written).chain(([code, national]) => slips(national).map((n) => `+${code}${n}`));
    fc.assert(fc.property(numbers, agrees), { numRuns: 8_000 });
  });

  it('on numbers of every type in every plan, as they are and with a slip', () => {
    const numbers = fc
      .constantFrom(...plans.flatMap((plan) => patternsOf(plan).map((pattern) => [plan[0], pattern] as const)))
      .chain(([code, pattern]) => fc.tuple(fc.constant(code), fc.stringMatching(new RegExp(`^(?:${pattern})$`))))
      .chain(([code, national]) => fc.oneof(fc.constant(national), slips(national)).map((n) => `+${code}${n}`));
    fc.assert(fc.property(numbers, agrees), { numRuns: 4_000 });
  });
});

type Plan = readonly [code: string, idd: string, general: string, ...rest: unknown[]];

function agrees(number: string): void {
  const parsed = /^\+[1-9]\d{6,14}$/.test(number) ? parsePhoneNumberFromString(number) : undefined;
  const expected = parsed?.isValid() && parsed.number === number ? parsed.country : undefined;
  if (countryOf(number) !== expected) throw new Error(`${number}: ${countryOf(number)}, the library says ${expected}`);
}

function digits(minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });
}

/** The number with up to three digits, of one place, typed as others: one too many, one too few, a trunk prefix. */
function slips(national: string): fc.Arbitrary<string> {
  return fc
    .tuple(fc.nat(national.length), fc.nat(2), digits(0, 3))
    .map(([at, dropped, typed]) => national.slice(0, at) + typed + national.slice(at + dropped));
}

function patternsOf(plan: Plan): string[] {
  const types = plan[11] as readonly (readonly [string] | 0)[];
  return [plan[2], ...types.flatMap((type) => (type && type[0] !== '' ? type[0] : []))];
}

function codeOf(country: string): string {
  return (metadata.countries as Record<string, unknown[]>)[country]![0] as string;
}
