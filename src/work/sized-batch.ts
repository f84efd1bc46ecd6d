import { Batch, type BatchOptions, type Overloaded } from './batch.ts';

/** Up to this weight an item is small. */
const mostSmall = 50;
/** Weight of a run. What waits behind it waits for all of it: 25 to 50 µs each in the database. */
const mostInRun = { small: 500, large: 1_000 };

/** While there are small ones, large ones rest for some times as long as they ran: the database is for others, too. */
const restShare = 3;
const longestRestMs = 500;
const recentMs = 1_000;

type SizedOptions<T, R> = Pick<BatchOptions<T, R>, 'run' | 'mostPending' | 'lingerMs'> &
  Required<Pick<BatchOptions<T, R>, 'weigh' | 'ownerOf'>>;

/**
 * Large items run beside the small ones, so that whoever sends a single message never waits for the thousands of somebody
 * else. Those who lock the same rows share `runs`: see there.
 */
export class SizedBatch<T, R> {
  readonly #weigh: (item: T) => number;
  readonly #small: Batch<T, R>;
  readonly #large: Batch<T, R>;

  constructor(runs: OwnersInRuns, options: SizedOptions<T, R>) {
    this.#weigh = options.weigh;
    this.#small = new Batch({ ...options, most: mostInRun.small, ...runs.small });
    const restMs = () => (runs.smallRuns ? longestRestMs : 0);
    this.#large = new Batch({ ...options, most: mostInRun.large, restMs, restShare, ...runs.large });
    runs.add(this.#small, this.#large);
  }

  get pending(): number {
    return this.#small.pending + this.#large.pending;
  }

  add(item: T): Promise<R> {
    return this.#of(this.#weigh(item)).add(item);
  }

  refusal(owner: string, weight: number): Overloaded | undefined {
    return this.#of(weight).refusal(owner, weight);
  }

  #of(weight: number): Batch<T, R> {
    return weight <= mostSmall ? this.#small : this.#large;
  }
}

type Watched = { wake(): void };

/**
 * Nobody is in a large run and in another one at the same time: a run locks the row of its owner, and everybody in a small
 * one would wait until the large one is committed. Large and small ones of an owner take turns: what has to wait for the end of
 * others goes before more of them.
 */
export class OwnersInRuns {
  readonly #inSmall = new Map<string, number>();
  readonly #inLarge = new Set<string>();
  /** Owners with a large item that waits for the end of small runs. */
  readonly #wanted = new Set<string>();
  readonly #smalls: Watched[] = [];
  readonly #larges: Watched[] = [];

  #smallAt = Number.NEGATIVE_INFINITY;

  /** Whether there were small runs lately. */
  get smallRuns(): boolean {
    return performance.now() - this.#smallAt < recentMs;
  }

  readonly small = {
    mayRun: (owner: string): boolean => !this.#inLarge.has(owner) && !this.#wanted.has(owner),
    began: (owners: ReadonlySet<string>): void => {
      this.#smallAt = performance.now();
      for (const owner of owners) this.#inSmall.set(owner, (this.#inSmall.get(owner) ?? 0) + 1);
    },
    ended: (owners: ReadonlySet<string>): void => {
      for (const owner of owners) this.#leaveSmall(owner);
      for (const batch of this.#larges) batch.wake();
    },
  };

  readonly large = {
    mayRun: (owner: string): boolean => {
      if (this.#inLarge.has(owner)) return false;
      if (!this.#inSmall.has(owner)) return true;
      this.#wanted.add(owner);
      return false;
    },
    began: (owners: ReadonlySet<string>): void => {
      for (const owner of owners) {
        this.#inLarge.add(owner);
        this.#wanted.delete(owner);
      }
    },
    ended: (owners: ReadonlySet<string>): void => {
      for (const owner of owners) this.#inLarge.delete(owner);
      for (const batch of [...this.#smalls, ...this.#larges]) batch.wake();
    },
  };

  add(small: Watched, large: Watched): void {
    this.#smalls.push(small);
    this.#larges.push(large);
  }

  #leaveSmall(owner: string): void {
    const left = this.#inSmall.get(owner)! - 1;
    if (left > 0) this.#inSmall.set(owner, left);
    else this.#inSmall.delete(owner);
  }
}
