import { setTimeout as sleep } from 'node:timers/promises';
import { Batch, type BatchOptions, type Overloaded } from '../../bounds/batch.ts';
import { sendingLimits } from '../../bounds/limits/sending.ts';

/** Up to this weight an item is small. */
const mostSmall = 50;
/** Recipients of one statement: 25 to 50 µs each in the database. */
const mostInRun = {
  small: sendingLimits.recipientsOfStatement.most,
  large: sendingLimits.recipientsOfLargeStatement.most,
};
/**
 * While there are small requests, large ones pause for three times the duration of their last statement: otherwise a sequence of
 * requests to 1,000 recipients would occupy the database.
 */
const restShare = 3;
const longestRestMs = 500;
const recentMs = 1_000;
/** Lanes for locked accounts; each waits on its own connection. */
const lanesApart = 2;

type LaneOptions<T, R> = Pick<BatchOptions<T, R>, 'run' | 'mostPending' | 'collectMs'> &
  Required<Pick<BatchOptions<T, R>, 'weigh' | 'ownerOf'>> & {
    /** Small items of many accounts, without waiting for locks: undefined for items of a locked account, which `run` handles. */
    attempt(items: T[]): Promise<(R | undefined)[]>;
  };

/**
 * Requests of one account do not wait for the locked row of another. Small requests of all accounts are attempted together. Those of
 * a locked account go to a separate lane, which waits for the row, until that lane holds none of them. Large requests have their own
 * lane.
 */
export class AcceptLanes<T, R> {
  readonly #weigh: (item: T) => number;
  readonly #ownerOf: (item: T) => string;
  readonly #together: Batch<T, R | undefined>;
  readonly #apart: readonly Batch<T, R>[];
  readonly #large: Batch<T, R>;
  #smallAt = Number.NEGATIVE_INFINITY;
  #lastLargeMs = 0;

  constructor(options: LaneOptions<T, R>) {
    this.#weigh = options.weigh;
    this.#ownerOf = options.ownerOf;
    const small = { ...options, most: mostInRun.small };
    this.#together = new Batch({ ...small, run: (items: T[]) => options.attempt(items) });
    this.#apart = Array.from({ length: lanesApart }, () => new Batch<T, R>(small));
    this.#large = new Batch<T, R>({
      ...options,
      most: mostInRun.large,
      run: (items) => this.#runLarge(items, options),
    });
  }

  get pending(): number {
    return [this.#together, ...this.#apart, this.#large].reduce((sum, { pending }) => sum + pending, 0);
  }

  async add(item: T): Promise<R> {
    if (this.#weigh(item) > mostSmall) return this.#large.add(item);
    this.#smallAt = performance.now();
    const owner = this.#ownerOf(item);
    const result = this.#apartOf(owner) === undefined ? await this.#together.add(item) : undefined;
    if (result !== undefined) return result;
    return (this.#apartOf(owner) ?? this.#emptiest()).add(item);
  }

  refusal(owner: string, weight: number): Overloaded | undefined {
    const small = this.#apartOf(owner) ?? this.#together;
    return (weight > mostSmall ? this.#large : small).refusal(owner, weight);
  }

  async #runLarge(items: T[], { run }: Pick<LaneOptions<T, R>, 'run'>): Promise<R[]> {
    const isShared = performance.now() - this.#smallAt < recentMs;
    if (isShared) await sleep(Math.min(longestRestMs, this.#lastLargeMs * restShare));
    const began = performance.now();
    try {
      return await run(items);
    } finally {
      this.#lastLargeMs = performance.now() - began;
    }
  }

  /** The separate lane in which the account waits: at most one. */
  #apartOf(owner: string): Batch<T, R> | undefined {
    return this.#apart.find((lane) => lane.pendingOf(owner) > 0);
  }

  #emptiest(): Batch<T, R> {
    return this.#apart.reduce((least, lane) => (lane.pending < least.pending ? lane : least));
  }
}
