/** What a victim may notice of an attack, and whether that was all. */
import type { Seen } from './victim.ts';

export type Bounds = {
  /** Of any look at /health/live. */
  readonly liveMs: number;
  /** A p99 below this is as good as any: the clock of a busy machine is no finer. */
  readonly floorMs: number;
  /** How much longer the p99 may be than without the attack. */
  readonly factor: number;
  readonly memoryMegabytes: number;
  readonly logMegabytes: number;
};

/** What the run saw of the process. */
export type Watched = { readonly memoryMegabytes: number; readonly deaths: number; readonly logMegabytes: number };

export type Round = {
  readonly alone: Seen;
  readonly beside: Seen;
  readonly watched: Watched;
  /** Of the attack itself: what must not happen to anybody. */
  readonly failures: Readonly<Record<string, number>>;
};

/** The bounds that did not hold, in words. */
export function broken({ alone, beside, watched, failures }: Round, bounds: Bounds): string[] {
  const slower = (what: string, before: readonly number[], then: readonly number[]) => {
    const limit = Math.max(bounds.floorMs, bounds.factor * percentile(before, 99));
    const p99 = percentile(then, 99);
    return p99 > limit && `${what} p99 ${round(p99)} ms, not within ${round(limit)} ms`;
  };
  const live = Math.max(0, ...beside.lives);
  const counted = Object.entries({ ...beside.failures, ...failures }).map(([what, count]) => `${count} × ${what}`);
  return [
    live > bounds.liveMs && `/health/live took ${round(live)} ms`,
    slower('send', alone.sends, beside.sends),
    slower('first report', alone.reports, beside.reports),
    ...counted,
    watched.deaths > 0 && `${watched.deaths} processes ended`,
    watched.memoryMegabytes > bounds.memoryMegabytes && `${watched.memoryMegabytes} MB of memory`,
    watched.logMegabytes > bounds.logMegabytes && `${round(watched.logMegabytes)} MB of log`,
  ].filter((line) => line !== false);
}

/** Of the sorted values the one that so many in a hundred do not exceed; 0 of none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0;
}

export function round(value: number): string {
  return value < 10 ? value.toFixed(1) : value.toFixed(0);
}
