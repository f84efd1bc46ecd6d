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
  /** After a batch, the next one waits at most this long for as many items as the last one had. */
  lingerMs?: number;
};

type Waiting<T, R> = { item: T; weight: number; resolve(result: R): void; reject(error: unknown): void };

/**
 * While one batch runs the next collects, so work that arrives together is done together, and a single item on a quiet
 * process starts at once.
 *
 * Callers that have just been answered are likely to come back. With a linger, the next batch waits a moment for them, but
 * for no more of them than there were: one client alone never waits. Without it, a busy machine settles into small batches
 * that cost more than they carry: on two processes, 5 requests a batch and 390 µs a request, instead of 25 and 230 µs.
 */
export class Batch<T, R> {
  readonly #options: Required<BatchOptions<T, R>>;
  #waiting: Waiting<T, R>[] = [];
  #pending = 0;
  #running = false;
  #starting = false;
  #lastCount = 0;
  #lastEnd = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: BatchOptions<T, R>) {
    const unlimited = Number.POSITIVE_INFINITY;
    this.#options = { weigh: () => 1, most: unlimited, mostPending: unlimited, lingerMs: 0, ...options };
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
      this.#consider();
    });
  }

  /** Starts the next batch if it is time to, and otherwise sees to it that it will be. */
  #consider(): void {
    if (this.#running || this.#starting || this.#waiting.length === 0) return;
    const left = this.#lastEnd + this.#options.lingerMs - performance.now();
    if (this.#waiting.length >= this.#lastCount || left <= 0) this.#start();
    else this.#timer ??= setTimeout(() => this.#start(), left);
  }

  /** At the end of the current turn of the event loop, when all that arrived together has been read. */
  #start(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#starting) return;
    this.#starting = true;
    setImmediate(() => {
      this.#starting = false;
      this.#running = true;
      void this.#runBatch(this.#take());
    });
  }

  async #runBatch(batch: Waiting<T, R>[]): Promise<void> {
    await this.#settle(batch);
    this.#running = false;
    this.#lastCount = batch.length;
    this.#lastEnd = performance.now();
    this.#consider();
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
