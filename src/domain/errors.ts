/** The application error codes of the API, and the text that the customer reads. */
export const smsErrors = {
  1: 'Message too long or empty',
  2: 'Invalid sender (from)',
  3: 'Invalid recipient (to) number',
  4: 'Phone number not registered',
  5: 'scheduledTime must be a valid Unix timestamp',
  6: 'Balance too low to send',
  7: 'Message rejected',
  8: 'Internal server error',
} as const;

export type SmsErrorCode = keyof typeof smsErrors;

/** Limits how much of a list of numbers is shown; the start of a number is enough to find it in the request. */
export type ShownNumbers = { readonly most: number; readonly longest: number };
const allNumbers: ShownNumbers = { most: Number.POSITIVE_INFINITY, longest: 64 };

/** The format of numbers in all errors. */
export function numberList(numbers: readonly string[], shown: ShownNumbers = allNumbers, separator = ','): string {
  const first = numbers.slice(0, shown.most).map((number) => shortened(number, shown.longest));
  const more = numbers.length - first.length;
  return `${first.join(separator)}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The value may be a megabyte of anything. Not all clients can read a lone surrogate. */
function shortened(number: string, longest: number): string {
  return (number.length <= longest ? number : `${number.slice(0, longest)}…`).toWellFormed();
}

/** A send request that is rejected as a whole. `detail` says what to change; `numbers` are the offending destinations. */
export class Refusal extends Error {
  readonly code: SmsErrorCode;
  readonly detail: string | undefined;

  constructor(code: SmsErrorCode, detail?: string, numbers: readonly string[] = [], shown?: ShownNumbers) {
    super(refusalText(code, detail, numbers, shown));
    this.name = 'Refusal';
    this.code = code;
    this.detail = detail;
  }

  get status(): 400 | 500 {
    return this.code === 8 ? 500 : 400;
  }

  /** The refusal's text with fewer numbers. */
  brief(_shown: ShownNumbers): string {
    return this.message;
  }
}

function refusalText(
  code: SmsErrorCode,
  detail: string | undefined,
  numbers: readonly string[],
  shown?: ShownNumbers,
): string {
  const text = `Error: ${code} - ${smsErrors[code]}${detail === undefined ? '' : `: ${detail}`}`;
  return numbers.length === 0 ? text : `${text} | Invalid destination numbers: ${numberList(numbers, shown)}`;
}

/** An invalid destination: not a number, or a number in a country without a price. */
export type WrongNumber = { readonly number: string; readonly country: string | undefined };

/** Gives the reason for each number, then the API's list. No `|` occurs before that list, so a client can find the list by its bar. */
export class WrongNumbers extends Refusal {
  readonly #wrong: readonly WrongNumber[];

  constructor(wrong: readonly WrongNumber[], shown: ShownNumbers = allNumbers) {
    const numbers = wrong.map(({ number }) => number);
    super(3, descriptionOf(wrong, shown), numbers, shown);
    this.#wrong = wrong;
  }

  override brief(shown: ShownNumbers): string {
    return new WrongNumbers(this.#wrong, shown).message;
  }
}

function descriptionOf(wrong: readonly WrongNumber[], shown: ShownNumbers): string {
  const named = (text: string, found: readonly WrongNumber[]) => {
    const described = new Set(found.map((each) => describe(each, shown.longest)));
    return found.length === 0
      ? []
      : [`${text}: ${numberList([...described], { ...shown, longest: Number.POSITIVE_INFINITY }, ', ')}`];
  };
  return [
    ...named(
      'not a valid phone number',
      wrong.filter(({ country }) => country === undefined),
    ),
    ...named(
      'not in the price list of the account',
      wrong.filter(({ country }) => country !== undefined),
    ),
  ].join('; ');
}

function describe({ number, country }: WrongNumber, longest: number): string {
  return country === undefined ? `"${shortened(number, longest).replaceAll('|', ' ')}"` : `${number} (${country})`;
}

/** The key was revoked or has expired since the request was authenticated. */
export class KeyRefused extends Error {
  constructor() {
    super('The API key is not valid');
    this.name = 'KeyRefused';
  }
}

/** Nothing can be sent until the operator has configured a carrier or the simulator. Nothing was stored or charged. */
export class NoCarrier extends Error {
  constructor() {
    super('No carrier is configured; nothing was sent');
    this.name = 'NoCarrier';
  }
}
