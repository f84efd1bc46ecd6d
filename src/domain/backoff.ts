/** `chance`: the random share of the wait, so that clients that failed together do not all return together. */
export type Backoff = { readonly leastMs: number; readonly mostMs: number; readonly chance?: number };

/** The wait after `failures` consecutive failures (0, 1, 2 …): `leastMs` at first, doubling up to `mostMs`. */
export function backoffMs(
  failures: number,
  { leastMs, mostMs, chance = 0.5 }: Backoff,
  random: number = Math.random(),
): number {
  const full = Math.min(mostMs, leastMs * 2 ** Math.min(failures, 30));
  return Math.round(full * (1 - chance + chance * random));
}
