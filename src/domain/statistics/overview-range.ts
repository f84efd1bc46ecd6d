export const overviewRanges = ['1h', '24h', '30d'] as const;
export type OverviewRange = (typeof overviewRanges)[number];

const hourSeconds = 3_600;
/** Counts are kept per minute for two hours, then per hour. Days are in UTC. */
const shapes: Readonly<Record<OverviewRange, { readonly stepSeconds: number; readonly steps: number }>> = {
  '1h': { stepSeconds: 60, steps: 60 },
  '24h': { stepSeconds: hourSeconds, steps: 24 },
  '30d': { stepSeconds: 24 * hourSeconds, steps: 30 },
};

/** Whole steps; the last one is still running. */
export function stepsOf(range: OverviewRange, now: number) {
  const { stepSeconds, steps } = shapes[range];
  const stepMs = stepSeconds * 1_000;
  const to = (Math.floor(now / stepMs) + 1) * stepMs;
  return { from: new Date(to - steps * stepMs), to: new Date(to), stepSeconds };
}

/** The delivered share of completed messages; undefined if there are none. Cancelled messages do not count. */
export function deliveredShare(
  counts: Readonly<Record<'delivered' | 'failed' | 'rejected' | 'unknown', number>>,
): number | undefined {
  const ended = counts.delivered + counts.failed + counts.rejected + counts.unknown;
  return ended === 0 ? undefined : Math.round((counts.delivered / ended) * 10_000) / 10_000;
}
