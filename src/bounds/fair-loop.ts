import { FairQueue } from './fair-queue.ts';

/** Bounded work in one turn of the event loop; what else is due runs between two turns. */
const turnMs = 4;

/**
 * The event loop of this process, shared fairly. Work starts immediately while the current turn has time left. Beyond that it waits,
 * and owners take turns: a thousand requests of one customer that arrive together delay others by one of them, not by all.
 */
export class FairLoop {
  readonly #waiting = new FairQueue<() => void>();
  readonly #next = () => this.#takeTurn();
  #began = 0;
  #isScheduled = false;

  run(owner: string, work: () => void): void {
    if (this.#waiting.size > 0 || !this.#hasTime()) this.#waiting.push(owner, work);
    else work();
  }

  /** The same between two pieces of asynchronous work. Returns no promise if there is nothing to wait for. */
  turn(owner: string): Promise<void> | undefined {
    if (this.#waiting.size === 0 && this.#hasTime()) return undefined;
    return new Promise((resolve) => this.#waiting.push(owner, resolve));
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
    while (this.#waiting.size > 0 && this.#hasTime()) this.#waiting.shift(this.#waiting.next()!.owner)!();
  }
}

/** One per process. */
export const fairLoop = new FairLoop();
