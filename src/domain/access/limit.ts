/**
 * A bucket of tokens that refills evenly: `perSecond` of them a second, and as many at once. What costs more than it holds is
 * allowed while it is full, and leaves a debt that has to be refilled first. Kept as the tokens at a time
 * and not as the time at which it is full again: today's milliseconds leave a double so few places behind the point that a
 * tenth of one, added ten thousand times, is a whole one too much.
 */
export type Bucket = { tokens: number; at: number };

export const fullBucket = (): Bucket => ({ tokens: Number.POSITIVE_INFINITY, at: 0 });

export type Verdict = {
  readonly allowed: boolean;
  /** What would still be allowed at once. */
  readonly remaining: number;
  /** Milliseconds until this one is allowed. */
  readonly retryInMs: number;
};

/** A hair of rounding must not cost the last token. */
const hair = 1e-6;

export function take(bucket: Bucket, perSecond: number, now: number, cost = 1): Verdict {
  // A clock that was set back brings nothing, and nobody waits until it is again what it was.
  const seconds = Math.max(0, now - bucket.at) / 1_000;
  const tokens = Math.min(perSecond, bucket.tokens + seconds * perSecond);
  const needed = Math.min(cost, perSecond);
  const allowed = tokens >= needed - hair;
  bucket.at = now;
  bucket.tokens = allowed ? tokens - cost : tokens;
  const remaining = Math.max(0, Math.floor(bucket.tokens + hair));
  return { allowed, remaining, retryInMs: allowed ? 0 : ((needed - tokens) * 1_000) / perSecond };
}
