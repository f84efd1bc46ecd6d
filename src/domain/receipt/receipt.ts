import type { Event } from '../message/message.ts';
import { countryOf } from '../phone/phone.ts';

/**
 * Finds the message of a receipt. An id alone is not enough: SMSCs restart their counters, mix hexadecimal and decimal, and
 * ids can be guessed. So a receipt matches only a message to the number that it names.
 */

/** At first only certain keys match: the submit response of the right message may still be on its way. */
export type Trust = 'certain keys' | 'any key';

export type ReceiptCandidate = {
  readonly id: string;
  /** The key is the id as written, not a conversion between number formats. */
  readonly certain: boolean;
  readonly destination: string;
  /** The message has no final state yet. */
  readonly waits: boolean;
};

/** Fewer digits may be a short code, or match the end of many numbers. */
const fewestDigits = 7;

/**
 * The destination that a written number stands for: the complete one (`+38640123456`), or its end (`40123456`, if it was
 * written as a national number). Undefined for an empty text, a name, and masked digits.
 */
export function numberNamed(written: string): string | undefined {
  if (!/^\+?\d+$/.test(written)) return undefined;
  const digits = written.replace(/^\+?0*/, '');
  // Messages go to valid numbers only. A number that is not valid with a plus is national, despite its type.
  if (written.startsWith('+') && countryOf(`+${digits}`) !== undefined) return `+${digits}`;
  return digits.length >= fewestDigits ? digits : undefined;
}

type ReceiptAddresses = { readonly source: string; readonly destination: string };

/**
 * The numbers that the message of a receipt may have gone to; none if the receipt names no number. By the specification it
 * is the source. Some SMSCs do not swap the addresses of the submit: then a source that is a name or a short code is our
 * sender, and of two numbers either can be the destination.
 */
export function numbersNamed({ source, destination }: ReceiptAddresses): string[] {
  const from = numberNamed(source);
  if (from === undefined && !isSender(source)) return [];
  return [from, numberNamed(destination)].filter((number) => number !== undefined);
}

/** Not empty, and not a phone number with masked digits. */
const isSender = (source: string): boolean => source !== '' && !/^\+?\d+[*xX]+\d*$/.test(source);

/** Whether a message went to one of these numbers. `store/receipt/receipts.ts` has the same rule in SQL, to read few rows. */
export const wentTo = (destination: string, numbers: readonly string[]): boolean =>
  numbers.some((number) => destination.endsWith(number));

/**
 * The message of a receipt. A message in a final state matches only with `any key` and by a certain key: the receipt is then
 * repeated. An uncertain key matches only a message without a final state, and only if the receipt names a number.
 */
export function bestFit<C extends ReceiptCandidate>(
  numbers: readonly string[],
  candidates: readonly C[],
  trust: Trust,
): C | undefined {
  const fitting = candidates.filter((candidate) => fits(candidate, numbers, trust));
  return fitting.reduce<C | undefined>((best, next) => (best && rank(best) >= rank(next) ? best : next), undefined);
}

function fits({ certain, waits, destination }: ReceiptCandidate, numbers: readonly string[], trust: Trust): boolean {
  if (numbers.length === 0 ? !certain : !wentTo(destination, numbers)) return false;
  return trust === 'certain keys' ? certain && waits : certain || waits;
}

/** Certain keys first, then messages without a final state, then the newest: ids are ordered by time. */
const rank = ({ certain, waits, id }: ReceiptCandidate): string => `${certain ? 1 : 0}${waits ? 1 : 0}${id}`;

/** The final outcome of one part on the wire. */
export type PartFate = 'delivered' | 'failed' | 'rejected' | 'unknown';

const events: Readonly<Record<PartFate, Event>> = {
  delivered: 'receipt: delivered',
  failed: 'receipt: failed',
  rejected: 'receipt: rejected',
  unknown: 'receipt: unknown',
};

export function receiptEvent(fate: PartFate): Event {
  return events[fate];
}

/**
 * The outcome of a message from those of its parts (null: not known yet). One failed part is enough to fail the message; it
 * is delivered when all parts are, and unknown when no part is open.
 */
export function aggregate(parts: readonly (PartFate | null)[]): PartFate | undefined {
  if (parts.includes('failed')) return 'failed';
  if (parts.includes('rejected')) return 'rejected';
  if (parts.includes(null)) return undefined;
  return parts.includes('unknown') ? 'unknown' : 'delivered';
}

/** The format of a carrier's error code; other texts in its place are not shown. */
const code = /^[\w:.-]{1,48}$/;
/** The state in a receipt, before the text that it quotes. */
const stated = /^[^\n]{0,200}?\bstat:([A-Z]{6,13})\b/;

/**
 * The reason shown for a message that was not delivered: `carrier error 001 (UNDELIV)`, with what the receipt says. A code of zeros
 * means no error. `domain/carrier/reasons` explains it.
 */
export function failureReason(fate: PartFate, error: string | undefined, receipt = ''): string | undefined {
  if (fate !== 'failed' && fate !== 'rejected') return undefined;
  const state = stated.exec(receipt)?.[1];
  const isError = error !== undefined && code.test(error) && !/^[0:]*$/.test(error);
  if (isError) return `carrier error ${error}${state === undefined ? '' : ` (${state})`}`;
  return state === undefined ? undefined : `carrier state ${state}`;
}
