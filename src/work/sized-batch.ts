import { Batch, type BatchOptions, type Overloaded } from '../bounds/batch.ts';

/** Up to this weight an item is small. */
const mostSmall = 50;
/** Weight of a run. What waits behind it waits for all of it: 25 to 50 µs each in the database. */
const mostInRun = { small: 500, large: 1_000 };

/** While there are small ones, large ones rest for some times as long as they ran: the database is for others, too. */
const restShare = 3;
const longestRestMs = 500;
const recentMs = 1_000;

/** Runs apart at a time. Each has a connection to the database, in which it may wait for a row. */
const runsApart = 2;

type SizedOptions<T, R> = Pick<BatchOptions<T, R>, 'run' | 'mostPending' | 'lingerMs'> &
  Required<Pick<BatchOptions<T, R>, 'weigh' | 'ownerOf'>> & {
    /** Small items of many owners, without waiting for any of them: undefined for what cannot be done so, and is left to `run`. */
    attempt(items: T[]): Promise<(R | undefined)[]>;
  };

/**
 * Nobody waits for somebody else. Small items of all owners are attempted together. Those of an owner who is busy with something
 * else are done apart, until nothing of it waits there. Large items run beside both. Those who lock the same rows share `runs`: see
 * there.
 */
export class SizedBatch<T, R> {
  readonly #weigh: (item: T) => number;
  readonly #ownerOf: (item: T) => string;
  readonly #together: Batch<T, R | undefined>;
  readonly #apart: Apart<T, R>;
  readonly #large: Batch<T, R>;

  constructor(runs: OwnersInRuns, options: SizedOptions<T, R>) {
    this.#weigh = options.weigh;
    this.#ownerOf = options.ownerOf;
    const small = { ...options, most: mostInRun.small, ...runs.small };
    this.#together = new Batch({ ...small, run: (items: T[]) => options.attempt(items) });
    const apart = Array.from({ length: runsApart }, () => new Batch<T, R>(small));
    this.#apart = new Apart(apart);
    const restMs = () => (runs.smallRuns ? longestRestMs : 0);
    this.#large = new Batch({ ...options, most: mostInRun.large, restMs, restShare, ...runs.large });
    runs.add([this.#together, ...apart], this.#large);
  }

  get pending(): number {
    return this.#together.pending + this.#apart.pending + this.#large.pending;
  }

  async add(item: T): Promise<R> {
    if (this.#weigh(item) > mostSmall) return this.#large.add(item);
    const owner = this.#ownerOf(item);
    const result = this.#apart.of(owner) === undefined ? await this.#together.add(item) : undefined;
    return result === undefined ? this.#apart.add(owner, item) : result;
  }

  refusal(owner: string, weight: number): Overloaded | undefined {
    const batch = weight > mostSmall ? this.#large : (this.#apart.of(owner) ?? this.#together);
    return batch.refusal(owner, weight);
  }
}

/** A few batches beside each other. An owner stays in one of them as long as something of it waits or runs there. */
class Apart<T, R> {
  readonly #batches: readonly Batch<T, R>[];
  readonly #places = new Map<string, { readonly batch: Batch<T, R>; items: number }>();

  constructor(batches: readonly Batch<T, R>[]) {
    this.#batches = batches;
  }

  get pending(): number {
    return this.#batches.reduce((sum, { pending }) => sum + pending, 0);
  }

  of(owner: string): Batch<T, R> | undefined {
    return this.#places.get(owner)?.batch;
  }

  async add(owner: string, item: T): Promise<R> {
    const place = this.#places.get(owner) ?? { batch: this.#emptiest(), items: 0 };
    this.#places.set(owner, place);
    place.items += 1;
    try {
      return await place.batch.add(item);
    } finally {
      place.items -= 1;
      if (place.items === 0) this.#places.delete(owner);
    }
  }

  #emptiest(): Batch<T, R> {
    return this.#batches.reduce((least, batch) => (batch.pending < least.pending ? batch : least));
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

  add(smalls: readonly Watched[], large: Watched): void {
    this.#smalls.push(...smalls);
    this.#larges.push(large);
  }

  #leaveSmall(owner: string): void {
    const left = this.#inSmall.get(owner)! - 1;
    if (left > 0) this.#inSmall.set(owner, left);
    else this.#inSmall.delete(owner);
  }
}
