/** The application error codes of the interface, and what the customer reads. */
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

/** How much of a list of numbers is shown: the start of a number is enough to find it again. */
export type ShownNumbers = { readonly most: number; readonly longest: number };
const allNumbers: ShownNumbers = { most: Number.POSITIVE_INFINITY, longest: 64 };

/** Numbers as every error writes them. */
export function numberList(numbers: readonly string[], shown: ShownNumbers = allNumbers, separator = ','): string {
  const first = numbers.slice(0, shown.most).map((number) => shortened(number, shown.longest));
  const more = numbers.length - first.length;
  return `${first.join(separator)}${more > 0 ? ` and ${more} more` : ''}`;
}

/** What was sent may be a megabyte of anything; not all clients can read half a surrogate pair. */
function shortened(number: string, longest: number): string {
  return (number.length <= longest ? number : `${number.slice(0, longest)}…`).toWellFormed();
}

/** A send request that is refused as a whole. `detail` says what to change; `numbers` are the offending destinations. */
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

  /** The same text with few of its numbers. */
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

/** A destination that cannot be sent to: not a number, or the number of a country that has no price. */
export type WrongNumber = { readonly number: string; readonly country: string | undefined };

/**
 * The description says of each number what is wrong with it; the list of the interface follows unchanged. A client that looks for
 * the list by its bar finds no other bar before it, whatever was sent.
 */
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

/** The key was good a moment ago and is no longer: revoked or expired. */
export class KeyRefused extends Error {
  constructor() {
    super('The API key is not valid');
    this.name = 'KeyRefused';
  }
}

/** Nothing can be sent until the operator has set a carrier or the simulator; nothing was stored or charged. */
export class NoCarrier extends Error {
  constructor() {
    super('No carrier is configured; nothing was sent');
    this.name = 'NoCarrier';
  }
}
