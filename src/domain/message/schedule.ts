/** The last second of the year 9999. A time in milliseconds lies far beyond it, and is so told from one in seconds. */
export const lastSecond = 253_402_300_799;

/** What a time has to be, for people who sent something else. */
export const unixTimeRule = 'whole seconds since 1970, not negative, not milliseconds';

export function isUnixTime(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= lastSecond;
}

/** Now, a past time and none at all mean the same: send at once. `now` is in whole seconds, cut off. */
export function isScheduled(scheduledTime: number | undefined, now: number): scheduledTime is number {
  return scheduledTime !== undefined && scheduledTime > now;
}

export function isoTime(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');
}
