import { Cache } from '../domain/cache.ts';

/**
 * The tokens at a time, not the time at which the bucket is full: a double with today's milliseconds has so few fractional digits
 * that 0.1 ms added 10,000 times is off by a whole millisecond.
 */
type TokenBucket = { tokens: number; at: number };

export type RateDecision = {
  readonly allowed: boolean;
  /** Tokens left. */
  readonly remaining: number;
  /** Milliseconds until this call is allowed. */
  readonly retryInMs: number;
};

export type RateLimitOptions = {
  /** Tokens in each `perMs`, which may also be spent in one burst. Infinite: no limit. */
  readonly rate: number;
  readonly perMs?: number;
  readonly clock: () => number;
  /** Owners that are remembered. A forgotten bucket counts as full: at worst, an owner gets one extra burst. */
  readonly owners?: number;
};

/** Rounding must not cost the last token. */
const epsilon = 1e-6;

/** A token bucket per owner. A call that costs more than a whole bucket is allowed while the bucket is full, and leaves a debt. */
export class RateLimit {
  readonly #rate: number;
  readonly #perMs: number;
  readonly #clock: () => number;
  readonly #buckets: Cache<string, TokenBucket>;

  constructor({ rate, clock, perMs = 1_000, owners = 10_000 }: RateLimitOptions) {
    this.#rate = rate;
    this.#perMs = perMs;
    this.#clock = clock;
    this.#buckets = new Cache(owners);
  }

  take(owner: string, cost = 1, rate = this.#rate): RateDecision {
    const bucket = this.#bucketOf(owner);
    const now = this.#clock();
    // A clock that is set back adds nothing, and delays nothing.
    const tokens = Math.min(rate, bucket.tokens + (Math.max(0, now - bucket.at) * rate) / this.#perMs);
    const needed = Math.min(cost, rate);
    const allowed = tokens >= needed - epsilon;
    bucket.at = now;
    bucket.tokens = allowed ? tokens - cost : tokens;
    const remaining = Math.max(0, Math.floor(bucket.tokens + epsilon));
    return { allowed, remaining, retryInMs: allowed ? 0 : ((needed - tokens) * this.#perMs) / rate };
  }

  /** Returns tokens of a call that turned out to cost less. */
  refund(owner: string, tokens: number): void {
    this.charge(owner, -tokens);
  }

  /** Takes tokens unconditionally, for work already done; this may leave a debt. */
  charge(owner: string, cost: number): void {
    this.#bucketOf(owner).tokens -= cost;
  }

  #bucketOf(owner: string): TokenBucket {
    return this.#buckets.of(owner, () => ({ tokens: this.#rate, at: this.#clock() }));
  }
}
