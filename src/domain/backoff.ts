/** `chance`: how much of the wait is left to chance, so that those who fell together do not all come back together. */
export type Backoff = { readonly leastMs: number; readonly mostMs: number; readonly chance?: number };

/** How long to wait after so many failures in a row (0, 1, 2 …): `leastMs` at first, doubling up to `mostMs`. */
export function backoffMs(
  failures: number,
  { leastMs, mostMs, chance = 0.5 }: Backoff,
  random: number = Math.random(),
): number {
  const full = Math.min(mostMs, leastMs * 2 ** Math.min(failures, 30));
  return Math.round(full * (1 - chance + chance * random));
}
