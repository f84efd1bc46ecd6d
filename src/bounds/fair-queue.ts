/** Items before `head` are removed: shifting the array would move all others each time. */
type Line<T> = { items: T[]; head: number };

/** A queue in which owners take turns, one item each, however many items they have. */
export class FairQueue<T> {
  /** Owners in the order of their turns; an owner without items is not listed. */
  readonly #lines = new Map<string, Line<T>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  sizeOf(owner: string): number {
    const line = this.#lines.get(owner);
    return line === undefined ? 0 : lengthOf(line);
  }

  push(owner: string, item: T): void {
    this.#size += 1;
    const line = this.#lines.get(owner);
    if (line === undefined) this.#lines.set(owner, { items: [item], head: 0 });
    else line.items.push(item);
  }

  /** The next item of an owner that `mayGo` accepts; it stays in the queue. */
  next(mayGo: (owner: string, item: T) => boolean = always): { readonly owner: string; readonly item: T } | undefined {
    for (const [owner, { items, head }] of this.#lines) {
      const item = items[head]!;
      if (mayGo(owner, item)) return { owner, item };
    }
    return undefined;
  }

  /** Removes the first item of an owner, whose next turn then comes after those of all others. */
  shift(owner: string): T | undefined {
    const line = this.#lines.get(owner);
    if (line === undefined) return undefined;
    const item = takeFirst(line);
    this.#size -= 1;
    const isEmpty = lengthOf(line) === 0;
    if (!isEmpty && this.#lines.size === 1) return item;
    this.#lines.delete(owner);
    if (!isEmpty) this.#lines.set(owner, line);
    return item;
  }

  /** Removes an item from any position; used when its wait times out. */
  remove(owner: string, item: T): void {
    const line = this.#lines.get(owner);
    const place = line?.items.indexOf(item, line.head) ?? -1;
    if (line === undefined || place < 0) return;
    line.items.splice(place, 1);
    this.#size -= 1;
    if (lengthOf(line) === 0) this.#lines.delete(owner);
  }
}

const lengthOf = ({ items, head }: Line<unknown>): number => items.length - head;

function takeFirst<T>(line: Line<T>): T | undefined {
  const item = line.items[line.head];
  line.items[line.head] = undefined as T;
  line.head += 1;
  if (line.head * 2 > line.items.length) {
    line.items.splice(0, line.head);
    line.head = 0;
  }
  return item;
}

const always = (): boolean => true;
