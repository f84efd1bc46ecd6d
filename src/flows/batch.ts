export class Overloaded extends Error {
  constructor() {
    super('too much is waiting already');
    this.name = 'Overloaded';
  }
}

export type BatchOptions<T, R> = {
  /** One result per item, in their order. If it rejects, every item of the batch does. */
  run(items: T[]): Promise<R[]>;
  weigh?(item: T): number;
  /** Weight of one batch; a single heavier item still goes, alone. */
  most?: number;
  /** Weight of all that waits; beyond it, `add` refuses at once rather than letting everybody wait longer. */
  mostPending?: number;
};

type Waiting<T, R> = { item: T; weight: number; resolve(result: R): void; reject(error: unknown): void };

/**
 * While one batch runs the next collects, so work that arrives together is done together, and a single item on a quiet
 * process starts at once. The start waits for the end of the current turn of the event loop, which is when all that
 * arrived with it has been read.
 */
export class Batch<T, R> {
  readonly #options: Required<BatchOptions<T, R>>;
  #waiting: Waiting<T, R>[] = [];
  #pending = 0;
  #running = false;

  constructor(options: BatchOptions<T, R>) {
    const unlimited = Number.POSITIVE_INFINITY;
    this.#options = { weigh: () => 1, most: unlimited, mostPending: unlimited, ...options };
  }

  get pending(): number {
    return this.#pending;
  }

  add(item: T): Promise<R> {
    const weight = this.#options.weigh(item);
    if (this.#pending > 0 && this.#pending + weight > this.#options.mostPending)
      return Promise.reject(new Overloaded());
    this.#pending += weight;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, weight, resolve, reject });
      if (this.#running) return;
      this.#running = true;
      setImmediate(() => this.#turn());
    });
  }

  #turn(): void {
    const batch = this.#take();
    if (batch.length === 0) {
      this.#running = false;
      return;
    }
    this.#settle(batch).finally(() => this.#turn());
  }

  async #settle(batch: Waiting<T, R>[]): Promise<void> {
    try {
      const results = await this.#options.run(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]!);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    for (const { weight } of batch) this.#pending -= weight;
  }

  #take(): Waiting<T, R>[] {
    let weight = 0;
    let count = 0;
    while (count < this.#waiting.length) {
      weight += this.#waiting[count]!.weight;
      if (count > 0 && weight > this.#options.most) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }
}
