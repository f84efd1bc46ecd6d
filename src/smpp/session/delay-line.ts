import { Fifo } from './fifo.ts';

type Delayed<T> = { readonly item: T; readonly due: number };

/** Hands out each item `delayMs` after it came, in order. One timer for all: a load test has 100,000 of them waiting. */
export class DelayLine<T> {
  readonly #delayMs: number;
  readonly #onDue: (item: T) => void;
  readonly #waiting = new Fifo<Delayed<T>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(delayMs: number, onDue: (item: T) => void) {
    this.#delayMs = delayMs;
    this.#onDue = onDue;
  }

  push(item: T): void {
    this.#waiting.push({ item, due: performance.now() + this.#delayMs });
    this.#timer ??= setTimeout(this.#release, this.#delayMs);
  }

  /** Hands back what still waited, in order. */
  stop(): T[] {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#waiting.takeAll().map(({ item }) => item);
  }

  readonly #release = (): void => {
    this.#timer = undefined;
    const now = performance.now() + 1;
    for (let first = this.#waiting.first; first !== undefined && first.due <= now; first = this.#waiting.first) {
      this.#waiting.shift();
      this.#onDue(first.item);
    }
    const next = this.#waiting.first;
    if (next !== undefined) this.#timer ??= setTimeout(this.#release, next.due - now + 1);
  };
}
