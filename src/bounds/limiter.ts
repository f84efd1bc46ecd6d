import { FairQueue } from './fair-queue.ts';

/** Why a caller did not get its units: all are in use, too many callers of the same owner wait, or the wait took too long. */
export class LimitReached extends Error {
  readonly kind: 'full' | 'too many waiting' | 'timeout';

  constructor(kind: LimitReached['kind']) {
    super(`limit reached: ${kind}`);
    this.name = 'LimitReached';
    this.kind = kind;
  }
}

export type LimiterOptions = {
  /** Units in use at the same time, of all owners together. */
  readonly total: number;
  /** Units one owner may use at the same time. */
  readonly perOwner?: number;
  /** Callers of one owner that may wait for units; 0 if a caller never waits. */
  readonly waiting?: number;
  readonly waitMs?: number;
};

type Waiter = { readonly units: number; readonly resolve: () => void };

/**
 * Bounds work in progress. Units are whatever is scarce: requests, connections, bytes. An owner may take units as long as it holds
 * fewer than are free: one owner alone gets half of all, two get a third each, and there is always room for the next owner, without
 * reclaiming anything. Waiting callers are served in turns of their owners.
 */
export class Limiter {
  readonly #options: Required<LimiterOptions>;
  readonly #held = new Map<string, number>();
  readonly #waiting = new FairQueue<Waiter>();
  #used = 0;

  constructor(options: LimiterOptions) {
    this.#options = { perOwner: Number.POSITIVE_INFINITY, waiting: 0, waitMs: 10_000, ...options };
  }

  /** Units in use, of all owners. */
  get used(): number {
    return this.#used;
  }

  usedBy(owner: string): number {
    return this.#held.get(owner) ?? 0;
  }

  /** Single units that the owner could take now, one after the other. */
  roomOf(owner: string): number {
    const held = this.usedBy(owner);
    const fair = Math.ceil((this.#options.total - this.#used - held) / 2);
    return Math.max(0, Math.min(fair, this.#options.perOwner - held));
  }

  /** Takes units if they are available now. Each unit taken has to be given back with `leave`. */
  tryEnter(owner: string, units = 1): boolean {
    if (!this.#fits(owner, units)) return false;
    this.take(owner, units);
    return true;
  }

  /** Like `tryEnter`, but waits in the owner's turn if necessary. Returns no promise if there is nothing to wait for. */
  enter(owner: string, units = 1): Promise<void> | undefined {
    if (this.#waiting.sizeOf(owner) === 0 && this.tryEnter(owner, units)) return undefined;
    const { waiting, waitMs } = this.#options;
    if (waiting === 0) throw new LimitReached('full');
    if (this.#waiting.sizeOf(owner) >= waiting) throw new LimitReached('too many waiting');
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.remove(owner, waiter);
        reject(new LimitReached('timeout'));
      }, waitMs);
      const waiter = {
        units,
        resolve: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      this.#waiting.push(owner, waiter);
    });
  }

  /** Takes units even above the limit, for work that already exists. */
  take(owner: string, units = 1): void {
    this.#used += units;
    this.#held.set(owner, this.usedBy(owner) + units);
  }

  leave(owner: string, units = 1): void {
    const left = this.usedBy(owner) - units;
    if (left < 0) throw new RangeError('more units were given back than the owner holds');
    this.#used -= units;
    if (left === 0) this.#held.delete(owner);
    else this.#held.set(owner, left);
    if (this.#waiting.size > 0) this.#admit();
  }

  #admit(): void {
    const fits = (owner: string, { units }: Waiter) => this.#fits(owner, units);
    for (let next = this.#waiting.next(fits); next !== undefined; next = this.#waiting.next(fits)) {
      this.#waiting.shift(next.owner);
      this.take(next.owner, next.item.units);
      next.item.resolve();
    }
  }

  #fits(owner: string, units: number): boolean {
    const own = this.usedBy(owner) + units;
    return own <= this.#options.perOwner && own <= this.#options.total - this.#used;
  }
}
