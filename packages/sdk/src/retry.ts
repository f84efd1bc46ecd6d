import type { HermodError } from './errors.ts';

export type Repeating = {
  /** Repeating the call has no further effect. */
  readonly repeatable: boolean;
  readonly idempotencyKey?: string | undefined;
};

/** A 429 is always retried, because nothing was done. Other errors are retried only if the call is repeatable. */
export function isWorthRepeating({ kind, status = 0 }: HermodError, call: Repeating): boolean {
  if (kind === 'TooManyRequests') return true;
  if (!call.repeatable) return false;
  // The first attempt, whose response was lost, is still running.
  if (kind === 'Conflict') return call.idempotencyKey !== undefined;
  return kind === 'Network' || kind === 'Timeout' || status >= 500;
}

const firstMs = 250;
const longestMs = 8_000;

/** Exponential backoff with jitter, at least Retry-After. */
export function waitMs(tries: number, retryAfter = 0, random = Math.random()): number {
  const backoff = Math.min(longestMs, firstMs * 2 ** (tries - 1));
  return Math.max(backoff * (0.5 + random / 2), retryAfter * 1_000 + random * firstMs);
}

/**
 * The time limit of one attempt. The remaining time is divided among the remaining attempts, so that one that hangs leaves time for
 * the others. An attempt that is not retried gets all of it.
 */
export function shareMs(leftMs: number, triesLeft: number, { repeatable }: Repeating): number {
  return repeatable ? leftMs / triesLeft : leftMs;
}
