import { setTimeout as sleep } from 'node:timers/promises';
import { Batch } from '../bounds/batch.ts';
import { carrierLimits } from '../bounds/limits/carriers.ts';
import type { Db } from '../db.ts';
import type { EventConsumer } from '../flows/event-hand-off.ts';
import { type Inbound, receiveInbound } from '../flows/inbound.ts';
import {
  applyDoubtful,
  type CarrierReceipt,
  type Doubtful,
  keepUnread,
  receiveReceipts,
  type UnreadReceipt,
} from '../flows/receipts.ts';
import { isolating } from '../work/retrying.ts';

/** What carriers deliver is collected for this long before it is stored. */
const collectMs = 30;
const most = 2_000;
/** By then the answer to a submit is stored, if it ever came: a text that fits no message is somebody's. */
const patienceMs = 2_000;
/** So many texts may wait for that at a time. Whoever sends more of them gets no more of our attention. */
const mostDoubtful = carrierLimits.doubtfulReceipts.most;

/** Collects what the carriers of this process deliver. Everything resolves once it is committed. */
export class Incoming {
  readonly #receipts: Batch<CarrierReceipt, Error | undefined>;
  readonly #doubtful: Batch<Doubtful, boolean | Error>;
  readonly #inbound: Batch<Inbound, Error | undefined>;
  readonly #unread: Batch<UnreadReceipt, Error | undefined>;
  #waiting = 0;

  /** `onParked`: receipts have come whose submits are not stored. */
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
      (looks) => applyDoubtful(db, looks, consumer),
      () => 0,
    );
  }

  async receipt(receipt: CarrierReceipt): Promise<void> {
    orThrow(await this.#receipts.add(receipt));
  }

  /** What a carrier sent and this service does not understand. */
  async unread(unread: UnreadReceipt): Promise<void> {
    orThrow(await this.#unread.add(unread));
  }

  async inbound(inbound: Inbound): Promise<void> {
    orThrow(await this.#inbound.add(inbound));
  }

  /** A receipt if it fits a message, now or once its answer is stored. In doubt it is a message to a customer. */
  async doubtful(receipt: CarrierReceipt, inbound: Inbound): Promise<'receipt' | 'inbound'> {
    if (await this.#fits(receipt, 'certain keys')) return 'receipt';
    if (this.#waiting < mostDoubtful) {
      this.#waiting += 1;
      await sleep(patienceMs, undefined, { ref: false });
      this.#waiting -= 1;
      if (await this.#fits(receipt, 'any key')) return 'receipt';
    }
    await this.inbound(inbound);
    return 'inbound';
  }

  async #fits(receipt: CarrierReceipt, trust: Doubtful['trust']): Promise<boolean> {
    return orThrow(await this.#doubtful.add({ receipt, trust }));
  }
}

/** One that the database cannot store fails alone, and not with all that came together with it. */
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
