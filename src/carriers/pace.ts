import {
  available,
  complain,
  complainsMs,
  createThrottle,
  spend,
  type Throttle,
  unlimited,
  waitMs,
} from '../domain/carrier/throttle.ts';

/** If the whole rate is reserved, it takes a commit until a permit is used. */
const leastWaitMs = 5;

/** A wait that can be cut short. */
export type Pausing = { wait(ms: number): Promise<void>; readonly isOver: boolean };

/**
 * The rate limit of one connection, counted in submits as carriers count them. The later parts of long messages wait here for their
 * turn, and precede new messages.
 */
export class Pace {
  readonly #throttle: Throttle;
  readonly #clock: () => number;
  #waiting = 0;
  /** Messages that have a permit and are not sent yet. */
  #reserved = 0;
  #last: Promise<void> = Promise.resolve();

  /** Submits a second; 0 for no limit. */
  constructor(rate: number, clock: () => number) {
    this.#clock = clock;
    this.#throttle = createThrottle(rate === 0 ? unlimited : rate, clock());
  }

  /** Messages that may be sent now. */
  get room(): number {
    return this.#waiting > 0 ? 0 : this.#free;
  }

  /** Until one more may be sent. */
  get waitMs(): number {
    return waitMs(this.#throttle, this.#clock());
  }

  /** How much longer a throttling error of the carrier counts. */
  get complainsMs(): number {
    return complainsMs(this.#throttle, this.#clock());
  }

  reserve(): void {
    this.#reserved += 1;
  }

  /** The message of a permit is sent now, or is not sent by this permit. */
  release(isSent: boolean): void {
    this.#reserved -= 1;
    if (isSent) this.#spend();
  }

  #spend(): void {
    spend(this.#throttle, this.#clock());
  }

  /** The carrier answered with a throttling error. */
  complain(): void {
    complain(this.#throttle, this.#clock());
  }

  /** Undefined if one more part may be sent now; otherwise resolves when it may. In the order of calls. */
  turn(pausing: Pausing): Promise<void> | undefined {
    if (this.room >= 1) {
      this.#spend();
      return undefined;
    }
    this.#waiting += 1;
    this.#last = this.#last.then(() => this.#wait(pausing));
    return this.#last;
  }

  get #free(): number {
    return Math.max(0, available(this.#throttle, this.#clock()) - this.#reserved);
  }

  async #wait(pausing: Pausing): Promise<void> {
    while (this.#free < 1 && !pausing.isOver) await pausing.wait(Math.max(this.waitMs, leastWaitMs));
    this.#waiting -= 1;
    this.#spend();
  }
}
