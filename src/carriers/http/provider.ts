import type { CallbackRequest, Weakness } from '../../flows/carriers.ts';
import type { CallAnswer, CallRequest } from '../../http-client/call.ts';
import type { Handover, InboundEvent, ReceiptEvent, SubmitResult } from '../carrier.ts';
import type { Parameters } from '../url-parameters.ts';

/** Who we are with a provider, and where each finds the other. */
export type Account = {
  /** Scheme, host and port that calls go to, such as `https://api.twilio.com`. */
  readonly base: string;
  readonly user: string;
  readonly password: string;
  /** What the provider signs its callbacks with, where that is not the password: a secret, or a public key. */
  readonly signingSecret: string | undefined;
  /** Where this service is reached from outside, such as `https://sms.example.com`; undefined if nobody said. */
  readonly publicUrl: string | undefined;
  /** The path of callbacks, which holds a secret. */
  readonly callbackPath: string;
  /** Parameters of the provider's own, by the names that the URL has for them; '' where one is left out. */
  readonly options: Readonly<Record<string, string>>;
};

export type { CallAnswer, CallbackRequest, CallRequest, Weakness };

/** What came of a message in the provider's own word, for the operator's count of refusals. */
export type CallResult = { readonly result: SubmitResult; readonly word?: string | undefined };

/** What an answer means for every message of a call. */
export type Verdict =
  /** Each has a result of its own, in the order of the messages. */
  | { readonly kind: 'each'; readonly results: readonly CallResult[] }
  /** All have the same. */
  | { readonly kind: 'all'; readonly result: SubmitResult; readonly word?: string | undefined }
  /** All have to wait, and so have all others: with this carrier whichever process calls it, or with this process only. */
  | { readonly kind: 'closed'; readonly reason: string; readonly scope: 'carrier' | 'process' };

/** What a callback brings. */
export type Callback = {
  readonly receipts: readonly ReceiptEvent[];
  readonly inbounds: readonly InboundEvent[];
  /** What in it was not understood, or cannot be delivered: then the whole callback is kept for the operator. */
  readonly unread: readonly string[];
  /** An address that the provider wants to be called once, before it sends anything. */
  readonly confirm?: string;
  /** What the provider wants to read; an empty 200 if this is left out. */
  readonly answer?: { readonly type: string; readonly body: string };
};

export type Fetch = (url: string) => Promise<string | undefined>;

/** One kind of HTTP interface: how a call is written, and how answers and callbacks are read. It has no state. */
export type Provider = {
  /** Parameters of its own; all of them texts. */
  readonly parameters: Parameters;
  /** Messages that one call may carry. */
  readonly perCall: number;
  /** Messages with the same key may go together; all of them if this is left out. */
  together?(message: Handover): string;
  /** Throws a Problem if something is missing without which nothing can be sent. */
  check?(account: Account): void;
  request(messages: readonly Handover[], account: Account, now: Date): CallRequest;
  /** Of an answer with a status; undefined to have it judged by the status alone (`verdict.ts`). */
  judge(answer: CallAnswer, messages: readonly Handover[]): Verdict | undefined;
  /** What keeps callbacks from being proved; undefined if they are, or if the provider signs nothing. */
  weakness(account: Account): Weakness | undefined;
  /** Why a callback is not the provider's; undefined if it is. */
  forged(
    request: CallbackRequest,
    account: Account,
    now: Date,
    fetch: Fetch,
  ): Promise<string | undefined> | string | undefined;
  /** Throws a `BadCallback` if the body is not of the form that the provider sends. */
  read(request: CallbackRequest, account: Account): Callback;
};

/** A callback that cannot be read. */
export class BadCallback extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BadCallback';
  }
}
