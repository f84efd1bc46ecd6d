import { uuidTime } from '../domain/uuid.ts';

const bucketMs = 10_000;

/** What this process holds and has not settled, counted by when it was accepted. */
export class InFlight {
  readonly #counts = new Map<number, number>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(id: string): void {
    const bucket = bucketOf(id);
    this.#counts.set(bucket, (this.#counts.get(bucket) ?? 0) + 1);
    this.#size += 1;
  }

  remove(id: string): void {
    const bucket = bucketOf(id);
    const left = (this.#counts.get(bucket) ?? 0) - 1;
    if (left < 0) throw new RangeError('something was settled that nobody holds');
    if (left === 0) this.#counts.delete(bucket);
    else this.#counts.set(bucket, left);
    this.#size -= 1;
  }

  /** Nothing was accepted before this time, in milliseconds. */
  get oldest(): number | undefined {
    return this.#size === 0 ? undefined : Math.min(...this.#counts.keys()) * bucketMs;
  }
}

const bucketOf = (id: string): number => Math.floor(uuidTime(id) / bucketMs);
