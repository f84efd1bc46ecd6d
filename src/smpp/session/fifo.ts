/** A line to wait in. Array.shift moves all that is left, which takes 50 µs each once 100,000 wait. */
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

  /** All that wait, in order; the line is empty afterwards. */
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
