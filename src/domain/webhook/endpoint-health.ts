/** Failures in a row after which an endpoint is left alone, and for how long. */
export const breaker = { mostFailures: 5, restMs: 30_000 } as const;

/** What is known of an endpoint from its events, whichever processes have sent them. */
export type EndpointFacts = {
  /** Since the last success. */
  readonly failures: number;
  /** Events that have not ended: not tried yet, and tried in vain. */
  readonly waiting: number;
  readonly retrying: number;
  readonly lastAttemptAt: Date | undefined;
  /** When the next of them is due. */
  readonly dueAt: Date | undefined;
};

/** `failing`: the last attempt failed, or some are to be tried again; `open`: so many failed that it is left alone for a while. */
export type EndpointState = 'healthy' | 'failing' | 'open';

export type EndpointHealth = { readonly state: EndpointState; readonly retryAt: Date | undefined };

/** `scale` shortens the rest as it does the delays between retries. */
export function endpointHealth(facts: EndpointFacts, now: Date, scale = 1): EndpointHealth {
  const { failures, waiting, retrying, lastAttemptAt, dueAt } = facts;
  const restsUntil = new Date((lastAttemptAt?.getTime() ?? 0) + breaker.restMs * scale);
  const hasWork = waiting + retrying > 0;
  // With nothing left to send and the rest over, nobody leaves it alone any more: it is only not known to be well.
  if (failures >= breaker.mostFailures && (hasWork || restsUntil > now))
    return { state: 'open', retryAt: hasWork ? later(dueAt, restsUntil) : undefined };
  const state = failures > 0 || retrying > 0 ? 'failing' : 'healthy';
  return { state, retryAt: state === 'failing' && hasWork ? dueAt : undefined };
}

function later(one: Date | undefined, other: Date): Date {
  return one !== undefined && one > other ? one : other;
}
