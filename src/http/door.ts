import { FairQueue } from '../bounds/fair-queue.ts';
import { Cache } from '../domain/cache.ts';
import { usualLimit } from './bodies.ts';

/** What may begin in one turn of the event loop: so many small requests, or a few large bodies. Some milliseconds. */
const mostInTurn = 32;
/** A body is weighed by its kilobytes; below this it is not worth a turn of its own. */
const largeBytes = 4_096;
/**
 * Of one owner, of bodies that are longer than usual: four megabytes a second. Each of a megabyte stops the process for some
 * milliseconds and leaves garbage, whose collection stops it again.
 */
const longBytesInMs = 4_096;
/** What waits longer than this comes from somebody who sends and hangs up: it goes by turns alone, so that it is not kept in memory. */
const longestRestMs = 16_384;
const mostOwners = 10_000;

type Begin = { readonly weight: number; readonly go: () => void };

/**
 * Work that arrives at the same moment begins by turns: one of each owner, over and over, and between two turns of the event
 * loop whatever else is due. Two hundred requests of a thousand recipients that arrive together would otherwise keep
 * everybody else waiting until the last of them is read.
 */
export class Door {
  readonly #waiting = new FairQueue<Begin>();
  readonly #turn = () => this.#takeTurn();
  /** When the next long body of an owner may begin. */
  readonly #nextLong = new Cache<string, number>(mostOwners);
  #begun = 0;
  #isScheduled = false;

  body(owner: string, bytes: number, go: () => void): void {
    if (bytes < largeBytes) {
      go();
      return;
    }
    const pass = () => this.pass(owner, bytes / 1_024, go);
    const restMs = bytes > usualLimit ? this.#restOf(owner, bytes) : 0;
    if (restMs > 0) setTimeout(pass, restMs);
    else pass();
  }

  #restOf(owner: string, bytes: number): number {
    const now = performance.now();
    const at = Math.max(now, this.#nextLong.get(owner) ?? 0);
    if (at - now > longestRestMs) return 0;
    this.#nextLong.set(owner, at + bytes / longBytesInMs);
    return at - now;
  }

  pass(owner: string, weight: number, go: () => void): void {
    this.#schedule();
    if (this.#waiting.size > 0 || this.#begun >= mostInTurn) this.#waiting.push(owner, { weight, go });
    else this.#begin(weight, go);
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(this.#turn);
  }

  #takeTurn(): void {
    this.#isScheduled = false;
    this.#begun = 0;
    while (this.#waiting.size > 0 && this.#begun < mostInTurn) {
      const { weight, go } = this.#waiting.shift(this.#waiting.next()!.owner)!;
      this.#begin(weight, go);
    }
    if (this.#waiting.size > 0) this.#schedule();
  }

  #begin(weight: number, go: () => void): void {
    this.#begun += weight;
    go();
  }
}
