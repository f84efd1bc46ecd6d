import { FairQueue } from './fair-queue.ts';

export class Overloaded extends Error {
  /** The caller's own items fill the queue; other owners are served. */
  readonly own: boolean;

  constructor(own = false) {
    super(own ? 'too much of this account is waiting already' : 'too much is waiting already');
    this.name = 'Overloaded';
    this.own = own;
  }
}

export type BatchOptions<T, R> = {
  /** One result per item, in their order. If it rejects, every item of the batch does. */
  run(items: T[]): Promise<R[]>;
  weigh?(item: T): number;
  /** Weight of one batch; a single heavier item goes alone. */
  most?: number;
  /** Owners take turns: one item of each goes into a batch, then another of each, until it is full. */
  ownerOf?(item: T): string;
  /** Most weight of waiting and running items. Above it, `add` refuses, except for an owner below its even share. */
  mostPending?: number;
  /** How long a batch collects items, from its first one, unless it has enough before. */
  collectMs?: number;
  /**
   * Items that start a batch immediately. Default: about as many as were pending together during the last second, since waiting
   * longer would only delay them. A single caller never waits.
   */
  enough?: number;
};

type Waiting<T, R> = {
  readonly item: T;
  readonly owner: string;
  readonly weight: number;
  readonly since: number;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
};

/** How long a peak of pending items is remembered, at least. */
const peakMs = 1_000;
/** From this many pending items, half of the peak starts a batch: the other half is the next batch. */
const manyPending = 8;

/**
 * Items that arrive together are processed together; while one batch runs, the next collects. The next batch starts before the
 * results of the last are handed out, so that the database works on one while this process answers the other.
 */
export class Batch<T, R> {
  readonly #options: Required<Omit<BatchOptions<T, R>, 'enough'>> & Pick<BatchOptions<T, R>, 'enough'>;
  readonly #waiting = new FairQueue<Waiting<T, R>>();
  /** Weight of waiting and running items, by owner. */
  readonly #owned = new Map<string, number>();
  #pending = 0;
  /** Items of the batch that runs. */
  #running = 0;
  #isStarting = false;
  #isHurried = false;
  /** When the oldest waiting item was added, or earlier. */
  #since = 0;
  #peak = { now: 0, before: 0, until: 0 };
  #timer: NodeJS.Timeout | undefined;
  readonly #begin = () => this.#start();

  constructor(options: BatchOptions<T, R>) {
    const unlimited = { most: Number.POSITIVE_INFINITY, mostPending: Number.POSITIVE_INFINITY };
    this.#options = { weigh: () => 1, ownerOf: () => '', collectMs: 0, ...unlimited, ...options };
  }

  /** Weight of waiting and running items. */
  get pending(): number {
    return this.#pending;
  }

  pendingOf(owner: string): number {
    return this.#owned.get(owner) ?? 0;
  }

  /** `now`: starts the batch without collecting, because other work waits for this item. */
  add(item: T, now = false): Promise<R> {
    const weight = this.#options.weigh(item);
    const owner = this.#options.ownerOf(item);
    const refusal = this.refusal(owner, weight);
    if (refusal) return Promise.reject(refusal);
    this.#pending += weight;
    this.#owned.set(owner, this.pendingOf(owner) + weight);
    const since = performance.now();
    if (this.#waiting.size === 0) this.#since = since;
    this.#isHurried ||= now;
    return new Promise((resolve, reject) => {
      this.#waiting.push(owner, { item, owner, weight, since, resolve, reject });
      this.#notePeak(since);
      this.#consider(since);
    });
  }

  /** The error with which an item of this weight would be refused now, for callers that would have to prepare it first. */
  refusal(owner: string, weight: number): Overloaded | undefined {
    const { mostPending } = this.#options;
    if (this.#pending === 0 || this.#pending + weight <= mostPending) return undefined;
    const owned = this.pendingOf(owner);
    const owners = this.#owned.size + (owned === 0 ? 1 : 0);
    return owned + weight > mostPending / owners ? new Overloaded(owned > 0) : undefined;
  }

  #notePeak(now: number): void {
    const pending = this.#waiting.size + this.#running;
    const peak = this.#peak;
    if (now >= peak.until)
      this.#peak = { now: pending, before: now < peak.until + peakMs ? peak.now : 0, until: now + peakMs };
    else if (pending > peak.now) peak.now = pending;
  }

  get #isDue(): boolean {
    const { enough } = this.#options;
    if (this.#isHurried) return true;
    if (enough !== undefined) return this.#waiting.size >= enough;
    const peak = Math.max(this.#peak.now, this.#peak.before);
    return this.#waiting.size >= (peak < manyPending ? peak : peak / 2);
  }

  #consider(now: number): void {
    if (this.#running > 0 || this.#isStarting) return;
    const waitMs = this.#isDue ? 0 : this.#since + this.#options.collectMs - now;
    if (waitMs > 0) {
      this.#timer ??= setTimeout(this.#begin, waitMs);
      return;
    }
    // Starts at the end of this turn of the event loop, when all that arrived together has been added.
    this.#isStarting = true;
    setImmediate(this.#begin);
  }

  #start(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isStarting = false;
    if (this.#running === 0 && this.#waiting.size > 0) void this.#run(this.#take());
  }

  async #run(batch: Waiting<T, R>[]): Promise<void> {
    this.#running = batch.length;
    const settle = await this.#outcomeOf(batch);
    this.#running = 0;
    for (const { owner, weight } of batch) this.#free(owner, weight);
    if (this.#waiting.size > 0) {
      const now = performance.now();
      if (this.#isDue || this.#since + this.#options.collectMs <= now) this.#start();
      else this.#consider(now);
    }
    for (const [index, waiting] of batch.entries()) settle(waiting, index);
  }

  async #outcomeOf(batch: Waiting<T, R>[]): Promise<(waiting: Waiting<T, R>, index: number) => void> {
    try {
      const results = await this.#options.run(batch.map(({ item }) => item));
      return ({ resolve }, index) => resolve(results[index]!);
    } catch (error) {
      return ({ reject }) => reject(error);
    }
  }

  #free(owner: string, weight: number): void {
    this.#pending -= weight;
    const left = this.pendingOf(owner) - weight;
    if (left > 0) this.#owned.set(owner, left);
    else this.#owned.delete(owner);
  }

  #take(): Waiting<T, R>[] {
    const batch: Waiting<T, R>[] = [];
    let weight = 0;
    for (let next = this.#waiting.next(); next !== undefined; next = this.#waiting.next()) {
      weight += next.item.weight;
      if (batch.length > 0 && weight > this.#options.most) break;
      batch.push(next.item);
      this.#waiting.shift(next.owner);
    }
    this.#isHurried = false;
    this.#since = this.#waiting.next()?.item.since ?? 0;
    return batch;
  }
}
