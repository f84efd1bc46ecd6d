import { setTimeout as sleep } from 'node:timers/promises';
import { Batch } from '../../bounds/batch.ts';
import { carrierLimits } from '../../bounds/limits/carriers.ts';
import type { Db } from '../../database/db.ts';
import { type CarrierInbound, receiveInbound } from '../../flows/messages/inbound.ts';
import {
  applyDoubtful,
  type CarrierReceipt,
  type Doubtful,
  keepUnread,
  receiveReceipts,
  type UnreadReceipt,
} from '../../flows/messages/receipts.ts';
import type { EventConsumer } from '../../flows/webhooks/event-hand-off.ts';
import { isolating } from '../../work/retrying.ts';

/** Receipts and inbound messages are collected for this long before they are stored. */
const collectMs = 30;
const most = 2_000;
/** By then the answer to a submit is stored: a text that matches no message after this is an inbound message. */
const patienceMs = 2_000;
/** Texts that may wait for that at a time; beyond that they count as inbound messages immediately. */
const mostDoubtful = carrierLimits.doubtfulReceipts.most;

/** Stores receipts and inbound messages of this process's carriers in sets. Everything resolves once it is committed. */
export class Incoming {
  readonly #receipts: Batch<CarrierReceipt, Error | undefined>;
  readonly #doubtful: Batch<Doubtful, boolean | Error>;
  readonly #inbound: Batch<CarrierInbound, Error | undefined>;
  readonly #unread: Batch<UnreadReceipt, Error | undefined>;
  #waiting = 0;

  /** `onParked`: receipts came whose submits are not stored yet. */
  constructor(db: Db, consumer: EventConsumer, onParked: () => void) {
    this.#receipts = sets(
      async (receipts) => {
        if ((await receiveReceipts(db, receipts, consumer)) > 0) onParked();
        return receipts.map(() => undefined);
      },
      ({ text }) => text.length,
    );
    this.#inbound = sets(
      (inbound) => receiveInbound(db, inbound, consumer).then(() => inbound.map(() => undefined)),
      ({ octets }) => octets.length,
    );
    this.#unread = sets(
      (unread) => keepUnread(db, unread).then(() => unread.map(() => undefined)),
      ({ text }) => text.length,
    );
    this.#doubtful = sets(
      (doubtful) => applyDoubtful(db, doubtful, consumer),
      () => 0,
    );
  }

  async receipt(receipt: CarrierReceipt): Promise<void> {
    orThrow(await this.#receipts.add(receipt));
  }

  /** A callback that was not understood. */
  async unread(unread: UnreadReceipt): Promise<void> {
    orThrow(await this.#unread.add(unread));
  }

  async inbound(inbound: CarrierInbound): Promise<void> {
    orThrow(await this.#inbound.add(inbound));
  }

  /** A receipt if it matches a message, now or once its answer is stored. Otherwise it is an inbound message. */
  async doubtful(receipt: CarrierReceipt, inbound: CarrierInbound): Promise<'receipt' | 'inbound'> {
    if (await this.#matches(receipt, 'certain keys')) return 'receipt';
    if (this.#waiting < mostDoubtful) {
      this.#waiting += 1;
      await sleep(patienceMs, undefined, { ref: false });
      this.#waiting -= 1;
      if (await this.#matches(receipt, 'any key')) return 'receipt';
    }
    await this.inbound(inbound);
    return 'inbound';
  }

  async #matches(receipt: CarrierReceipt, trust: Doubtful['trust']): Promise<boolean> {
    return orThrow(await this.#doubtful.add({ receipt, trust }));
  }
}

/** An item that the database cannot store fails alone, and not with its whole set. */
function sets<T, R>(store: (items: T[]) => Promise<R[]>, lengthOf: (item: T) => number): Batch<T, R | Error> {
  return new Batch<T, R | Error>({
    most,
    // A long text (64 kB in message_payload) counts for many.
    weigh: (item) => 1 + (lengthOf(item) >> 8),
    collectMs,
    run: (items) => isolating<T, R | Error>(items, store, (error) => error as Error),
  });
}

function orThrow<R>(result: R | Error): R {
  if (result instanceof Error) throw result;
  return result;
}
