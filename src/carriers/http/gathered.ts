/** Items that wait to be sent, grouped by key; the keys take turns. */
export class Gathered<T> {
  readonly #byKey = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(key: string, item: T): void {
    const waiting = this.#byKey.get(key);
    if (waiting === undefined) this.#byKey.set(key, [item]);
    else waiting.push(item);
    this.#size += 1;
  }

  /** At most `most` items of the key whose turn it is; the rest of them go to the end of the queue. */
  take(most: number): T[] {
    const [first] = this.#byKey;
    if (first === undefined) return [];
    const [key, waiting] = first;
    this.#byKey.delete(key);
    const taken = waiting.length <= most ? waiting : waiting.slice(0, most);
    if (taken.length < waiting.length) this.#byKey.set(key, waiting.slice(most));
    this.#size -= taken.length;
    return taken;
  }

  takeAll(): T[] {
    const all = [...this.#byKey.values()].flat();
    this.#byKey.clear();
    this.#size = 0;
    return all;
  }
}
