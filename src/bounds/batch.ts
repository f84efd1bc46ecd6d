import { FairQueue } from './fair-queue.ts';

export class Overloaded extends Error {
  /** It is the caller's own that waits; others are served. */
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
  /** Weight of one batch; a single heavier item still goes, alone. */
  most?: number;
  /** Whose it is. Owners take turns: one of each goes into a batch, then another of each, until it is full. */
  ownerOf?(item: T): string;
  /**
   * Weight of all that waits or runs; beyond it, `add` refuses at once rather than letting everybody wait longer. An owner who
   * has less than an even share of it is taken all the same, since it is not the one who filled it: alone, one may have
   * all of it, and still nobody is kept out.
   */
  mostPending?: number;
  /** After a batch, the next one waits at most this long for as many items as the last one had. */
  lingerMs?: number;
  /** Whether the items of an owner may go into a batch now. Where one must wait, `wake` says that it may be otherwise. */
  mayRun?(owner: string): boolean;
  began?(owners: ReadonlySet<string>): void;
  ended?(owners: ReadonlySet<string>): void;
  /**
   * After a batch, the next one collects for some times as long as that took, and at most for so long: where nobody waits for its
   * end, a transaction costs more than what it carries, the more so the busier the machine.
   */
  restMs?: number | (() => number);
  /** Of what the batch before took. */
  restShare?: number;
  /** The same while somebody waits who has next to nothing here: the rest is for what others have in numbers. */
  restShareOfFew?: number;
};

const few = 2;

type Watch = 'mayRun' | 'began' | 'ended' | 'restShareOfFew';
type Options<T, R> = Required<Omit<BatchOptions<T, R>, Watch>> & Pick<BatchOptions<T, R>, Watch>;

type Waiting<T, R> = {
  readonly item: T;
  readonly owner: string;
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
  readonly #options: Options<T, R>;
  readonly #waiting = new FairQueue<Waiting<T, R>>();
  /** Weight by owner of all that waits or runs. */
  readonly #owned = new Map<string, number>();
  #pending = 0;
  #running = false;
  #starting = false;
  #lastCount = 0;
  #lastMs = 0;
  #lastEnd = Number.NEGATIVE_INFINITY;
  #hurried = false;
  #fewWait = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: BatchOptions<T, R>) {
    const unlimited = Number.POSITIVE_INFINITY;
    this.#options = {
      weigh: () => 1,
      ownerOf: () => '',
      most: unlimited,
      mostPending: unlimited,
      lingerMs: 0,
      restMs: 0,
      restShare: 3,
      ...options,
    };
  }

  get pending(): number {
    return this.#pending;
  }

  /** `now`: somebody does wait for the end of this one, so it gets no rest. */
  add(item: T, now = false): Promise<R> {
    const weight = this.#options.weigh(item);
    const owner = this.#options.ownerOf(item);
    const refusal = this.refusal(owner, weight);
    if (refusal) return Promise.reject(refusal);
    this.#pending += weight;
    this.#owned.set(owner, (this.#owned.get(owner) ?? 0) + weight);
    return new Promise((resolve, reject) => {
      this.#waiting.push(owner, { item, owner, weight, resolve, reject });
      this.#hurried ||= now;
      if (!this.#fewWait && this.#owned.get(owner)! <= few) this.#noteFew();
      this.#consider();
    });
  }

  /** Why something of this weight would not be taken now, if so: for those who would have to work for it first. */
  refusal(owner: string, weight: number): Overloaded | undefined {
    const { mostPending } = this.#options;
    if (this.#pending === 0 || this.#pending + weight <= mostPending) return undefined;
    const owned = this.#owned.get(owner) ?? 0;
    const owners = this.#owned.size + (owned === 0 ? 1 : 0);
    return owned + weight > mostPending / owners ? new Overloaded(owned > 0) : undefined;
  }

  /** Those that `mayRun` kept waiting are asked about again. */
  wake(): void {
    if (this.#waitMs <= 0) this.#begin();
    else this.#consider();
  }

  #noteFew(): void {
    this.#fewWait = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Until enough have come, or have been waited for long enough. */
  get #waitMs(): number {
    if (this.#hurried) return 0;
    const { lingerMs } = this.#options;
    const { restMs: most, restShare, restShareOfFew = restShare } = this.#options;
    const share = this.#fewWait ? restShareOfFew : restShare;
    const restMs = Math.min(typeof most === 'number' ? most : most(), this.#lastMs * share);
    const enough = this.#waiting.size * 2 >= this.#lastCount;
    return this.#lastEnd + (enough ? restMs : Math.max(restMs, lingerMs)) - performance.now();
  }

  /** At the end of the current turn of the event loop, when all that arrived together has been read; or after the linger. */
  #consider(): void {
    if (this.#running || this.#starting || this.#waiting.size === 0) return;
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
    if (this.#running || this.#waiting.size === 0) return;
    const batch = this.#take();
    if (batch.length > 0) void this.#run(batch);
  }

  async #run(batch: Waiting<T, R>[]): Promise<void> {
    const { began, ended } = this.#options;
    const owners = ended && new Set(batch.map(({ owner }) => owner));
    this.#running = true;
    const beganAt = performance.now();
    if (owners) began?.(owners);
    const outcome = await this.#outcomeOf(batch);
    this.#running = false;
    this.#lastCount = batch.length;
    this.#lastEnd = performance.now();
    this.#lastMs = this.#lastEnd - beganAt;
    for (const { owner, weight } of batch) this.#free(owner, weight);
    if (owners) ended?.(owners);
    this.wake();
    settle(batch, outcome);
  }

  async #outcomeOf(batch: Waiting<T, R>[]): Promise<{ results: R[] } | { error: unknown }> {
    try {
      return { results: await this.#options.run(batch.map(({ item }) => item)) };
    } catch (error) {
      return { error };
    }
  }

  #free(owner: string, weight: number): void {
    this.#pending -= weight;
    const left = this.#owned.get(owner)! - weight;
    if (left > 0) this.#owned.set(owner, left);
    else this.#owned.delete(owner);
  }

  #take(): Waiting<T, R>[] {
    const batch: Waiting<T, R>[] = [];
    const { most, mayRun } = this.#options;
    let weight = 0;
    for (let next = this.#waiting.next(mayRun); next !== undefined; next = this.#waiting.next(mayRun)) {
      weight += next.item.weight;
      if (batch.length > 0 && weight > most) break;
      batch.push(next.item);
      this.#waiting.shift(next.owner);
    }
    this.#hurried = false;
    this.#fewWait = false;
    return batch;
  }
}

function settle<T, R>(batch: Waiting<T, R>[], outcome: { results: R[] } | { error: unknown }): void {
  for (const [index, { resolve, reject }] of batch.entries()) {
    if ('results' in outcome) resolve(outcome.results[index]!);
    else reject(outcome.error);
  }
}
