import type { CallbackAnswer } from '../../flows/carriers.ts';
import type { Log } from '../../log.ts';
import type { CarrierEvents } from '../carrier.ts';
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
  readonly log?: Log | undefined;
};

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
  try {
    return await store(provider.read(request, account), receiver);
  } catch (error) {
    if (!(error instanceof BadCallback)) throw error;
    log?.warn({ reason: error.message }, 'a callback of a carrier could not be read');
    return { status: 400 };
  }
}

/** All of it goes into the sets that are being collected. */
async function store(callback: Callback, { events, fetch, log }: Receiver): Promise<CallbackAnswer> {
  const stored = await Promise.allSettled([
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
