/**
 * The submit rate of a carrier: evenly spread, never above the rate in any second, and lower for a while after the carrier reports
 * throttling. Times are arguments, in milliseconds.
 */
export type Throttle = {
  /** Submits per second that the carrier allows; `unlimited` if not configured. */
  readonly rate: number;
  /** The current rate: at most `rate`, lower after throttling. */
  current: number;
  tokens: number;
  at: number;
  /** Submits in the last second, by slice, and their sum. */
  readonly slices: number[];
  passed: number;
  /** Start of the wait for the next step up. */
  secondAt: number;
  /** When the rate was last lowered. */
  slowedAt: number;
};

/** A process that was held up may catch up by at most 0.2 s of submits. */
const burstSeconds = 0.2;
/** The window includes the slice that the second began in, so it never covers less than one second. */
const sliceMs = 50;
const sliceCount = 1_000 / sliceMs + 1;
const slowDown = 0.7;
const speedUp = 1.1;
const slowest = 1;
/** At least this long between two steps down, because carriers count per second. */
const pauseMs = 1_000;
const complaintMs = 2_000;

/** Finite, because infinity times zero is not a number. */
export const unlimited = 1e9;

export function createThrottle(rate: number, now: number): Throttle {
  return {
    rate,
    current: rate,
    tokens: burstOf(rate),
    at: now,
    slices: Array<number>(sliceCount).fill(0),
    passed: 0,
    secondAt: now,
    slowedAt: -complaintMs,
  };
}

/** The number of submits allowed now. */
export function available(throttle: Throttle, now: number): number {
  refill(throttle, now);
  return Math.max(0, Math.floor(Math.min(throttle.tokens, mostOf(throttle) - throttle.passed)));
}

export function spend(throttle: Throttle, now: number): void {
  refill(throttle, now);
  throttle.tokens -= 1;
  throttle.passed += 1;
  throttle.slices[sliceOf(now)]! += 1;
}

/**
 * The carrier reports throttling: the rate drops below what was really sent. All responses to one window count once, since the
 * window had left before the first response arrived; counting each would reduce any rate to the minimum.
 */
export function complain(throttle: Throttle, now: number): void {
  refill(throttle, now);
  throttle.tokens = 0;
  if (now - throttle.slowedAt < pauseMs) return;
  throttle.slowedAt = now;
  throttle.secondAt = now;
  const measured = Math.max(throttle.passed, slowest);
  throttle.current = Math.max(slowest, Math.min(throttle.current, measured) * slowDown);
}

/** How much longer the carrier counts as throttled; other matching carriers are tried first until then. */
export function complainsMs(throttle: Throttle, now: number): number {
  return Math.max(0, throttle.slowedAt + complaintMs - now);
}

/** Milliseconds until the next submit is allowed. */
export function waitMs(throttle: Throttle, now: number): number {
  refill(throttle, now);
  const forToken = throttle.tokens >= 1 ? 0 : Math.ceil(((1 - throttle.tokens) / throttle.current) * 1_000);
  return Math.max(forToken, forSlice(throttle, now));
}

/** Until enough slices of the last second have expired to leave room. */
function forSlice(throttle: Throttle, now: number): number {
  let over = throttle.passed + 1 - mostOf(throttle);
  let wait = sliceMs - (now % sliceMs);
  for (let next = 1; over > 0 && next <= sliceCount; next++, wait += sliceMs) {
    over -= throttle.slices[(sliceOf(now) + next) % sliceCount]!;
    if (over <= 0) return Math.ceil(wait);
  }
  return over > 0 ? Math.ceil(wait) : 0;
}

function refill(throttle: Throttle, now: number): void {
  if (now < throttle.at) turnBack(throttle, now);
  forget(throttle, now);
  const seconds = (now - throttle.at) / 1_000;
  throttle.at = now;
  throttle.tokens = Math.min(burstOf(throttle.current), throttle.tokens + seconds * throttle.current);
  if (now - throttle.secondAt >= 1_000) nextSecond(throttle, now);
}

/** Drops the slices that are more than a second old. */
function forget(throttle: Throttle, now: number): void {
  const last = Math.floor(throttle.at / sliceMs);
  const slices = Math.min(sliceCount, Math.floor(now / sliceMs) - last);
  for (let next = 1; next <= slices; next++) {
    const slice = (last + next) % sliceCount;
    throttle.passed -= throttle.slices[slice]!;
    throttle.slices[slice] = 0;
  }
}

/** If the clock was set back, nothing waits until it reaches its old time again. */
function turnBack(throttle: Throttle, now: number): void {
  throttle.at = now;
  throttle.slices.fill(0);
  throttle.passed = 0;
  throttle.secondAt = Math.min(throttle.secondAt, now);
  throttle.slowedAt = Math.min(throttle.slowedAt, now);
}

/** Each second without throttling is one step towards the full rate. */
function nextSecond(throttle: Throttle, now: number): void {
  const seconds = Math.floor((now - throttle.secondAt) / 1_000);
  throttle.secondAt += seconds * 1_000;
  if (throttle.current === throttle.rate) return;
  const faster = throttle.current * speedUp ** seconds;
  // Without a configured rate, a rate far above what is ever sent stops being a limit.
  throttle.current = faster > Math.min(throttle.rate, 100_000) ? throttle.rate : faster;
}

const sliceOf = (now: number): number => Math.floor(now / sliceMs) % sliceCount;

const mostOf = ({ current }: Throttle): number => Math.max(1, Math.floor(current));

function burstOf(rate: number): number {
  return Math.max(1, rate * burstSeconds);
}
