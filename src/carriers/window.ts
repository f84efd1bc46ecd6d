import { answered, type Congestion, createCongestion, unanswered } from '../domain/carrier/congestion.ts';

/**
 * The places of one connection. A message has one from its submit until what came of it is stored: all that is handed over
 * and not stored would be sent again after a crash, answered or not, and that is never more than the window. A slow carrier
 * gets fewer places.
 *
 * As many messages again may be reserved, and wait here: a place that becomes free is used at once, not only after the next claim
 * or commit.
 */
export class Window {
  readonly #congestion: Congestion;
  /** Whether the carrier would send one at this moment: the parts of long messages take room of their own. */
  readonly #isOpen: () => boolean;
  readonly #waiting: ((hasPlace: boolean) => void)[] = [];
  #reserved = 0;
  #taken = 0;

  constructor(size: number, slowMs: number, isOpen: () => boolean) {
    this.#congestion = createCongestion(size, slowMs);
    this.#isOpen = isOpen;
  }

  /** Messages that may be reserved, in flight or not. */
  get capacity(): number {
    return this.#congestion.limit * 2;
  }

  /** Messages that may still be reserved. */
  get room(): number {
    return Math.max(0, this.capacity - this.#taken - this.#reserved);
  }

  /** The same for a claim, which costs as much for one message as for many: there is something to do until half a window is missing. */
  get roomForClaim(): number {
    return this.room * 2 >= this.#congestion.limit ? this.room : 0;
  }

  /** The carrier waits for places: then results are stored at once instead of in larger sets. */
  get isFull(): boolean {
    return this.#taken >= this.#congestion.limit;
  }

  /** Messages that are reserved, in flight, or not stored yet. */
  get held(): number {
    return this.#taken + this.#reserved;
  }

  reserve(): void {
    this.#reserved += 1;
  }

  /** One that was reserved is not sent. */
  release(): void {
    this.#reserved -= 1;
  }

  /** A place for one that was reserved, in the order of asking; false if the connection goes down before there is one. */
  enter(): boolean | Promise<boolean> {
    if (this.#waiting.length > 0 || !this.#hasPlace) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#take();
    return true;
  }

  /** The carrier has said what it makes of a message, or never will. */
  answer(sentAt: number, now: number, came: boolean): void {
    (came ? answered : unanswered)(this.#congestion, sentAt, now);
    this.admit();
  }

  /** That is stored, or given up. */
  leave(): void {
    this.#taken -= 1;
    this.admit();
  }

  /** There may be places again. */
  admit(): void {
    while (this.#waiting.length > 0 && this.#hasPlace) {
      this.#take();
      this.#waiting.shift()!(true);
    }
  }

  /** The connection is down. */
  dismiss(): void {
    for (const dismiss of this.#waiting.splice(0)) dismiss(false);
  }

  get #hasPlace(): boolean {
    return !this.isFull && this.#isOpen();
  }

  #take(): void {
    this.#reserved -= 1;
    this.#taken += 1;
  }
}
