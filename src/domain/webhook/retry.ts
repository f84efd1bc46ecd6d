/** How long an event may take from its first delivery to its last retry, at least: 6 hours and 35 minutes. */
export function webhookSpanMs(scale = 1): number {
  let sum = 0;
  for (let retry = 1; retry <= mostRetries; retry++) sum += webhookDelayMs(retry, scale)!;
  return sum;
}

/** Retries after the first delivery, so eleven requests in all. */
export const mostRetries = 10;

/**
 * How long after the failure before it retry n (1 to 10) of a webhook is due: n² + 1 minutes, exactly as the interface's
 * table. `undefined` after the tenth: the event is given up. `scale` shrinks the schedule for tests and demos.
 *
 * There is no jitter in here, on purpose: whoever spreads retries may only add to these times, never take away.
 */
export function webhookDelayMs(retry: number, scale = 1): number | undefined {
  if (!Number.isInteger(retry) || retry < 1) throw new RangeError(`retries are counted from 1, not ${retry}`);
  return retry > mostRetries ? undefined : Math.round((retry ** 2 + 1) * 60_000 * scale);
}
