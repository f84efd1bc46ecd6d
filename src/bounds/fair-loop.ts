import { FairQueue } from './fair-queue.ts';

/** Work per turn of the event loop, in milliseconds; other callbacks run between two turns. */
const turnMs = 4;

/**
 * The event loop of this process, shared fairly. Work starts immediately while the current turn has time left. Beyond that it waits,
 * and owners take turns: a thousand requests of one customer that arrive together delay others by one of them, not by all.
 */
export class FairLoop {
  /** An entry returns true if its work runs in a microtask after the call, and false if the call has done it. */
  readonly #waiting = new FairQueue<() => boolean>();
  readonly #next = () => this.#takeTurn();
  #began = 0;
  #isScheduled = false;

  run(owner: string, work: () => void): void {
    if (this.#waiting.size === 0 && this.#hasTime()) work();
    else
      this.#waiting.push(owner, () => {
        work();
        return false;
      });
  }

  /** Like `run`, between two pieces of asynchronous work. Returns no promise if there is nothing to wait for. */
  turn(owner: string): Promise<void> | undefined {
    if (this.#waiting.size === 0 && this.#hasTime()) return undefined;
    return new Promise((resolve) =>
      this.#waiting.push(owner, () => {
        resolve();
        return true;
      }),
    );
  }

  #hasTime(): boolean {
    if (this.#isScheduled) return performance.now() - this.#began < turnMs;
    this.#begin();
    return true;
  }

  #begin(): void {
    this.#isScheduled = true;
    this.#began = performance.now();
    setImmediate(this.#next);
  }

  #takeTurn(): void {
    this.#isScheduled = false;
    if (this.#waiting.size === 0) return;
    this.#begin();
    this.#startNext();
  }

  /** The work behind a promise is done before the next starts, so that it counts for this turn. */
  #startNext(): void {
    while (this.#waiting.size > 0 && this.#hasTime()) {
      const isLater = this.#waiting.shift(this.#waiting.next()!.owner)!();
      if (!isLater) continue;
      queueMicrotask(() => this.#startNext());
      return;
    }
  }
}

/** One per process. */
export const fairLoop = new FairLoop();
