/**
 * Whoever does work of one kind in this process, as far as it has permits for it. Every permit is taken once and given back once.
 * `Wanted` is what it has to know of an item to reserve one.
 */
export type Consumer<T, Wanted = T> = {
  /** Takes a permit for each of these, or none at all. */
  reserve(items: readonly Wanted[]): boolean;
  /** Nothing comes of them: their permits are free. */
  release(items: readonly Wanted[]): void;
  /** They are ours, on disk too: each is done with the permit that was taken for it. */
  give(items: readonly T[]): void;
};

/**
 * Work that goes from the transaction that writes it straight to its consumer, without a search in the database: permits are taken
 * before the commit, and used or given back after it.
 */
export class HandOff<T> {
  readonly #consumer: Consumer<T>;
  #items: T[] = [];

  constructor(consumer: Consumer<T>) {
    this.#consumer = consumer;
  }

  get items(): readonly T[] {
    return this.#items;
  }

  /** All of them or none. */
  reserve(items: readonly T[]): boolean {
    if (!this.#consumer.reserve(items)) return false;
    this.#items.push(...items);
    return true;
  }

  /** After the commit; those that it did not make ours are released. */
  commit(isOurs: (item: T) => boolean = () => true): void {
    const { ours = [], others = [] } = Object.groupBy(this.#take(), (item) => (isOurs(item) ? 'ours' : 'others'));
    if (others.length > 0) this.#consumer.release(others);
    if (ours.length > 0) this.#consumer.give(ours);
  }

  /** Nothing was committed. */
  cancel(): void {
    const items = this.#take();
    if (items.length > 0) this.#consumer.release(items);
  }

  /** The answer to the commit was lost. The permits are kept until the database has said which items are ours. */
  async clarify(findOurs: (items: readonly T[]) => Promise<(item: T) => boolean>): Promise<void> {
    if (this.#items.length > 0) this.commit(await findOurs(this.#items));
  }

  #take(): T[] {
    const items = this.#items;
    this.#items = [];
    return items;
  }
}
