import { slovenianNumber, withoutPunctuation } from '../phone/phone.ts';

/** The life cycle of a sender: drawn in `docs/state-machines.md`, with a CHECK and a trigger on `senders`; tests compare the three. */
export const senderStatuses = [
  'Pending', // registered; a name waits for approval
  'Confirmation Pending', // a code was sent to its owner
  'Confirmed',
  'Rejected', // by the operator, with a reason
] as const;
export type SenderStatus = (typeof senderStatuses)[number];

export const senderTransitions = ['code sent', 'confirmed', 'rejected'] as const;
export type SenderTransition = (typeof senderTransitions)[number];

/** The status that an event leads to. Other combinations do not occur: Confirmed and Rejected are final. */
const transitions: Readonly<Partial<Record<SenderStatus, Readonly<Partial<Record<SenderTransition, SenderStatus>>>>>> =
  {
    Pending: { 'code sent': 'Confirmation Pending', rejected: 'Rejected' },
    'Confirmation Pending': { confirmed: 'Confirmed' },
  };

export function nextStatus(status: SenderStatus, event: SenderTransition): SenderStatus | undefined {
  return transitions[status]?.[event];
}

/** Each event applies in exactly one status, which is the guard of its UPDATE, and leads to one status. */
export function moveOf(event: SenderTransition): { from: SenderStatus; to: SenderStatus } {
  const from = senderStatuses.find((status) => nextStatus(status, event) !== undefined)!;
  return { from, to: nextStatus(from, event)! };
}

export const channels = ['SMS', 'Viber'] as const;
export type Channel = (typeof channels)[number];

export const alphanumeric = 0;
export const msisdn = 1;
export type SenderType = typeof alphanumeric | typeof msisdn;

export type Registration = { readonly value: string; readonly type: SenderType; readonly channel: Channel };
export type ReadValue = { readonly ok: true; readonly value: string } | { readonly ok: false; readonly fault: string };

/** The normalised value, so that two notations of one number are the same sender; or what is wrong with it. */
export function readValue({ value, type, channel }: Registration): ReadValue {
  return type === msisdn ? readNumber(value) : readName(value, nameRules[channel]);
}

/** Registrations of an account per period, deleted ones included. The number of senders it may have is a setting. */
export const registrationLimits = [
  { most: 100, seconds: 3_600 },
  { most: 300, seconds: 86_400 },
] as const;

const mostWritten = 40;

/** Whether a sender in a request is worth a lookup: it may be any text, including one that the database cannot store. */
export function canBeRegistered(written: string): boolean {
  return written.length <= mostWritten && written.isWellFormed() && !written.includes('\0');
}

/** The number in its stored form; undefined if the text is not a number. */
export function senderNumber(written: string): string | undefined {
  return written.length <= mostWritten ? slovenianNumber(written) : undefined;
}

/** A name contains a letter, so digits alone can only mean a phone number. */
export function looksLikeNumber(written: string): boolean {
  return /^\+?\d+$/.test(withoutPunctuation(written));
}

function readNumber(value: string): ReadValue {
  const number = senderNumber(value);
  if (number !== undefined) return { ok: true, value: number };
  return { ok: false, fault: 'value must be a valid Slovenian phone number such as +38640123456' };
}

type NameRule = { readonly most: number; readonly characters: RegExp; readonly letter: RegExp; readonly named: string };

/**
 * Carriers accept SMS sender names in plain ASCII (SMPP has no other alphabet for addresses), and differ in what they do with an
 * `é`, which GSM 03.38 has. Viber shows a name as written.
 */
const nameRules: Readonly<Record<Channel, NameRule>> = {
  SMS: { most: 11, characters: /^[A-Za-z0-9 _.&+-]*$/, letter: /[A-Za-z]/, named: 'the letters A to Z' },
  Viber: { most: 28, characters: /^[\p{L}\p{M}0-9 _.&+-]*$/u, letter: /\p{L}/u, named: 'letters' },
};

function readName(written: string, { most, characters, letter, named }: NameRule): ReadValue {
  const refuse = (fault: string): ReadValue => ({ ok: false, fault });
  // Checked before normalisation, which only shortens: avoids processing a megabyte.
  if (written === '' || written.length > most * 4) return refuse(`value must have 1 to ${most} characters`);
  const value = written.normalize('NFC');
  if (!characters.test(value)) return refuse(`value may hold ${named}, digits, spaces and - _ . & + only`);
  if ([...value].length > most) return refuse(`value must have 1 to ${most} characters`);
  if (value !== value.trim()) return refuse('value must not begin or end with a space');
  if (!letter.test(value)) return refuse('value must hold at least one letter; a phone number has type 1');
  return { ok: true, value };
}

/** The service name in a form that an SMS can carry: the default sender of codes. */
export function nameFrom(serviceName: string, fallback: string): string {
  const { most, letter } = nameRules.SMS;
  const name = serviceName
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9 _.&+-]/g, '')
    .trim()
    .slice(0, most)
    .trim();
  return letter.test(name) ? name : fallback;
}
