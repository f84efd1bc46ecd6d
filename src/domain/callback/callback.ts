import type { Event, Status } from '../message/message.ts';
import { endpointIn } from '../webhook/endpoint.ts';

/** How the reports of a message are sent to a customer of a compatibility API. Decided when the message is accepted. */
export type ReportFormat =
  /** `mask` is Kannel's `dlr-mask`; `notation` is how the customer wrote the numbers. */
  | { readonly form: 'kannel'; readonly mask: number; readonly notation: Notation }
  | { readonly form: 'jasmin'; readonly level: 1 | 2 | 3; readonly method: 'GET' | 'POST' }
  /** `key`: the id of the API key that holds the signing state; in messages of release 0.1.0 the state itself (`sha1.ts`). */
  | { readonly form: 'twilio'; readonly key: string };

/** `+386…`, `00386…`, `386…` */
export type Notation = '+' | '00' | '';

/** Stored as a prefix of the URL, which saves a column. Plain report URLs begin with http, so the two cannot be confused. */
export function storedUrl(callback: ReportFormat, url: string): string {
  return `${callback.form}:${detailOf(callback)}:${url}`;
}

function detailOf(callback: ReportFormat): string {
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

/** The parsed callback; undefined for a plain URL, which gets the standard reports. */
export function callbackIn(stored: string): { readonly callback: ReportFormat; readonly url: string } | undefined {
  // Most URLs are plain; checked first because it is cheap.
  if (stored.startsWith('http')) return undefined;
  const found = storedForm.exec(stored);
  if (found === null) return undefined;
  const callback = read(found[1]!, found[2]!);
  return callback && { callback, url: stored.slice(found[0].length) };
}

function read(form: string, detail: string): ReportFormat | undefined {
  if (form === 'twilio') return { form, key: detail };
  if (form === 'kannel') {
    const [, mask, letter] = /^(\d{1,3})([pzd])$/.exec(detail) ?? [];
    return mask === undefined ? undefined : { form, mask: Number(mask), notation: notations[letter!]! };
  }
  const [, level, method] = /^([123])(GET|POST)$/.exec(detail) ?? [];
  if (level === undefined) return undefined;
  return { form: 'jasmin', level: Number(level) as 1 | 2 | 3, method: method as 'GET' | 'POST' };
}

export function customerUrl(stored: string): string {
  return (endpointIn(stored) ?? callbackIn(stored))?.url ?? stored;
}

/** Kannel's bit of `dlr-mask` for each event; 0: not reported. */
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

export function isWanted(stored: string, event: Event): boolean {
  const callback = callbackIn(stored)?.callback;
  if (callback === undefined || callback.form === 'twilio') return true;
  const bit = kannelBits[event];
  if (callback.form === 'kannel') return (callback.mask & bit) !== 0;
  // Jasmin's level 1 is the carrier's response, its level 2 the receipt.
  return (callback.level & levelOf(bit)) !== 0;
}

function levelOf(bit: number): number {
  if (bit === 0) return 0;
  return bit >= 8 ? 1 : 2;
}

export type Reported = {
  readonly messageId: string;
  readonly accountId: string;
  readonly status: Status;
  readonly sender: string;
  readonly destination: string;
  readonly isUnicode: boolean;
  readonly acceptedAt: Date;
  readonly at: Date;
  /** The carrier that accepted the message, and the carrier's id for it. */
  readonly carrier: string | undefined;
  readonly reference: string | undefined;
  /** The last receipt, as the carrier wrote it. */
  readonly receipt: string | undefined;
  readonly reason: string | undefined;
  /** The `reference` of the send request. */
  readonly customerReference?: string | undefined;
};

export type ReportRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** A form, sent with POST. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The response body required in addition to a 2xx status. */
  readonly expected?: string;
};

/** A field of a receipt such as `stat:DELIVRD` or `done date:2611161200`, in the format of the SMPP 3.4 appendix. */
export function receiptField(receipt: string | undefined, name: string): string | undefined {
  const at = receipt?.toLowerCase().indexOf(`${name}:`) ?? -1;
  if (at < 0) return undefined;
  return /^[0-9A-Za-z]{1,16}/.exec(receipt!.slice(at + name.length + 1))?.[0];
}

/** `application/x-www-form-urlencoded`; undefined fields are omitted. */
export function urlEncoded(fields: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
  return new URLSearchParams(given).toString();
}
