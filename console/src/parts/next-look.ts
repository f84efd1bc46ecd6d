const latestMs = 60_000;
const graceMs = 300;

/**
 * How long to wait before asking again for something that is to happen at one of these times: the stream of events tells what is
 * new, and not that an old thing was tried again. What should have happened already is asked for every `soonestMs`.
 */
export function nextLookMs(times: readonly (string | undefined)[], now: number, soonestMs = 1_000): number | false {
  const due = times.map((time) => Date.parse(time ?? '')).filter((time) => !Number.isNaN(time));
  if (due.length === 0) return false;
  return Math.min(Math.max(Math.min(...due) - now + graceMs, soonestMs), latestMs);
}
