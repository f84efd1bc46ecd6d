const firstMs = 1_000;
const mostMs = 60_000;

/** How long a message waits before try n + 1 (n = 1, 2 …): doubling up to a minute, within the last quarter at random. */
export function retryDelayMs(attempts: number, random: number): number {
  const full = Math.min(mostMs, firstMs * 2 ** Math.max(0, attempts - 1));
  return Math.round(full * (0.75 + 0.25 * random));
}
