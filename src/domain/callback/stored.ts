import type { Event } from '../message/message.ts';

/**
 * How the reports of a message are told to a customer who came from another gateway: as that one would have told them. Decided
 * when the message is accepted.
 */
export type Callback =
  /** `mask` is Kannel's `dlr-mask`, `notation` how the customer wrote the numbers. */
  | { readonly form: 'kannel'; readonly mask: number; readonly notation: Notation }
  | { readonly form: 'jasmin'; readonly level: 1 | 2 | 3; readonly method: 'GET' | 'POST' }
  /** `key` names what the API key signs with, which is stored with the API key; in messages of release 0.1.0 it is that itself (`sha1.ts`). */
  | { readonly form: 'twilio'; readonly key: string };

/** `+386…`, `00386…`, `386…` */
export type Notation = '+' | '00' | '';

/**
 * It is stored in front of the URL. No URL of the contract looks like it, since those begin with http or https, and so nobody else
 * pays for it with a column.
 */
export function storedUrl(callback: Callback, url: string): string {
  return `${callback.form}:${detailOf(callback)}:${url}`;
}

function detailOf(callback: Callback): string {
  switch (callback.form) {
    case 'kannel':
      return `${callback.mask}${notationLetters[callback.notation]}`;
    case 'jasmin':
      return `${callback.level}${callback.method}`;
    case 'twilio':
      return callback.key;
  }
}

const notationLetters: Record<Notation, string> = { '+': 'p', '00': 'z', '': 'd' };
const notations: Record<string, Notation> = { p: '+', z: '00', d: '' };

const storedForm = /^(kannel|jasmin|twilio):([\w-]{0,64}):(?=https?:)/i;

/** What is stored, taken apart; undefined of a URL that gets the reports of the contract. */
export function callbackIn(stored: string): { readonly callback: Callback; readonly url: string } | undefined {
  // The usual one: not worth more than a look.
  if (stored.startsWith('http')) return undefined;
  const found = storedForm.exec(stored);
  if (found === null) return undefined;
  const callback = read(found[1]!, found[2]!);
  return callback && { callback, url: stored.slice(found[0].length) };
}

function read(form: string, detail: string): Callback | undefined {
  if (form === 'twilio') return { form, key: detail };
  if (form === 'kannel') {
    const [, mask, letter] = /^(\d{1,3})([pzd])$/.exec(detail) ?? [];
    return mask === undefined ? undefined : { form, mask: Number(mask), notation: notations[letter!]! };
  }
  const [, level, method] = /^([123])(GET|POST)$/.exec(detail) ?? [];
  if (level === undefined) return undefined;
  return { form: 'jasmin', level: Number(level) as 1 | 2 | 3, method: method as 'GET' | 'POST' };
}

/** The URL as the customer gave it. */
export function customerUrl(stored: string): string {
  return callbackIn(stored)?.url ?? stored;
}

/** What Kannel calls it, as a bit of its mask; 0: nothing. */
const kannelBits: Record<Event, number> = {
  due: 0,
  submitted: 8,
  cancelled: 16,
  withdrawn: 16,
  refused: 16,
  expired: 16,
  unanswered: 2,
  'receipt: delivered': 1,
  'receipt: failed': 2,
  'receipt: rejected': 2,
  'receipt: unknown': 2,
  silence: 2,
};

/** Whether whoever is called there has asked to hear of it. */
export function isWanted(stored: string, event: Event): boolean {
  const callback = callbackIn(stored)?.callback;
  if (callback === undefined || callback.form === 'twilio') return true;
  const bit = kannelBits[event];
  if (callback.form === 'kannel') return (callback.mask & bit) !== 0;
  // Jasmin's first level is what the carrier answered, its second what the phone did.
  return (callback.level & levelOf(bit)) !== 0;
}

function levelOf(bit: number): number {
  if (bit === 0) return 0;
  return bit >= 8 ? 1 : 2;
}
