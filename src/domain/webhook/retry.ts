/** The shortest time from the first delivery of an event to its last retry: 6 hours and 35 minutes. */
export function webhookSpanMs(scale = 1): number {
  let sum = 0;
  for (let retry = 1; retry <= mostRetries; retry++) sum += webhookDelayMs(retry, scale)!;
  return sum;
}

/** Retries after the first delivery: eleven requests in total. */
export const mostRetries = 10;

/**
 * The delay of retry n (1 to 10) of a webhook after the previous failure: n² + 1 minutes, exactly as in the API's table.
 * `undefined` after the tenth: the event is given up. `scale` shortens the schedule for tests and demos.
 *
 * Without jitter on purpose: a caller that spreads retries may only add to these times, never subtract.
 */
export function webhookDelayMs(retry: number, scale = 1): number | undefined {
  if (!Number.isInteger(retry) || retry < 1) throw new RangeError(`retries are counted from 1, not ${retry}`);
  return retry > mostRetries ? undefined : Math.round((retry ** 2 + 1) * 60_000 * scale);
}

/** Consecutive failures after which an endpoint is paused, and the length of the pause. */
export const breaker = { mostFailures: 5, restMs: 30_000 } as const;

/** The state of an endpoint from its events, over all processes. */
export type EndpointFacts = {
  /** Consecutive failures since the last success. */
  readonly failures: number;
  /** Pending events: not attempted yet, and attempted without success. */
  readonly waiting: number;
  readonly retrying: number;
  readonly lastAttemptAt: Date | undefined;
  /** When the next of them is due. */
  readonly dueAt: Date | undefined;
};

/** `failing`: the last attempt failed, or events wait for a retry; `open`: paused after repeated failures. */
type EndpointState = 'healthy' | 'failing' | 'open';

type EndpointHealth = { readonly state: EndpointState; readonly retryAt: Date | undefined };

/** `scale` shortens the pause like the delays between retries. */
export function endpointHealth(facts: EndpointFacts, now: Date, scale = 1): EndpointHealth {
  const { failures, waiting, retrying, lastAttemptAt, dueAt } = facts;
  const restsUntil = new Date((lastAttemptAt?.getTime() ?? 0) + breaker.restMs * scale);
  const hasWork = waiting + retrying > 0;
  // With no pending events after the pause, the endpoint is not paused any more, but not known to work either.
  if (failures >= breaker.mostFailures && (hasWork || restsUntil > now))
    return { state: 'open', retryAt: hasWork ? later(dueAt, restsUntil) : undefined };
  const state = failures > 0 || retrying > 0 ? 'failing' : 'healthy';
  return { state, retryAt: state === 'failing' && hasWork ? dueAt : undefined };
}

function later(one: Date | undefined, other: Date): Date {
  return one !== undefined && one > other ? one : other;
}
