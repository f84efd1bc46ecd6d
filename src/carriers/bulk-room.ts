/** So long after a single message there is somebody who would notice. */
const sharedMs = 1_000;
/** Of the permits of a carrier, at first and again whenever time gets short. */
const leastShare = 0.1;
const busyShare = 0.4;
/** How it grows while there is time: as much as doubles it within a second. */
const lookMs = 200;
const growth = 1.15;
/** So long after there was no time left, it does not grow. */
const calmMs = 5_000;

type Options = { readonly clock: () => number; readonly busyness: { readonly share: number } };

/**
 * How many messages of requests to many may be in our hands. While others send single messages, they are few at first: a thousand that
 * are taken as fast as there are permits fill the process and the database for a third of a second, and whoever comes
 * then waits at each step. They become more as long as there is time left for others. Nobody there to notice: as many as fit.
 */
export class BulkRoom {
  readonly #options: Options;
  #singleAt = Number.NEGATIVE_INFINITY;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #busyAt = Number.NEGATIVE_INFINITY;
  #share = leastShare;

  constructor(options: Options) {
    this.#options = options;
  }

  /** There was a message of a request to few. */
  noteSingle(): void {
    this.#singleAt = this.#options.clock();
  }

  /** How many more of them may be taken for a carrier with so many permits. */
  of(capacity: number, held: number): number {
    const now = this.#options.clock();
    if (now - this.#singleAt > sharedMs) return capacity;
    this.#look(now);
    return Math.max(0, Math.ceil(capacity * this.#share) - held);
  }

  #look(now: number): void {
    const elapsed = now - this.#lookedAt;
    if (elapsed < lookMs) return;
    this.#lookedAt = now;
    if (this.#options.busyness.share > busyShare) this.#busyAt = now;
    const isTight = elapsed > sharedMs || now - this.#busyAt < calmMs;
    this.#share = isTight ? leastShare : Math.min(1, this.#share * growth);
  }
}
