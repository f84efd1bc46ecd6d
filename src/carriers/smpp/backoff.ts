export type Backoff = { readonly leastMs: number; readonly mostMs: number };

/**
 * Doubles from `leastMs` to `mostMs`. The upper half is left to chance, so that the binds that fell together do not all
 * come back together.
 */
export function backoffMs(failures: number, { leastMs, mostMs }: Backoff, random: number): number {
  const full = Math.min(mostMs, leastMs * 2 ** Math.min(failures, 30));
  return Math.round(full * (0.5 + 0.5 * random));
}
