import { type Backoff, backoffMs } from '../backoff.ts';

/**
 * The circuit breaker of a carrier. A carrier that refuses every call (revoked key, no credit, wrong password) gets one probe after
 * each wait instead of the whole queue. Times are milliseconds of the caller's clock.
 */
export type Circuit = {
  /** Consecutive refusals; 0: the carrier accepts messages. */
  readonly failures: number;
  readonly reason: string | undefined;
  readonly retryAt: number;
  /** A probe is in flight, for at most until this time. */
  readonly probeUntil: number;
  /** The carrier asked for no calls until this time (Retry-After). */
  readonly restUntil: number;
};

/** What may pass: every call, one probe, or nothing. */
export type Passage = 'free' | 'probe' | 'none';

export const closedCircuit: Circuit = {
  failures: 0,
  reason: undefined,
  retryAt: Number.NEGATIVE_INFINITY,
  probeUntil: Number.NEGATIVE_INFINITY,
  restUntil: Number.NEGATIVE_INFINITY,
};

const probes: Backoff = { leastMs: 1_000, mostMs: 60_000 };

/** The longest rest that Retry-After can ask for. Some providers send a date in the next year. */
export const longestRestMs = 15 * 60_000;

export function passageOf({ failures, retryAt, probeUntil, restUntil }: Circuit, now: number): Passage {
  if (now < restUntil) return 'none';
  if (failures === 0) return 'free';
  return now < retryAt || now < probeUntil ? 'none' : 'probe';
}

/** Calls that were in flight together count once: a refusal during the wait changes nothing. */
export function afterRefusal(circuit: Circuit, reason: string, now: number, random?: number): Circuit {
  if (circuit.failures > 0 && now < circuit.retryAt) return circuit;
  const waitMs = backoffMs(circuit.failures, probes, random);
  const failures = circuit.failures + 1;
  return { ...circuit, failures, reason, retryAt: now + waitMs, probeUntil: Number.NEGATIVE_INFINITY };
}

export const afterAnswer = ({ restUntil }: Circuit): Circuit => ({ ...closedCircuit, restUntil });

export const probing = (circuit: Circuit, untilMs: number): Circuit => ({ ...circuit, probeUntil: untilMs });

export const resting = (circuit: Circuit, ms: number, now: number): Circuit => ({
  ...circuit,
  restUntil: Math.max(circuit.restUntil, now + Math.min(ms, longestRestMs)),
});

/** Milliseconds until a call may pass; 0 if it may now. */
export function shutMs({ failures, retryAt, probeUntil, restUntil }: Circuit, now: number): number {
  const until = Math.max(restUntil, ...(failures > 0 ? [retryAt, probeUntil] : []));
  return Math.max(0, until - now);
}
