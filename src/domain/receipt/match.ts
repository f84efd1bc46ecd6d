import { countryOf } from '../phone/phone.ts';

/**
 * Which message a receipt is about. An id alone proves little: SMSCs count from the beginning again, write hex here and decimal
 * there, and somebody may guess. So a receipt counts only for a message that went to the number that it names.
 */

/** At first only certain keys are believed: the answer to the right message's submit may still be on its way. */
export type Trust = 'certain keys' | 'any key';

/** A message that one of a receipt's keys leads to. */
export type Candidate = {
  readonly id: string;
  /** The key says for certain which message is meant, not only in another writing of the number. */
  readonly certain: boolean;
  readonly destination: string;
  /** Nothing final is known of it. */
  readonly waits: boolean;
};

/** Fewer digits may be a short code, or the end of many numbers. */
const fewestDigits = 7;

/**
 * What a written number says of a destination: the whole of it (`+38640123456`), or how it ends (`40123456`, where it was
 * written as a national one). Undefined for what is no number: nothing, a name, digits that are masked.
 */
export function numberNamed(written: string): string | undefined {
  if (!/^\+?\d+$/.test(written)) return undefined;
  const digits = written.replace(/^\+?0*/, '');
  // Only valid numbers are sent to. So what would be none with a plus is a national one, whatever its type says.
  if (written.startsWith('+') && countryOf(`+${digits}`) !== undefined) return `+${digits}`;
  return digits.length >= fewestDigits ? digits : undefined;
}

/** The two addresses of a receipt, as they were written. */
export type Ends = { readonly source: string; readonly destination: string };

/**
 * The numbers that a receipt names; none if it leaves open where its message went. It comes from there by the specification.
 * Some SMSCs leave both addresses as they were in the submit: a name or a short code as the source is our sender then, and
 * where both are numbers, either may be meant.
 */
export function numbersNamed({ source, destination }: Ends): string[] {
  const from = numberNamed(source);
  if (from === undefined && !isSender(source)) return [];
  return [from, numberNamed(destination)].filter((number) => number !== undefined);
}

/** Not empty, and not the number of a phone of which some digits are hidden. */
const isSender = (source: string): boolean => source !== '' && !/^\+?\d+[*xX]+\d*$/.test(source);

/** Whether a message went to one of these numbers. The same rule is in SQL (`store/receipts.ts`), to look at few rows only. */
export const wentTo = (destination: string, numbers: readonly string[]): boolean =>
  numbers.some((number) => destination.endsWith(number));

/**
 * The message that is meant. One that is through is meant only at the second look, by its certain key: then the receipt has
 * come twice. By an uncertain key only one that waits is, and only if the receipt says where it went.
 */
export function bestFit<C extends Candidate>(
  numbers: readonly string[],
  candidates: readonly C[],
  trust: Trust,
): C | undefined {
  const fitting = candidates.filter((candidate) => fits(candidate, numbers, trust));
  return fitting.reduce<C | undefined>((best, next) => (best && rank(best) >= rank(next) ? best : next), undefined);
}

function fits({ certain, waits, destination }: Candidate, numbers: readonly string[], trust: Trust): boolean {
  if (numbers.length === 0 ? !certain : !wentTo(destination, numbers)) return false;
  return trust === 'certain keys' ? certain && waits : certain || waits;
}

/** Certain ones first, then those that wait, then the newest: ids are in the order of time. */
const rank = ({ certain, waits, id }: Candidate): string => `${certain ? 1 : 0}${waits ? 1 : 0}${id}`;
