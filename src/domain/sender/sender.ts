import { slovenianNumber, withoutPunctuation } from '../phone/phone.ts';

/**
 * The life of a sender. `docs/state-machines.md` draws it, a CHECK on `senders.status` lists the statuses and a trigger the
 * moves, and tests hold the three against each other.
 */
export const statuses = [
  'Pending', // registered; a name waits for approval
  'Confirmation Pending', // a code is on its way to whoever owns it
  'Confirmed',
  'Rejected', // by the operator, with a reason
] as const;
export type Status = (typeof statuses)[number];

export const events = ['code sent', 'confirmed', 'rejected'] as const;
export type Event = (typeof events)[number];

/** Where an event leads from a status. What is not here does not happen: Confirmed and Rejected are final. */
const transitions: Readonly<Partial<Record<Status, Readonly<Partial<Record<Event, Status>>>>>> = {
  Pending: { 'code sent': 'Confirmation Pending', rejected: 'Rejected' },
  'Confirmation Pending': { confirmed: 'Confirmed' },
};

export function next(status: Status, event: Event): Status | undefined {
  return transitions[status]?.[event];
}

/** An event finds a sender in one status only, which is the guard of the UPDATE that applies it, and leads to one. */
export function moveOf(event: Event): { from: Status; to: Status } {
  const from = statuses.find((status) => next(status, event) !== undefined)!;
  return { from, to: next(from, event)! };
}

export const channels = ['SMS', 'Viber'] as const;
export type Channel = (typeof channels)[number];

export const alphanumeric = 0;
export const msisdn = 1;
export type SenderType = typeof alphanumeric | typeof msisdn;

export type Registration = { readonly value: string; readonly type: SenderType; readonly channel: Channel };
export type Reading = { readonly ok: true; readonly value: string } | { readonly ok: false; readonly fault: string };

/** The value as it is kept, so that two ways of writing the same are one sender; or what is wrong with it. */
export function readValue({ value, type, channel }: Registration): Reading {
  return type === msisdn ? readNumber(value) : readName(value, nameRules[channel]);
}

/** Registrations of an account in so many seconds, deleted ones included. How many it may have is a setting. */
export const registrationLimits = [
  { most: 100, seconds: 3_600 },
  { most: 300, seconds: 86_400 },
] as const;

const mostWritten = 40;

/** Whether it is worth looking for: anything may be written in place of a sender, also what no database stores. */
export function canBeRegistered(written: string): boolean {
  return written.length <= mostWritten && written.isWellFormed() && !written.includes('\0');
}

/** The number that a sender is kept under, however it was written; undefined for what is none. */
export function senderNumber(written: string): string | undefined {
  return written.length <= mostWritten ? slovenianNumber(written) : undefined;
}

/** A name needs a letter, so digits alone can only be meant as a phone number. */
export function looksLikeNumber(written: string): boolean {
  return /^\+?\d+$/.test(withoutPunctuation(written));
}

function readNumber(value: string): Reading {
  const number = senderNumber(value);
  if (number !== undefined) return { ok: true, value: number };
  return { ok: false, fault: 'value must be a valid Slovenian phone number such as +38640123456' };
}

type NameRule = { readonly most: number; readonly characters: RegExp; readonly letter: RegExp; readonly named: string };

/**
 * Carriers take the name of an SMS as plain ASCII (SMPP has no other alphabet for addresses), and what they do to an `é` that
 * GSM 03.38 could carry differs from one to the next. Viber shows a name as it is written.
 */
const nameRules: Readonly<Record<Channel, NameRule>> = {
  SMS: { most: 11, characters: /^[A-Za-z0-9 _.&+-]*$/, letter: /[A-Za-z]/, named: 'the letters A to Z' },
  Viber: { most: 28, characters: /^[\p{L}\p{M}0-9 _.&+-]*$/u, letter: /\p{L}/u, named: 'letters' },
};

function readName(written: string, { most, characters, letter, named }: NameRule): Reading {
  const refuse = (fault: string): Reading => ({ ok: false, fault });
  // Before it is normalised, which can only make it shorter: a megabyte is not worth reading.
  if (written === '' || written.length > most * 4) return refuse(`value must have 1 to ${most} characters`);
  const value = written.normalize('NFC');
  if (!characters.test(value)) return refuse(`value may hold ${named}, digits, spaces and - _ . & + only`);
  if ([...value].length > most) return refuse(`value must have 1 to ${most} characters`);
  if (value !== value.trim()) return refuse('value must not begin or end with a space');
  if (!letter.test(value)) return refuse('value must hold at least one letter; a phone number has type 1');
  return { ok: true, value };
}

/** The name of the service as an SMS can carry it: what codes come from where nothing else is set. */
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
