/** The last second of the year 9999. Times in milliseconds are far beyond it, so they can be told from seconds. */
export const lastSecond = 253_402_300_799;

/** What a time must be; part of error texts. */
export const unixTimeRule = 'whole seconds since 1970, not negative, not milliseconds';

export function isUnixTime(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= lastSecond;
}

/** A missing, past or current time means: send immediately. `now` is in whole seconds, rounded down. */
export function isScheduled(scheduledTime: number | undefined, now: number): scheduledTime is number {
  return scheduledTime !== undefined && scheduledTime > now;
}

export function isoTime(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');
}
