import type { CallbackAnswer } from '../../flows/carriers.ts';
import type { Log } from '../../log.ts';
import type { CarrierEvents } from '../carrier.ts';
import { unread } from './callback-reader.ts';
import { plain } from './fields.ts';
import {
  type Account,
  BadCallback,
  type Callback,
  type CallbackRequest,
  type Fetch,
  type Provider,
} from './provider.ts';

export type Receiver = {
  readonly provider: Provider;
  readonly account: Account;
  readonly events: Pick<CarrierEvents, 'onReceipt' | 'onInbound'>;
  readonly fetch: Fetch;
  /** Keeps a callback that was not understood, for the operator. Resolves once it is committed. */
  readonly keep: (unread: UnreadCallback) => Promise<void>;
  readonly log?: Log | undefined;
};

export type UnreadCallback = { readonly reason: string; readonly text: string };

/** 256 KiB may come; what explains it stands in front. */
const longestKept = 16_384;
const taken: CallbackAnswer = { status: 200 };

/**
 * A callback that came to the secret path of a carrier. The provider is told that we have it once it is committed; if it could
 * not be stored, it is told so, and sends it again.
 */
export async function takeCallback(receiver: Receiver, request: CallbackRequest, now: Date): Promise<CallbackAnswer> {
  const { provider, account, fetch, log } = receiver;
  const forgery = await provider.forged(request, account, now, fetch);
  if (forgery !== undefined) {
    log?.warn({ reason: forgery }, 'a callback of a carrier is not signed as it should be, and was refused');
    return { status: 403 };
  }
  return store(read(receiver, request), request, receiver);
}

/** A refusal would lose it: providers give up after a few tries, and some after the first 4xx. */
function read({ provider, account }: Receiver, request: CallbackRequest): Callback {
  try {
    return provider.read(request, account);
  } catch (error) {
    if (!(error instanceof BadCallback)) throw error;
    return unread(error.message);
  }
}

/** All of it goes into the sets that are being collected. */
async function store(
  callback: Callback,
  request: CallbackRequest,
  { events, fetch, keep, log }: Receiver,
): Promise<CallbackAnswer> {
  const [reason] = callback.unread;
  if (reason !== undefined)
    log?.warn({ reason }, 'a callback of a carrier was not understood, and is kept for the operator');
  const stored = await Promise.allSettled([
    ...(reason === undefined ? [] : [keep({ reason, text: shown(request) })]),
    ...callback.receipts.map((receipt) => events.onReceipt(receipt)),
    ...callback.inbounds.map((inbound) => events.onInbound(inbound)),
  ]);
  const failure = stored.find((each) => each.status === 'rejected');
  if (failure !== undefined) {
    log?.error({ err: failure.reason as unknown }, 'what a carrier delivered could not be stored; it will come again');
    return { status: 503 };
  }
  if (callback.confirm !== undefined && (await fetch(callback.confirm)) === undefined) return { status: 503 };
  return callback.answer === undefined ? taken : { status: 200, ...callback.answer };
}

/** The callback as it came, without the headers, which hold credentials. */
function shown({ method, path, query, body }: CallbackRequest): string {
  const search = query.size === 0 ? '' : `?${query.toString()}`;
  const text = `${method} /${path}${search}\n${body.subarray(0, longestKept).toString()}`;
  return plain(text.slice(0, longestKept));
}
