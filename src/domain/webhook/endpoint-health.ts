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
export type EndpointState = 'healthy' | 'failing' | 'open';

export type EndpointHealth = { readonly state: EndpointState; readonly retryAt: Date | undefined };

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
