import type { Status } from '../message/message.ts';

/** What a callback may tell of a message. */
export type Reported = {
  readonly messageId: string;
  readonly accountId: string;
  readonly status: Status;
  readonly sender: string;
  readonly destination: string;
  readonly isUnicode: boolean;
  readonly acceptedAt: Date;
  /** When it came to this. */
  readonly at: Date;
  /** Of the carrier that took it: its name, and what it called the message. */
  readonly carrier: string | undefined;
  readonly reference: string | undefined;
  /** The last receipt, in the carrier's words. */
  readonly receipt: string | undefined;
  readonly reason: string | undefined;
};

/** A request to the customer. */
export type CallbackRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** A form, with POST. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What its answer has to be, where a good status is not enough. */
  readonly expected?: string;
};

/** A field of a receipt such as `stat:DELIVRD` or `done date:2611161200`, as the appendix of SMPP 3.4 writes it. */
export function receiptField(receipt: string | undefined, name: string): string | undefined {
  const at = receipt?.toLowerCase().indexOf(`${name}:`) ?? -1;
  if (at < 0) return undefined;
  return /^[0-9A-Za-z]{1,16}/.exec(receipt!.slice(at + name.length + 1))?.[0];
}

/** `application/x-www-form-urlencoded`; what is undefined is left out. */
export function formOf(fields: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
  return new URLSearchParams(given).toString();
}
