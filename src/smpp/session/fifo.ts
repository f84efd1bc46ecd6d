/** A queue. Array.shift moves all remaining items, which takes 50 µs per call with 100,000 of them. */
export class Fifo<T> {
  #items: T[] = [];
  #head = 0;

  get length(): number {
    return this.#items.length - this.#head;
  }

  get first(): T | undefined {
    return this.#items[this.#head];
  }

  push(item: T): void {
    this.#items.push(item);
  }

  shift(): T | undefined {
    const item = this.#items[this.#head];
    if (this.length > 0) this.#head++;
    if (this.#head * 2 > this.#items.length) this.#compact();
    return item;
  }

  /** Empties the queue and returns its items in order. */
  takeAll(): T[] {
    const all = this.#items.slice(this.#head);
    this.#items = [];
    this.#head = 0;
    return all;
  }

  #compact(): void {
    if (this.#head < 32 && this.length > 0) return;
    this.#items = this.#items.slice(this.#head);
    this.#head = 0;
  }
}

type Delayed<T> = { readonly item: T; readonly due: number };

/** Hands out each item `delayMs` after it was pushed, in order. One timer serves all: a load test keeps 100,000 waiting. */
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

  /** Returns the items that were still waiting, in order. */
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
