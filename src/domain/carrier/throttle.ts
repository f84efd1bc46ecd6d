/**
 * How fast a carrier is fed: evenly up to its rate, never more than that in any second, and slower for a while after it has
 * complained. Time comes in as an argument, in milliseconds.
 */
export type Throttle = {
  /** Submits a second that the carrier allows; `unlimited` if nobody said. */
  readonly rate: number;
  /** What is used at present: at most the rate, less after complaints. */
  current: number;
  tokens: number;
  at: number;
  /** Submits let through in the last second, by slices of it, and their sum. */
  readonly slices: number[];
  passed: number;
  /** Since when the next step up is waited for. */
  secondAt: number;
  /** When it was last slowed down. */
  slowedAt: number;
};

/** What a process was held up may be made up for, so far: a fifth of a second's worth. */
const burstSeconds = 0.2;
/** A second is counted with the slice that it began in, so that what is counted is never less than a second. */
const sliceMs = 50;
const sliceCount = 1_000 / sliceMs + 1;
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
    slices: Array<number>(sliceCount).fill(0),
    passed: 0,
    secondAt: now,
    slowedAt: -complaintMs,
  };
}

/** Submits that may leave now. */
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
 * The carrier says it is too much: slower than what really went out, from now on. A window full of complaints counts as
 * one, since all of it had left before the first was heard; each on its own would bring any rate down to the slowest.
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

/** How much longer its complaint counts: other carriers that would do are asked first. */
export function complainsMs(throttle: Throttle, now: number): number {
  return Math.max(0, throttle.slowedAt + complaintMs - now);
}

/** Milliseconds until the next submit may leave. */
export function waitMs(throttle: Throttle, now: number): number {
  refill(throttle, now);
  const forToken = throttle.tokens >= 1 ? 0 : Math.ceil(((1 - throttle.tokens) / throttle.current) * 1_000);
  return Math.max(forToken, forSlice(throttle, now));
}

/** Until so much of the last second is over that there is room in it. */
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

/** What passed more than a second ago. */
function forget(throttle: Throttle, now: number): void {
  const last = Math.floor(throttle.at / sliceMs);
  const slices = Math.min(sliceCount, Math.floor(now / sliceMs) - last);
  for (let next = 1; next <= slices; next++) {
    const slice = (last + next) % sliceCount;
    throttle.passed -= throttle.slices[slice]!;
    throttle.slices[slice] = 0;
  }
}

/** A clock was set back: nothing may wait until it is again what it was. */
function turnBack(throttle: Throttle, now: number): void {
  throttle.at = now;
  throttle.slices.fill(0);
  throttle.passed = 0;
  throttle.secondAt = Math.min(throttle.secondAt, now);
  throttle.slowedAt = Math.min(throttle.slowedAt, now);
}

/** Every second without a complaint is a step back towards the full rate. */
function nextSecond(throttle: Throttle, now: number): void {
  const seconds = Math.floor((now - throttle.secondAt) / 1_000);
  throttle.secondAt += seconds * 1_000;
  if (throttle.current === throttle.rate) return;
  const faster = throttle.current * speedUp ** seconds;
  // Without a stated rate, what is far more than ever went out is no limit any more.
  throttle.current = faster > Math.min(throttle.rate, 100_000) ? throttle.rate : faster;
}

const sliceOf = (now: number): number => Math.floor(now / sliceMs) % sliceCount;

const mostOf = ({ current }: Throttle): number => Math.max(1, Math.floor(current));

function burstOf(rate: number): number {
  return Math.max(1, rate * burstSeconds);
}
