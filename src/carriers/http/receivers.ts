import { version } from '../../base/version.ts';
import type { Callbacks } from '../../flows/carriers.ts';
import { type Caller, createCaller } from '../../http-client/call.ts';
import type { Lookup } from '../../http-client/guard.ts';
import type { Runtime } from '../../runtime.ts';
import type { CarrierRow } from '../../store/carrier/carriers.ts';
import type { CarrierEvents } from '../carrier.ts';
import { type Receiver, takeCallback, type UnreadCallback } from './callbacks.ts';
import { addressOf, openAddress } from './kind.ts';
import type { Fetch } from './provider.ts';
import { providerIn } from './settings.ts';
import { sameText } from './signatures.ts';

export type ReceiverOptions = {
  /** Of this process's memory, switched on or not: what it has sent may still come back. */
  readonly carrier: (carrierId: string) => CarrierRow | undefined;
  readonly eventsOf: (row: CarrierRow) => CarrierEvents;
  readonly keep: (row: CarrierRow, unread: UnreadCallback) => Promise<void>;
  readonly lookup: Lookup;
};

const fetchMs = 5_000;

export type HttpCallbacks = Callbacks & {
  /** Ends what is still asked of providers. */
  stop(): Promise<void>;
};

/** Callbacks of all HTTP carriers. No body is read before the path was found to be right. */
export function httpCallbacks({ log }: Runtime, { carrier, eventsOf, keep, lookup }: ReceiverOptions): HttpCallbacks {
  const caller = createCaller({
    allow: [],
    userAgent: `Hermod/${version}`,
    timeoutMs: fetchMs,
    connections: 4,
    lookup,
  });
  const fetch = fetchBy(caller);
  // Rows stay the same objects until carriers change: an address is read once, and not for every callback.
  const receivers = new WeakMap<CarrierRow, Receiver>();
  const receiverOf = (row: CarrierRow): Receiver => {
    const known = receivers.get(row);
    if (known !== undefined) return known;
    const { provider, account } = openAddress(addressOf(row));
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
  return {
    isKnown(carrierId, secret) {
      const row = carrier(carrierId);
      // Compared whether there is such a carrier or not, so that the time says nothing.
      const isRight = sameText(secret, row?.callbackSecret ?? '');
      return isRight && row !== undefined && providerIn(row.url) !== undefined;
    },
    take(carrierId, request) {
      const row = carrier(carrierId);
      if (row === undefined) return Promise.resolve({ status: 404 });
      return takeCallback(receiverOf(row), request, new Date());
    },
    stop: () => caller.close(0),
  };
}

/** What a provider's signature needs of the provider itself: a certificate, or a word that it was heard. */
const fetchBy =
  (caller: Caller): Fetch =>
  async (url) => {
    const { status, body } = await caller.call({ method: 'GET', url, headers: {}, body: '' });
    return status === 200 ? body : undefined;
  };
