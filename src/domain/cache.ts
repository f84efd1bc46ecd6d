/**
 * Holds at most `most` recently used entries, and always the last `most / 2`. There are two generations; when the younger is full,
 * the older is dropped as a whole, so no lookup searches for entries to evict.
 */
export class Cache<K, V> {
  readonly #half: number;
  #young = new Map<K, V>();
  #old = new Map<K, V>();

  constructor(most: number) {
    this.#half = Math.ceil(most / 2);
  }

  get(key: K): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  has(key: K): boolean {
    return this.#young.has(key) || this.#old.has(key);
  }

  /** The value of the key, created if it is missing. */
  of(key: K, make: (key: K) => V): V {
    const known = this.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    this.set(key, made);
    return made;
  }

  set(key: K, value: V): void {
    this.#old.delete(key);
    this.#young.set(key, value);
    if (this.#young.size < this.#half) return;
    this.#old = this.#young;
    this.#young = new Map();
  }

  delete(key: K): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }
}
