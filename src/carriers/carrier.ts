import type { Alphabet } from '../domain/text/alphabet.ts';
import type { Encoding } from '../domain/text/text.ts';

/** One message on its way out: what a carrier has to know of it. */
export type Handover = {
  readonly accountId: string;
  readonly messageId: string;
  readonly sender: string;
  readonly destination: string;
  readonly text: string;
  readonly encoding: Encoding;
  /** The carrier gives up then. */
  readonly validUntil: Date;
};

/** What came of a submit. Every error of every protocol becomes one of these, which is how it is treated. */
export type SubmitResult =
  /**
   * Taken. One reference for each thing that a receipt will be about, in the form that receipts will be compared in: a part on the
   * wire over SMPP, the whole message over HTTP.
   */
  | { readonly kind: 'accepted'; readonly references: readonly string[] }
  /** Not taken, and worth another try: link down, queue full, throttled (then the rate is lowered as well). */
  | {
      readonly kind: 'later';
      readonly reason: string;
      readonly throttled: boolean;
      /** Every other message would fare the same: with this `carrier` from any process, or from this `process` only. */
      readonly scope?: 'carrier' | 'process';
    }
  /** Not taken, for good. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Sent, but nobody knows whether it was taken. */
  | { readonly kind: 'unanswered'; readonly reason: string };

/** What a receipt means for the part it is about. */
export type ReceiptOutcome = 'delivered' | 'failed' | 'rejected' | 'unknown' | 'no change';

/** The fate of one part, as the carrier tells it. */
export type ReceiptEvent = {
  /** References it may belong to, the likeliest first; an uncertain one counts only if the destination agrees. */
  readonly keys: readonly { readonly key: string; readonly certain: boolean }[];
  readonly outcome: ReceiptOutcome;
  readonly destination: string;
  /** What its message must have gone to, one of them (`domain/receipt-match.ts`); none if the carrier names no number. */
  readonly numbers: readonly string[];
  readonly error: string | undefined;
  /** For people who look at receipts that match nothing. */
  readonly text: string;
};

/** A message, or one part of it, that somebody sent to a number of ours. */
export type InboundEvent = {
  readonly sender: string;
  readonly recipient: string;
  readonly octets: Buffer;
  readonly alphabet: Alphabet;
  readonly concatenation: { readonly reference: number; readonly total: number; readonly part: number } | undefined;
  /** What the carrier calls it, if it has a name that stays the same when it is delivered again. */
  readonly id?: string;
};

export type CarrierEvents = {
  /** Resolves once it is committed; only then does the carrier hear that we have it. */
  onReceipt(receipt: ReceiptEvent): Promise<void>;
  onInbound(inbound: InboundEvent): Promise<void>;
  /** A text that the carrier did not mark: a receipt if it fits one of our messages, otherwise what somebody wrote. */
  onDoubtful(receipt: ReceiptEvent, inbound: InboundEvent): Promise<void>;
  /** There is room again for messages. */
  onRoom(): void;
  onState(state: CarrierState): void;
  /** The carrier asked for no calls for so many milliseconds (Retry-After). */
  onRest?(ms: number): void;
  /** A submit was not taken, or nobody answered it: the carrier's word for it. */
  onRefusal?(status: string): void;
};

export type CarrierState = {
  readonly up: boolean;
  readonly detail: string;
  /** What went wrong, if it is down because of that. */
  readonly error?: string | undefined;
};

/** The one seam with several implementations: simulator, SMPP and HTTP. `test/carriers/conformance.ts` holds all of them to it. */
export interface Carrier {
  readonly state: CarrierState;
  /** Messages that would go out at once; 0 while it is down. */
  readonly room: number;
  /** Of what it has been given, some waits here until others are answered. */
  readonly hasWaiting?: boolean;
  /** Never rejects, and always settles, whatever happens to the link. */
  submit(message: Handover): Promise<SubmitResult>;
  /** Settles what is in flight within the budget. */
  stop(budgetMs: number): Promise<void>;
}
