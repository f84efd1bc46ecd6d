/** The permitted effect of an attack on other customers, and whether it was exceeded. */
import type { Seen } from './victim.ts';

/** Of every request of /health/live. */
const liveMs = 1_000;
/** The p99 of others is at most the greater of the two: this, or this many times what it is without the attack. */
const p99Ms = 100;
const p99Factor = 3;
const logMegabytes = 5;

/** What the run saw of the process. */
export type Watched = { readonly memoryMegabytes: number; readonly deaths: number; readonly logMegabytes: number };

export type Round = {
  readonly alone: Seen;
  readonly beside: Seen;
  readonly watched: Watched;
  /** Of the attack itself: outcomes that no customer may see. */
  readonly failures: Readonly<Record<string, number>>;
};

/** The exceeded bounds, in words. */
export function broken({ alone, beside, watched, failures }: Round, memoryMegabytes: number): string[] {
  const slower = (what: string, before: readonly number[], then: readonly number[]) => {
    const limit = Math.max(p99Ms, p99Factor * percentile(before, 99));
    const p99 = percentile(then, 99);
    return p99 > limit && `${what} p99 ${round(p99)} ms, not within ${round(limit)} ms`;
  };
  const live = Math.max(0, ...beside.lives);
  const counted = Object.entries({ ...beside.failures, ...failures }).map(([what, count]) => `${count} × ${what}`);
  return [
    live > liveMs && `/health/live took ${round(live)} ms`,
    slower('send', alone.sends, beside.sends),
    slower('first report', alone.reports, beside.reports),
    ...counted,
    watched.deaths > 0 && `${watched.deaths} processes ended`,
    watched.memoryMegabytes > memoryMegabytes && `${watched.memoryMegabytes} MB of memory`,
    watched.logMegabytes > logMegabytes && `${round(watched.logMegabytes)} MB of log`,
  ].filter((line) => line !== false);
}

/** The given percentile of the sorted values; 0 of none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0;
}

export function round(value: number): string {
  return value < 10 ? value.toFixed(1) : value.toFixed(0);
}
