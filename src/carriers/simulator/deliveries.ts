import { DelayLine, Fifo } from '../../smpp/session/fifo.ts';

/** Hands one event over; rejects if it was not stored. */
export type Delivery = () => Promise<void>;

type Waiting = {
  readonly delivery: Delivery;
  /** Called once, with the result of the first attempt. */
  readonly onTried: ((isTaken: boolean) => void) | undefined;
};

/** Events that the owner may be handling at a time; the others wait here, as they would in an SMSC. */
const MOST_IN_HAND = 1_000;

/** Receipts and inbound messages for the owner of the carrier. What could not be stored comes again after a delay. */
export class Deliveries {
  readonly #waiting = new Fifo<Waiting>();
  readonly #repeats: DelayLine<Delivery>;
  readonly #onFailure: (error: unknown) => void;
  #inHand = 0;
  #isStopping = false;
  #onIdle: (() => void) | undefined;

  constructor(repeatDelayMs: number, onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
    this.#repeats = new DelayLine(repeatDelayMs, (delivery) => this.push(delivery));
  }

  push(delivery: Delivery, onTried?: (isTaken: boolean) => void): void {
    this.#waiting.push({ delivery, onTried });
    this.#handOver();
  }

  /** Hands over everything that waits, once, within the time. */
  async stop(budgetMs: number): Promise<void> {
    this.#isStopping = true;
    for (const delivery of this.#repeats.stop()) this.push(delivery);
    const cut = setTimeout(() => this.#onIdle?.(), budgetMs);
    if (this.#inHand > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    clearTimeout(cut);
    for (const { onTried } of this.#waiting.takeAll()) onTried?.(false);
  }

  #handOver(): void {
    while (this.#waiting.length > 0 && this.#inHand < MOST_IN_HAND) void this.#run(this.#waiting.shift()!);
  }

  async #run({ delivery, onTried }: Waiting): Promise<void> {
    this.#inHand++;
    try {
      await delivery();
      onTried?.(true);
    } catch (error) {
      onTried?.(false);
      this.#onFailure(error);
      if (!this.#isStopping) this.#repeats.push(delivery);
    }
    this.#inHand--;
    this.#handOver();
    if (this.#inHand === 0) this.#onIdle?.();
  }
}
