const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** For so long the numbers of an hour are kept by the minute: what still changes much is counted in small pieces. */
export const minutesKeptMs = 2 * hourMs;

/** A stretch of time whose messages are counted together. */
export type Slice = { readonly starts_at: Date; readonly ends_at: Date };

/** The slices from the end of the last one until now, the present minute included; whole hours where they are long past. */
export function slicesUntil(now: Date, end: Date): Slice[] {
  const slices: Slice[] = [];
  for (let at = end.getTime(); at <= now.getTime(); ) {
    const isHour = at % hourMs === 0 && at + hourMs <= now.getTime() - minutesKeptMs;
    const next = at + (isHour ? hourMs : minuteMs);
    slices.push({ starts_at: new Date(at), ends_at: new Date(next) });
    at = next;
  }
  return slices;
}

/** A message is committed within moments of its id. After this time none is missing. */
const lateSeconds = 600;
const youngSeconds = minutesKeptMs / 1_000;
/** Counting a message takes some 5 µs, so a slice costs less than one part in five thousand of a core. */
const secondsPerMessage = 0.03;

/**
 * In how many seconds a slice is to be counted again; undefined if nothing in it can change. Small slices are fresh within 10
 * to 30 seconds. Large ones wait as long again as since they began, so that a message is counted some ten times while it
 * is young, however many there are. So do those without open messages: only a late commit can change them.
 */
export function againIn(
  ageSeconds: number,
  { messages, open }: { messages: number; open: number },
): number | undefined {
  if (open === 0 && ageSeconds >= lateSeconds) return undefined;
  if (open === 0) return Math.max(10, ageSeconds);
  const aTwentieth = Math.max(10, ageSeconds / 20);
  const soonest = ageSeconds < youngSeconds ? Math.min(30, aTwentieth) : aTwentieth;
  const latest = Math.max(soonest, ageSeconds + minuteMs / 1_000);
  return Math.min(latest, Math.max(soonest, messages * secondsPerMessage));
}
