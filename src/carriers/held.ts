import type { Claimed } from '../store/queue.ts';

/** What this process has taken and not settled, and since when its lease counts: the oldest first. Times are of a clock that nobody sets. */
export class Held {
  readonly #since = new Map<Claimed, number>();

  get size(): number {
    return this.#since.size;
  }

  add(message: Claimed, now: number): void {
    this.#since.set(message, now);
  }

  remove(message: Claimed): void {
    this.#since.delete(message);
  }

  /** Those that were taken or renewed before this time. Nearly all are settled long before, so this is nearly always empty. */
  before(time: number): Claimed[] {
    const old: Claimed[] = [];
    for (const [message, since] of this.#since) {
      if (since >= time) break;
      old.push(message);
    }
    return old;
  }

  renewed(messages: readonly Claimed[], now: number): void {
    for (const message of messages) if (this.#since.delete(message)) this.#since.set(message, now);
  }
}
