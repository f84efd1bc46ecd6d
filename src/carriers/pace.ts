/** Waits that end when the signal is aborted. */
export type Pausing = { readonly wait: (ms: number) => Promise<unknown>; readonly signal: AbortSignal };

/** A process that was held up may catch up by at most 0.2 s of submits. */
const burstSeconds = 0.2;
/** The window includes the slice that the second began in, so it never covers less than one second. */
const sliceMs = 50;
const sliceCount = 1_000 / sliceMs + 1;
const slowDown = 0.7;
/** Submits/s that one throttled answer costs: 5 % of throttled answers are a full step down, 0.5 % cost less than a step up. */
const complaintWeight = 7;
const speedUp = 1.1;
/** Far above the rate that was throttled, the cause is over: a rate that was measured at a few submits would take a minute to grow. */
const quickSpeedUp = 2;
const farAbove = 1.5;
const slowest = 1;
/** At least this long between two steps down, because carriers count per second. */
const pauseMs = 1_000;
const complaintMs = 2_000;
/** Finite, because infinity times zero is not a number. */
const unlimited = 1e9;
/** If the whole rate is reserved, it takes a commit until a permit is used. */
const leastWaitMs = 5;

const sliceOf = (now: number): number => Math.floor(now / sliceMs) % sliceCount;
const burstOf = (rate: number): number => Math.max(1, rate * burstSeconds);

/**
 * The rate limit of one connection, counted in submits as carriers count them: evenly spread, never above the rate in any second, and
 * lower for a while after the carrier reports throttling. The later parts of long messages wait here for their turn, and precede new
 * messages.
 */
export class Pace {
  readonly #clock: () => number;
  readonly #rate: number;
  #current: number;
  #tokens: number;
  #at: number;
  /** Submits in the last second, by slice, and their sum. */
  readonly #slices = Array<number>(sliceCount).fill(0);
  #passed = 0;
  /** Start of the wait for the next step up. */
  #secondAt: number;
  #slowedAt = -complaintMs;
  /** The rate below which the complaints of the same second do not lower it. */
  #floor = slowest;
  /** The rate at the last complaint. */
  #throttledRate = 0;
  #waiting = 0;
  /** Messages that have a permit and are not sent yet. */
  #reserved = 0;
  #last: Promise<void> = Promise.resolve();

  /** Submits a second; 0 for no limit. */
  constructor(rate: number, clock: () => number) {
    this.#clock = clock;
    this.#rate = rate === 0 ? unlimited : rate;
    this.#current = this.#rate;
    this.#tokens = burstOf(this.#rate);
    this.#at = clock();
    this.#secondAt = this.#at;
  }

  /** Messages that may be sent now. */
  get room(): number {
    return this.#waiting > 0 ? 0 : this.#free;
  }

  /** Submits per second: at most the rate, lower after throttling. */
  get current(): number {
    return this.#current;
  }

  /** Milliseconds until one more may be sent. */
  get waitMs(): number {
    const now = this.#refill();
    const forToken = this.#tokens >= 1 ? 0 : Math.ceil(((1 - this.#tokens) / this.#current) * 1_000);
    return Math.max(forToken, this.#waitForSlice(now));
  }

  /** How much longer the carrier counts as throttled; other matching carriers are tried first until then. */
  get complainsMs(): number {
    return Math.max(0, this.#slowedAt + complaintMs - this.#clock());
  }

  reserve(): void {
    this.#reserved += 1;
  }

  /** Ends the reservation of a permit: its message is sent now, or is not sent by this permit. */
  release(isSent: boolean): void {
    this.#reserved -= 1;
    if (isSent) this.#spend();
  }

  /**
   * The carrier reports throttling: the rate drops below what was really sent, in proportion to the share of throttled answers, and by
   * at most one step a second: a window of answers to submits that had all left before the first of them would reduce any rate to the
   * minimum. A full step for each answer would hold a carrier that throttles one submit in 400 at random below 110 submits/s.
   */
  complain(): void {
    const now = this.#refill();
    this.#tokens = 0;
    // What was sent in the last second is one step behind a rate that grows.
    const rate = Math.min(this.#current, Math.max(this.#passed, slowest) * speedUp);
    if (now - this.#slowedAt >= pauseMs) {
      this.#slowedAt = now;
      this.#floor = Math.max(slowest, rate * slowDown);
      this.#throttledRate = rate;
    }
    this.#current = Math.max(this.#floor, rate - complaintWeight);
    // After a full step down, the next step up comes a second later.
    if (this.#current === this.#floor) this.#secondAt = now;
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

  async #wait({ wait, signal }: Pausing): Promise<void> {
    while (this.#free < 1 && !signal.aborted) await wait(Math.max(this.waitMs, leastWaitMs));
    this.#waiting -= 1;
    this.#spend();
  }

  get #free(): number {
    this.#refill();
    const available = Math.max(0, Math.floor(Math.min(this.#tokens, this.#most - this.#passed)));
    return Math.max(0, available - this.#reserved);
  }

  get #most(): number {
    return Math.max(1, Math.floor(this.#current));
  }

  #spend(): void {
    const now = this.#refill();
    this.#tokens -= 1;
    this.#passed += 1;
    this.#slices[sliceOf(now)]! += 1;
  }

  /** Time until enough slices of the last second have expired to leave room. */
  #waitForSlice(now: number): number {
    let over = this.#passed + 1 - this.#most;
    let wait = sliceMs - (now % sliceMs);
    for (let next = 1; over > 0 && next <= sliceCount; next++, wait += sliceMs) {
      over -= this.#slices[(sliceOf(now) + next) % sliceCount]!;
      if (over <= 0) return Math.ceil(wait);
    }
    return over > 0 ? Math.ceil(wait) : 0;
  }

  /** Returns the time. */
  #refill(): number {
    const now = this.#clock();
    if (now < this.#at) this.#turnBack(now);
    this.#forget(now);
    const seconds = (now - this.#at) / 1_000;
    this.#at = now;
    this.#tokens = Math.min(burstOf(this.#current), this.#tokens + seconds * this.#current);
    if (now - this.#secondAt >= 1_000) this.#nextSecond(now);
    return now;
  }

  /** Drops the slices that are more than a second old. */
  #forget(now: number): void {
    const last = Math.floor(this.#at / sliceMs);
    const slices = Math.min(sliceCount, Math.floor(now / sliceMs) - last);
    for (let next = 1; next <= slices; next++) {
      const slice = (last + next) % sliceCount;
      this.#passed -= this.#slices[slice]!;
      this.#slices[slice] = 0;
    }
  }

  /** If the clock was set back, nothing waits until it reaches its old time again. */
  #turnBack(now: number): void {
    this.#at = now;
    this.#slices.fill(0);
    this.#passed = 0;
    this.#secondAt = Math.min(this.#secondAt, now);
    this.#slowedAt = Math.min(this.#slowedAt, now);
  }

  /** Each second without throttling is one step towards the full rate. */
  #nextSecond(now: number): void {
    const seconds = Math.floor((now - this.#secondAt) / 1_000);
    this.#secondAt += seconds * 1_000;
    for (let step = 0; step < seconds && this.#current < this.#rate; step++) {
      const factor = this.#current > this.#throttledRate * farAbove ? quickSpeedUp : speedUp;
      const faster = this.#current * factor;
      // Without a configured rate, a rate far above what is ever sent stops being a limit.
      this.#current = faster > Math.min(this.#rate, 100_000) ? this.#rate : faster;
    }
  }
}
