/**
 * Does one kind of work in this process, limited by permits. Every permit is taken once and released once.
 * `Reservable`: what has to be known of an item to reserve its permit.
 */
export type Consumer<T, Reservable = T> = {
  /** Takes a permit for each item, or none. */
  reserve(items: readonly Reservable[]): boolean;
  /** Releases the permits of items that are not processed. */
  release(items: readonly Reservable[]): void;
  /** Processes items that are committed as ours, each with its permit. */
  give(items: readonly T[]): void;
};

/** Passes work from a transaction to its consumer without a query: permits are taken before the commit and used or released after it. */
export class HandOff<T> {
  readonly #consumer: Consumer<T>;
  #items: T[] = [];

  constructor(consumer: Consumer<T>) {
    this.#consumer = consumer;
  }

  get items(): readonly T[] {
    return this.#items;
  }

  /** All items or none. */
  reserve(items: readonly T[]): boolean {
    if (!this.#consumer.reserve(items)) return false;
    this.#items.push(...items);
    return true;
  }

  /** After the commit; items that are not ours are released. */
  commit(isOurs: (item: T) => boolean = () => true): void {
    const { ours = [], others = [] } = Object.groupBy(this.#take(), (item) => (isOurs(item) ? 'ours' : 'others'));
    if (others.length > 0) this.#consumer.release(others);
    if (ours.length > 0) this.#consumer.give(ours);
  }

  /** After a rollback. */
  cancel(): void {
    const items = this.#take();
    if (items.length > 0) this.#consumer.release(items);
  }

  /** The response to the commit was lost. The permits are kept until a query tells which items are ours. */
  async clarify(findOurs: (items: readonly T[]) => Promise<(item: T) => boolean>): Promise<void> {
    if (this.#items.length > 0) this.commit(await findOurs(this.#items));
  }

  #take(): T[] {
    const items = this.#items;
    this.#items = [];
    return items;
  }
}
