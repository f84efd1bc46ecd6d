/**
 * The number of messages that a carrier may have in flight: fewer while it is slow, so that few are lost with its connection, and
 * as many as its settings allow once it is fast again. Times are arguments, in milliseconds.
 */
export type Congestion = {
  /** The limit in the settings. */
  readonly size: number;
  /** A response that takes longer is slow. */
  readonly slowMs: number;
  /** The current limit. */
  limit: number;
  /** When the limit was last lowered. Responses to messages sent before that do not lower it again. */
  loweredAt: number;
};

/** A response within this share of `slowMs` is fast. Between the two, the limit stays as it is. */
const quickShare = 0.5;

export function createCongestion(size: number, slowMs: number): Congestion {
  return { size, slowMs, limit: size, loweredAt: Number.NEGATIVE_INFINITY };
}

/** Doubles with every round of fast responses: each one frees its own place and adds one. */
export function answered(congestion: Congestion, sentAt: number, now: number): void {
  const took = now - sentAt;
  if (took > congestion.slowMs) lower(congestion, sentAt, now);
  else if (took <= congestion.slowMs * quickShare) congestion.limit = Math.min(congestion.size, congestion.limit + 1);
}

/** The response never arrived. */
export function unanswered(congestion: Congestion, sentAt: number, now: number): void {
  lower(congestion, sentAt, now);
}

/** Halves the limit, once for everything that was in flight. */
function lower(congestion: Congestion, sentAt: number, now: number): void {
  if (sentAt < congestion.loweredAt) return;
  congestion.loweredAt = now;
  congestion.limit = Math.max(1, Math.floor(congestion.limit / 2));
}
