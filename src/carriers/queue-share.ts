/**
 * While messages wait in the queue of a carrier, those that go straight to it get no more of its permits than those from the queue:
 * otherwise a customer who always has the next request ready would keep everybody's waiting messages waiting.
 */
export class QueueShare {
  /** How many may go straight, of queues in which messages wait. */
  readonly #credits = new Map<number, number>();

  /** A message was put into the queue. */
  waits(queue: number, capacity: number): void {
    if (!this.#credits.has(queue)) this.#credits.set(queue, Math.ceil(capacity / 2));
  }

  /** So many were taken from it, and perhaps there are more. */
  taken(queue: number, count: number, capacity: number): void {
    this.#credits.set(queue, Math.min(Math.ceil(capacity / 2), (this.#credits.get(queue) ?? 0) + count));
  }

  /** Nothing waits in it any more. */
  isEmpty(queue: number): void {
    this.#credits.delete(queue);
  }

  roomFor(queue: number): number {
    return this.#credits.get(queue) ?? Number.POSITIVE_INFINITY;
  }

  goesStraight(queue: number, count: number): void {
    const credits = this.#credits.get(queue);
    if (credits !== undefined) this.#credits.set(queue, credits - count);
  }
}
