const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** How long the counts of an hour are kept per minute: recent counts change often and are recounted in small slices. */
export const minutesKeptMs = 2 * hourMs;

/** A period whose messages are counted together. */
export type Slice = { readonly starts_at: Date; readonly ends_at: Date };

/** The slices from the end of the last one until now, including the current minute; whole hours if they are long past. */
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

/** A message is committed shortly after its id is created. After this time none is missing. */
const lateSeconds = 600;
const youngSeconds = minutesKeptMs / 1_000;
/** Counting a message takes about 5 µs, so a slice costs less than 0.02 % of a core. */
const secondsPerMessage = 0.03;

/**
 * Seconds until a slice is counted again; undefined if it can no longer change. Small slices are refreshed every 10 to 30 s. Large
 * ones wait as long as they are old, so that a message is counted about ten times while it is young, however many there are. So do
 * slices without open messages: only a late commit can change them.
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
