/**
 * How fast a carrier is fed: evenly up to its rate, and slower for a while after it has complained. Time comes in as an
 * argument, in milliseconds.
 */
export type Throttle = {
  /** Messages a second that the carrier allows; `unlimited` if nobody said. */
  readonly rate: number;
  /** What is used at present: at most the rate, less after complaints. */
  current: number;
  tokens: number;
  at: number;
  /** Messages let through in the running second, and in the one before it. */
  passed: number;
  lastPassed: number;
  secondAt: number;
  /** When it was last slowed down. */
  slowedAt: number;
};

/** Tokens that may pile up: a tenth of a second's worth, so that no second sees much more than the rate. */
const burstSeconds = 0.1;
const slowDown = 0.7;
const speedUp = 1.1;
const slowest = 1;
/** Between two steps down: carriers count by the second. */
const pauseMs = 1_000;
const complaintMs = 2_000;

/** Finite, so that it can be multiplied by no time at all. */
export const unlimited = 1e9;

export function createThrottle(rate: number, now: number): Throttle {
  return {
    rate,
    current: rate,
    tokens: burstOf(rate),
    at: now,
    passed: 0,
    lastPassed: 0,
    secondAt: now,
    slowedAt: -complaintMs,
  };
}

/** Messages that may leave now. */
export function available(throttle: Throttle, now: number): number {
  refill(throttle, now);
  return Math.floor(throttle.tokens);
}

export function spend(throttle: Throttle, now: number): void {
  refill(throttle, now);
  throttle.tokens -= 1;
  throttle.passed += 1;
}

/**
 * The carrier says it is too much: slower than what really went out, from now on. A window full of complaints counts as
 * one, since all of it had left before the first was heard; each on its own would bring any rate down to the slowest.
 */
export function complain(throttle: Throttle, now: number): void {
  refill(throttle, now);
  throttle.tokens = 0;
  if (now - throttle.slowedAt < pauseMs) return;
  throttle.slowedAt = now;
  const measured = Math.max(throttle.passed, throttle.lastPassed, slowest);
  throttle.current = Math.max(slowest, Math.min(throttle.current, measured) * slowDown);
}

/** How much longer its complaint counts: other carriers that would do are asked first. */
export function complainsMs(throttle: Throttle, now: number): number {
  return Math.max(0, throttle.slowedAt + complaintMs - now);
}

/** Milliseconds until the next message may leave. */
export function waitMs(throttle: Throttle, now: number): number {
  refill(throttle, now);
  return throttle.tokens >= 1 ? 0 : Math.ceil(((1 - throttle.tokens) / throttle.current) * 1_000);
}

function refill(throttle: Throttle, now: number): void {
  if (now < throttle.at) turnBack(throttle, now);
  const seconds = (now - throttle.at) / 1_000;
  throttle.at = now;
  throttle.tokens = Math.min(burstOf(throttle.current), throttle.tokens + seconds * throttle.current);
  if (now - throttle.secondAt >= 1_000) nextSecond(throttle, now);
}

/** A clock was set back: nothing may wait until it is again what it was. */
function turnBack(throttle: Throttle, now: number): void {
  throttle.at = now;
  throttle.secondAt = Math.min(throttle.secondAt, now);
  throttle.slowedAt = Math.min(throttle.slowedAt, now);
}

/** Every second without a complaint is a step back towards the full rate. */
function nextSecond(throttle: Throttle, now: number): void {
  const seconds = Math.floor((now - throttle.secondAt) / 1_000);
  throttle.lastPassed = seconds === 1 ? throttle.passed : 0;
  throttle.passed = 0;
  throttle.secondAt += seconds * 1_000;
  if (throttle.current === throttle.rate) return;
  const faster = throttle.current * speedUp ** seconds;
  // Without a stated rate, what is far more than ever went out is no limit any more.
  throttle.current = faster > Math.min(throttle.rate, 100_000) ? throttle.rate : faster;
}

function burstOf(rate: number): number {
  return 1 + rate * burstSeconds;
}
