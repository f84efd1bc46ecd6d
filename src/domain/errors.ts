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

const longestNumberShown = 64;

/** A send request that is refused as a whole. `detail` says what to change; `numbers` are the offending destinations. */
export class Refusal extends Error {
  readonly code: SmsErrorCode;
  readonly detail: string | undefined;

  constructor(code: SmsErrorCode, detail?: string, numbers: readonly string[] = []) {
    super(refusalText(code, detail, numbers));
    this.name = 'Refusal';
    this.code = code;
    this.detail = detail;
  }

  get status(): 400 | 500 {
    return this.code === 8 ? 500 : 400;
  }
}

function refusalText(code: SmsErrorCode, detail: string | undefined, numbers: readonly string[]): string {
  const text = `Error: ${code} - ${smsErrors[code]}${detail === undefined ? '' : `: ${detail}`}`;
  if (numbers.length === 0) return text;
  return `${text} | Invalid destination numbers: ${numbers.map(shortened).join(',')}`;
}

/** What was sent may be a megabyte of anything; the start is enough to find it again. Not all can read half a pair. */
function shortened(number: string): string {
  const shown = number.length <= longestNumberShown ? number : `${number.slice(0, longestNumberShown)}…`;
  return shown.toWellFormed();
}

/** A destination that cannot be sent to: not a number, or the number of a country that has no price. */
export type WrongNumber = { readonly number: string; readonly country: string | undefined };

/**
 * The description says of each number what is wrong with it; the list of the interface follows unchanged. Whoever looks for the list
 * by its bar finds no other one before it, whatever was sent.
 */
export function wrongNumbers(wrong: readonly WrongNumber[]): Refusal {
  const named = (text: string, found: readonly WrongNumber[]) =>
    found.length === 0 ? [] : [`${text}: ${[...new Set(found.map(described))].join(', ')}`];
  const detail = [
    ...named(
      'not a valid phone number',
      wrong.filter(({ country }) => country === undefined),
    ),
    ...named(
      'not in the price list of the account',
      wrong.filter(({ country }) => country !== undefined),
    ),
  ].join('; ');
  return new Refusal(
    3,
    detail,
    wrong.map(({ number }) => number),
  );
}

function described({ number, country }: WrongNumber): string {
  return country === undefined ? `"${shortened(number).replaceAll('|', ' ')}"` : `${number} (${country})`;
}

/** The key was good a moment ago and is no longer: revoked or expired. */
export class KeyRefused extends Error {
  constructor() {
    super('The API key is not valid');
    this.name = 'KeyRefused';
  }
}
