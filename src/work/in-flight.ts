import { uuidTime } from '../domain/uuid.ts';

const bucketMs = 10_000;

/** Work of this process that is not settled, counted by the time of its acceptance. */
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
    if (left < 0) throw new RangeError('a message was settled that is not held');
    if (left === 0) this.#counts.delete(bucket);
    else this.#counts.set(bucket, left);
    this.#size -= 1;
  }

  /** No held message was accepted before this time, in milliseconds. */
  get oldest(): number | undefined {
    return this.#size === 0 ? undefined : Math.min(...this.#counts.keys()) * bucketMs;
  }
}

const bucketOf = (id: string): number => Math.floor(uuidTime(id) / bucketMs);
