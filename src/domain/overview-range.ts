export const overviewRanges = ['1h', '24h', '30d'] as const;
export type OverviewRange = (typeof overviewRanges)[number];

const hourSeconds = 3_600;
/** Numbers are kept by the minute for two hours, by the hour afterwards. Days are those of UTC. */
const shapes: Readonly<Record<OverviewRange, { readonly stepSeconds: number; readonly steps: number }>> = {
  '1h': { stepSeconds: 60, steps: 60 },
  '24h': { stepSeconds: hourSeconds, steps: 24 },
  '30d': { stepSeconds: 24 * hourSeconds, steps: 30 },
};

export type Steps = { readonly from: Date; readonly to: Date; readonly stepSeconds: number };

/** Whole steps, of which the last is the one that has not ended yet. */
export function stepsOf(range: OverviewRange, now: number): Steps {
  const { stepSeconds, steps } = shapes[range];
  const stepMs = stepSeconds * 1_000;
  const to = (Math.floor(now / stepMs) + 1) * stepMs;
  return { from: new Date(to - steps * stepMs), to: new Date(to), stepSeconds };
}

/** The share of what has ended that was delivered; undefined while nothing has. What was cancelled was not to arrive. */
export function deliveredShare(counts: {
  readonly delivered: number;
  readonly failed: number;
  readonly rejected: number;
  readonly unknown: number;
}): number | undefined {
  const ended = counts.delivered + counts.failed + counts.rejected + counts.unknown;
  return ended === 0 ? undefined : Math.round((counts.delivered / ended) * 10_000) / 10_000;
}
