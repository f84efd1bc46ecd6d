/**
 * A bucket of tokens that refills evenly: `perSecond` requests a second, and as many at once. Kept as one number, the
 * time at which it will be full again.
 */
export type Bucket = { fullAt: number };

export type Verdict = {
  readonly allowed: boolean;
  /** Requests that would still be allowed at once. */
  readonly remaining: number;
  /** Milliseconds until the next one is allowed. */
  readonly retryInMs: number;
};

export function take(bucket: Bucket, perSecond: number, now: number): Verdict {
  const cost = 1_000 / perSecond;
  const fullAt = Math.max(bucket.fullAt, now) + cost;
  const missing = fullAt - now - 1_000;
  // A hair of rounding must not cost the last token.
  if (missing > 1e-6) return { allowed: false, remaining: 0, retryInMs: missing };
  bucket.fullAt = fullAt;
  return { allowed: true, remaining: Math.floor((now + 1_000 - fullAt) / cost + 1e-6), retryInMs: 0 };
}
