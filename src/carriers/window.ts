import { answered, type Congestion, createCongestion, unanswered } from '../domain/congestion.ts';

/**
 * The places of one connection. A message has one from before it is taken until what came of it is stored: all that is handed over
 * and not stored would be sent again after a crash, answered or not, and that is never more than the window. A slow carrier
 * gets fewer places.
 */
export class Window {
  readonly #congestion: Congestion;
  #taken = 0;
  #answered = 0;

  constructor(size: number, slowMs: number) {
    this.#congestion = createCongestion(size, slowMs);
  }

  get free(): number {
    return Math.max(0, this.#congestion.limit - this.#taken);
  }

  /**
   * Half of the places wait for nothing but to be stored: then the next results are stored at once instead of in larger sets. With
   * a window of 50 and a carrier that answers at once, 5,500 messages a second instead of 4,400.
   */
  get isPressing(): boolean {
    return this.#answered * 2 >= this.#congestion.limit;
  }

  take(): void {
    this.#taken += 1;
  }

  /** The carrier has said what it makes of a message, or never will. */
  answer(sentAt: number, now: number, came: boolean): void {
    (came ? answered : unanswered)(this.#congestion, sentAt, now);
    this.#answered += 1;
  }

  /** That is stored, or given up. */
  leave(wasAnswered: boolean): void {
    this.#taken -= 1;
    if (wasAnswered) this.#answered -= 1;
  }
}
