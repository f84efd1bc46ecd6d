import { FairQueue } from '../bounds/fair-queue.ts';

type Waiting = { readonly attempt: () => boolean; readonly done: (went: boolean) => void };

/** Those who wait for room, each at most for so long. Owners take turns. */
export class Line {
  readonly #patienceMs: number;
  readonly #waiting = new FairQueue<Waiting>();

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** Whether another one of this owner may wait, where so many may in all: whoever has half of the line leaves the rest to others. */
  hasRoom(owner: string, most: number): boolean {
    return this.#waiting.sizeOf(owner) < most - this.#waiting.size;
  }

  /** True once `attempt` has succeeded; false if it has not for so long. */
  enter(owner: string, attempt: () => boolean): Promise<boolean> {
    return new Promise((resolve) => {
      const giveUp = () => {
        this.#waiting.remove(owner, waiting);
        resolve(false);
      };
      const timer = setTimeout(giveUp, this.#patienceMs);
      const done = (went: boolean) => {
        clearTimeout(timer);
        resolve(went);
      };
      const waiting = { attempt, done };
      this.#waiting.push(owner, waiting);
    });
  }

  /** There may be room again: they go until one does not find any. */
  admit(): void {
    for (let next = this.#waiting.next(); next?.item.attempt(); next = this.#waiting.next()) {
      this.#waiting.shift(next.owner);
      next.item.done(true);
    }
  }

  /** Nobody has to wait any more: there will be no room. */
  dismiss(): void {
    for (let next = this.#waiting.next(); next !== undefined; next = this.#waiting.next()) {
      this.#waiting.shift(next.owner);
      next.item.done(false);
    }
  }
}
