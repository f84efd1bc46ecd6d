import type { CallbackAnswer, CarrierCallbacks } from '../../flows/carriers/carriers.ts';
import { createCaller } from '../../http-client/client.ts';
import type { Lookup } from '../../http-client/guard.ts';
import type { Runtime } from '../../runtime.ts';
import type { CarrierRow } from '../../store/carrier/carriers.ts';
import type { Log } from '../../telemetry/log.ts';
import type { CarrierEvents } from '../carrier.ts';
import { unread } from './callback-reader.ts';
import { plain } from './fields.ts';
import { httpAddressOf, openAddress } from './kind.ts';
import {
  BadCallback,
  type CallbackRequest,
  type Fetch,
  type Provider,
  type ProviderAccount,
  type ProviderCallback,
} from './provider.ts';
import { providerIn } from './settings.ts';
import { sameText } from './signatures.ts';

type CallbackOptions = {
  /** Read from the memory of this process. Includes disabled carriers: receipts for their messages may still arrive. */
  readonly carrier: (carrierId: string) => CarrierRow | undefined;
  readonly eventsOf: (row: CarrierRow) => CarrierEvents;
  readonly keep: (row: CarrierRow, unread: UnreadCallback) => Promise<void>;
  readonly lookup: Lookup;
};

const fetchMs = 5_000;

/** Callbacks of all HTTP carriers. A body is read only after the secret in the path has been checked. */
export function httpCallbacks({ log }: Runtime, { carrier, eventsOf, keep, lookup }: CallbackOptions) {
  const caller = createCaller({ allow: [], timeoutMs: fetchMs, connections: 4, lookup });
  // Fetches a provider's certificate, or confirms a subscription.
  const fetch: Fetch = async (url) => {
    const { status, body } = await caller.call({ method: 'GET', url, headers: {}, body: '' });
    return status === 200 ? body : undefined;
  };
  // Rows are the same objects until carriers change, so that a URL is parsed once and not for every callback.
  const receivers = new WeakMap<CarrierRow, Receiver>();
  const receiverOf = (row: CarrierRow): Receiver => {
    const known = receivers.get(row);
    if (known !== undefined) return known;
    const { provider, account } = openAddress(httpAddressOf(row));
    const receiver: Receiver = {
      provider,
      account,
      events: eventsOf(row),
      fetch,
      keep: (unread) => keep(row, unread),
      log: log.child({ carrier: row.name }),
    };
    receivers.set(row, receiver);
    return receiver;
  };
  const callbacks: CarrierCallbacks = {
    isKnown(carrierId, secret) {
      const row = carrier(carrierId);
      // Compared even if the carrier does not exist, so that the time reveals nothing.
      const isRight = sameText(secret, row?.callbackSecret ?? '');
      return isRight && row !== undefined && providerIn(row.url) !== undefined;
    },
    take(carrierId, request) {
      const row = carrier(carrierId);
      if (row === undefined) return Promise.resolve({ status: 404 });
      return takeCallback(receiverOf(row), request, new Date());
    },
  };
  return { ...callbacks, stop: () => caller.close(0) };
}

type Receiver = {
  readonly provider: Provider;
  readonly account: ProviderAccount;
  readonly events: Pick<CarrierEvents, 'onReceipt' | 'onInbound'>;
  readonly fetch: Fetch;
  /** Keeps a callback that was not understood for the operator. Resolves once it is committed. */
  readonly keep: (unread: UnreadCallback) => Promise<void>;
  readonly log?: Log | undefined;
};

export type UnreadCallback = { readonly reason: string; readonly text: string };

/** Characters kept of a callback of up to 256 KiB; the beginning is enough to identify the problem. */
const longestKept = 16_384;
const taken: CallbackAnswer = { status: 200 };

/** Handles a callback to a carrier's secret path: acknowledged once committed, or 503 if not stored, so that the provider repeats it. */
export async function takeCallback(receiver: Receiver, request: CallbackRequest, now: Date): Promise<CallbackAnswer> {
  const { provider, account, fetch, log } = receiver;
  const forgery = await provider.forged(request, account, now, fetch);
  if (forgery !== undefined) {
    log?.warn({ reason: forgery }, 'a callback of a carrier is not signed as it should be, and was refused');
    return { status: 403 };
  }
  return store(read(receiver, request), request, receiver);
}

/** An unreadable callback is not refused: providers give up after a few attempts, and some after the first 4xx. */
function read({ provider, account }: Receiver, request: CallbackRequest): ProviderCallback {
  try {
    return provider.read(request, account);
  } catch (error) {
    if (!(error instanceof BadCallback)) throw error;
    return unread(error.message);
  }
}

async function store(
  callback: ProviderCallback,
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

/** The callback as received, without the headers, which hold credentials. */
function shown({ method, path, query, body }: CallbackRequest): string {
  const search = query.size === 0 ? '' : `?${query.toString()}`;
  const text = `${method} /${path}${search}\n${body.subarray(0, longestKept).toString()}`;
  return plain(text.slice(0, longestKept));
}
