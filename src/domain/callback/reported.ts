import type { Status } from '../message/message.ts';

/** The facts about a message that a callback can contain. */
export type Reported = {
  readonly messageId: string;
  readonly accountId: string;
  readonly status: Status;
  readonly sender: string;
  readonly destination: string;
  readonly isUnicode: boolean;
  readonly acceptedAt: Date;
  /** When the message got this status. */
  readonly at: Date;
  /** The carrier that accepted the message, and the carrier's id for it. */
  readonly carrier: string | undefined;
  readonly reference: string | undefined;
  /** The last receipt, as the carrier wrote it. */
  readonly receipt: string | undefined;
  readonly reason: string | undefined;
};

export type CallbackRequest = {
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
export function formOf(fields: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
  return new URLSearchParams(given).toString();
}
