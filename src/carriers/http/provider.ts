import type { CallbackRequest, Weakness } from '../../flows/carriers/carriers.ts';
import type { CallAnswer, CallRequest } from '../../http-client/client.ts';
import type { Handover, InboundEvent, ReceiptEvent, SubmitResult } from '../carrier.ts';
import type { Parameters } from '../carrier-url.ts';

export type ProviderAccount = {
  /** Scheme, host and port of the provider's API, such as `https://api.twilio.com`. */
  readonly base: string;
  readonly user: string;
  readonly password: string;
  /** The secret or public key that verifies the provider's callbacks, if it is not the password. */
  readonly signingSecret: string | undefined;
  /** The public URL of this service, such as `https://sms.example.com`; undefined if it is not set. */
  readonly publicUrl: string | undefined;
  readonly callbackPath: string;
  /** The provider's own URL parameters by name; '' for one that is not set. */
  readonly options: Readonly<Record<string, string>>;
};

export type { CallAnswer, CallbackRequest, CallRequest, Weakness };

/** The result of one message. `word` is the provider's word for a refusal, which the operator's count of refusals uses. */
export type CallResult = { readonly result: SubmitResult; readonly word?: string | undefined };

/** What an answer means for the messages of a call. */
export type CallOutcome =
  | { readonly kind: 'each'; readonly results: readonly CallResult[] }
  | { readonly kind: 'all'; readonly result: SubmitResult; readonly word?: string | undefined }
  /** The carrier takes no message at present: from any process, or from this process only. */
  | { readonly kind: 'closed'; readonly reason: string; readonly scope: 'carrier' | 'process' };

export type ProviderCallback = {
  readonly receipts: readonly ReceiptEvent[];
  readonly inbounds: readonly InboundEvent[];
  /** Why parts of the callback were not understood or cannot be delivered. If any, the whole callback is kept for the operator. */
  readonly unread: readonly string[];
  /** A URL that the provider wants to be called once before it sends anything. */
  readonly confirm?: string | undefined;
  /** The response that the provider expects; an empty 200 if this is left out. */
  readonly answer?: { readonly type: string; readonly body: string } | undefined;
};

export type Fetch = (url: string) => Promise<string | undefined>;

export type CallbackProof = {
  /** Why callbacks cannot be authenticated; undefined if they can, or if the provider signs nothing. */
  readonly weakness: (account: ProviderAccount) => Weakness | undefined;
  /** Why a callback is not authentic; undefined if it is. */
  readonly forged: (
    request: CallbackRequest,
    account: ProviderAccount,
    now: Date,
    fetch: Fetch,
  ) => Promise<string | undefined> | string | undefined;
};

/** One kind of HTTP interface: how a call is written, and how answers and callbacks are read. It has no state. */
export type Provider = CallbackProof & {
  /** URL parameters of its own; all of them texts. */
  readonly parameters: Parameters;
  readonly perCall: number;
  /** Messages with the same key may share a call; all of them if this is left out. */
  together?: ((message: Handover) => string) | undefined;
  /** Throws a Problem if a setting is missing without which nothing can be sent. */
  check?: ((account: ProviderAccount) => void) | undefined;
  request(messages: readonly Handover[], account: ProviderAccount, now: Date): CallRequest;
  /** Called for an answer with a status. */
  judge(answer: CallAnswer, messages: readonly Handover[]): CallOutcome;
  /** Throws a `BadCallback` if the body does not have the form that the provider sends. */
  read(request: CallbackRequest, account: ProviderAccount): ProviderCallback;
};

export class BadCallback extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BadCallback';
  }
}
