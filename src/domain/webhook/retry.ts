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
