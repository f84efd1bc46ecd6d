/**
 * How many messages a carrier may have at the same time: fewer while it is slow, so that little is at stake when its link is lost,
 * and all that its settings allow once it is quick again. Times come in as arguments, in milliseconds.
 */
export type Congestion = {
  /** What the settings allow. */
  readonly size: number;
  /** An answer that takes longer is slow. */
  readonly slowMs: number;
  /** What is used at present. */
  limit: number;
  /** When it was last lowered: what was sent before says nothing new. */
  loweredAt: number;
};

/** One that is this share of slow is quick. Between the two, the limit stays as it is. */
const quickShare = 0.5;

export function createCongestion(size: number, slowMs: number): Congestion {
  return { size, slowMs, limit: size, loweredAt: Number.NEGATIVE_INFINITY };
}

/** Doubles with every round of quick answers, since each makes room for itself and for one more. */
export function answered(congestion: Congestion, sentAt: number, now: number): void {
  const took = now - sentAt;
  if (took > congestion.slowMs) lower(congestion, sentAt, now);
  else if (took <= congestion.slowMs * quickShare) congestion.limit = Math.min(congestion.size, congestion.limit + 1);
}

/** The answer never came. */
export function unanswered(congestion: Congestion, sentAt: number, now: number): void {
  lower(congestion, sentAt, now);
}

/** By half, once for all that was in flight at the time. */
function lower(congestion: Congestion, sentAt: number, now: number): void {
  if (sentAt < congestion.loweredAt) return;
  congestion.loweredAt = now;
  congestion.limit = Math.max(1, Math.floor(congestion.limit / 2));
}
