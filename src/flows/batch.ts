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
  /** After a batch, the next one collects for so long, where nobody waits for its end: a transaction costs more than what it carries. */
  restMs?: number;
};

type Waiting<T, R> = {
  readonly item: T;
  readonly weight: number;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * While one batch runs the next collects, so work that arrives together is done together, and a single item on a quiet
 * process starts at once. The next batch is started before the results of the last are handed out: then the database
 * works on one while this process answers the other.
 *
 * Callers that have just been answered are likely to come back. With a linger, a batch waits a moment until there are half
 * as many as in the last one: one client alone never waits. Without it, a busy machine settles into small batches that
 * cost more than they carry (5 requests a batch, 390 µs a request; with it 25 and 220 µs).
 */
export class Batch<T, R> {
  readonly #options: Required<BatchOptions<T, R>>;
  #waiting: Waiting<T, R>[] = [];
  #pending = 0;
  #running = false;
  #starting = false;
  #lastCount = 0;
  #lastEnd = Number.NEGATIVE_INFINITY;
  #hurried = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: BatchOptions<T, R>) {
    const unlimited = Number.POSITIVE_INFINITY;
    this.#options = { weigh: () => 1, most: unlimited, mostPending: unlimited, lingerMs: 0, restMs: 0, ...options };
  }

  get pending(): number {
    return this.#pending;
  }

  /** `now`: somebody does wait for the end of this one, so it gets no rest. */
  add(item: T, now = false): Promise<R> {
    const weight = this.#options.weigh(item);
    if (this.#pending > 0 && this.#pending + weight > this.#options.mostPending)
      return Promise.reject(new Overloaded());
    this.#pending += weight;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, weight, resolve, reject });
      this.#hurried ||= now;
      this.#consider();
    });
  }

  /** Until enough have come, or have been waited for long enough. */
  get #waitMs(): number {
    if (this.#hurried) return 0;
    const { restMs, lingerMs } = this.#options;
    const enough = this.#waiting.length * 2 >= this.#lastCount;
    return this.#lastEnd + (enough ? restMs : Math.max(restMs, lingerMs)) - performance.now();
  }

  /** At the end of the current turn of the event loop, when all that arrived together has been read; or after the linger. */
  #consider(): void {
    if (this.#running || this.#starting || this.#waiting.length === 0) return;
    const waitMs = this.#waitMs;
    if (waitMs > 0) {
      this.#timer ??= setTimeout(() => this.#begin(), waitMs);
      return;
    }
    this.#starting = true;
    setImmediate(() => this.#begin());
  }

  #begin(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#starting = false;
    if (!this.#running && this.#waiting.length > 0) void this.#run(this.#take());
  }

  async #run(batch: Waiting<T, R>[]): Promise<void> {
    this.#running = true;
    const outcome = await this.#outcomeOf(batch);
    this.#running = false;
    this.#lastCount = batch.length;
    this.#lastEnd = performance.now();
    for (const { weight } of batch) this.#pending -= weight;
    if (this.#waitMs <= 0) this.#begin();
    else this.#consider();
    settle(batch, outcome);
  }

  async #outcomeOf(batch: Waiting<T, R>[]): Promise<{ results: R[] } | { error: unknown }> {
    try {
      return { results: await this.#options.run(batch.map(({ item }) => item)) };
    } catch (error) {
      return { error };
    }
  }

  #take(): Waiting<T, R>[] {
    let weight = 0;
    let count = 0;
    while (count < this.#waiting.length) {
      weight += this.#waiting[count]!.weight;
      if (count > 0 && weight > this.#options.most) break;
      count += 1;
    }
    this.#hurried = false;
    return this.#waiting.splice(0, count);
  }
}

function settle<T, R>(batch: Waiting<T, R>[], outcome: { results: R[] } | { error: unknown }): void {
  for (const [index, { resolve, reject }] of batch.entries()) {
    if ('results' in outcome) resolve(outcome.results[index]!);
    else reject(outcome.error);
  }
}
