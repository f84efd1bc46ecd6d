import type { Money } from './money.ts';

const dayMs = 86_400_000;
/** The range whose spend is the rate. */
export const runwayDays = 7;

/**
 * For how many days the available money lasts at the rate of the last seven days; undefined if nothing was spent. An account that has
 * sent for a shorter time is measured over that time, but at least a day: the first hour of a campaign is not its rate.
 */
export function daysLeft(available: Money, spent: Money, spentSinceMs: number): number | undefined {
  if (spent <= 0n) return undefined;
  if (available <= 0n) return 0;
  const days = Math.min(runwayDays, Math.max(1, spentSinceMs / dayMs));
  return (Number(available) / Number(spent)) * days;
}
