import type { Alphabet } from '../domain/text/alphabet.ts';
import type { Encoding } from '../domain/text/text.ts';

/** One message as a carrier needs it. */
export type Handover = {
  readonly accountId: string;
  readonly messageId: string;
  readonly sender: string;
  readonly destination: string;
  readonly text: string;
  readonly encoding: Encoding;
  /** The carrier gives up after this. */
  readonly validUntil: Date;
};

/** The result of a submit. Every error of every protocol becomes one of these, which says how it is treated. */
export type SubmitResult =
  /** Accepted. One reference per expected receipt, in the form that receipts are compared in: per part over SMPP, per message over HTTP. */
  | { readonly kind: 'accepted'; readonly references: readonly string[] }
  /** Not accepted, but worth another attempt: link down, queue full, throttled (which also lowers the rate). */
  | {
      readonly kind: 'later';
      readonly reason: string;
      readonly throttled: boolean;
      /** Every other message would get the same result: from any process (`carrier`), or from this process only. */
      readonly scope?: 'carrier' | 'process';
    }
  /** Refused permanently. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Sent, but it is unknown whether it was accepted. */
  | { readonly kind: 'unanswered'; readonly reason: string };

/** What a receipt means for its part. */
export type ReceiptOutcome = 'delivered' | 'failed' | 'rejected' | 'unknown' | 'no change';

/** A receipt for one part. */
export type ReceiptEvent = {
  /** References it may belong to, the likeliest first; an uncertain one counts only if the destination matches. */
  readonly keys: readonly { readonly key: string; readonly certain: boolean }[];
  readonly outcome: ReceiptOutcome;
  readonly destination: string;
  /** The message must have gone to one of these (`domain/receipt/receipt.ts`); empty if the carrier names no number. */
  readonly numbers: readonly string[];
  readonly error: string | undefined;
  /** Shown to operators for receipts that match no message. */
  readonly text: string;
};

/** An inbound message, or one part of it. */
export type InboundEvent = {
  readonly sender: string;
  readonly recipient: string;
  readonly octets: Buffer;
  readonly alphabet: Alphabet;
  readonly concatenation: { readonly reference: number; readonly total: number; readonly part: number } | undefined;
  /** The carrier's id, if it stays the same when the message is delivered again. */
  readonly id?: string;
};

export type CarrierEvents = {
  /** Resolves once it is committed; only then is it acknowledged to the carrier. */
  onReceipt(receipt: ReceiptEvent): Promise<void>;
  onInbound(inbound: InboundEvent): Promise<void>;
  /** A text that the carrier did not mark: a receipt if it matches one of our messages, otherwise an inbound message. */
  onDoubtful(receipt: ReceiptEvent, inbound: InboundEvent): Promise<void>;
  /** There is room for messages again. */
  onRoom(): void;
  onState(state: CarrierState): void;
  /** The carrier asked for no calls for this many milliseconds (Retry-After). */
  onRest?(ms: number): void;
  /** A submit was not accepted or not answered; `status` is the carrier's word for it. */
  onRefusal?(status: string): void;
};

export type CarrierState = {
  readonly up: boolean;
  readonly detail: string;
  /** Why it is down, if because of an error. */
  readonly error?: string | undefined;
};

/** Implemented by the simulator, SMPP and HTTP; `test/carriers/conformance.ts` tests all of them. */
export interface Carrier {
  readonly state: CarrierState;
  /** Messages that would be sent immediately; 0 while it is down. */
  readonly room: number;
  /** Some of its messages wait here until others are answered. */
  readonly hasWaiting?: boolean;
  /** Never rejects, and always settles, even if the link is lost. */
  submit(message: Handover): Promise<SubmitResult>;
  /** Settles what is in flight within the budget. */
  stop(budgetMs: number): Promise<void>;
}
