import type { HermodError } from './errors.ts';

export type Repeating = {
  /** Nobody is harmed when the call is done twice. */
  readonly repeatable: boolean;
  readonly idempotencyKey?: string | undefined;
};

/** Too many requests: nothing was done, so that may always be repeated. All else only where a repetition does no harm. */
export function isWorthRepeating({ kind, status = 0 }: HermodError, call: Repeating): boolean {
  if (kind === 'TooManyRequests') return true;
  if (!call.repeatable) return false;
  // The first try, whose answer was lost, still runs.
  if (kind === 'Conflict') return call.idempotencyKey !== undefined;
  return kind === 'Network' || kind === 'Timeout' || status >= 500;
}

const firstMs = 250;
const longestMs = 8_000;

/** Grows with each try, never less than the service asked for, and different for each of many clients that failed together. */
export function waitMs(tries: number, retryAfter = 0, random = Math.random()): number {
  const backoff = Math.min(longestMs, firstMs * 2 ** (tries - 1));
  return Math.max(backoff * (0.5 + random / 2), retryAfter * 1_000 + random * firstMs);
}

/**
 * How long one try may take of the time that is left. A try that hangs costs its share and leaves the others theirs. Where a
 * time-out is not repeated, the try gets everything.
 */
export function shareMs(leftMs: number, triesLeft: number, { repeatable }: Repeating): number {
  return repeatable ? leftMs / triesLeft : leftMs;
}
