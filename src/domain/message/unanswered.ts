/** After so many submits that nobody answered, a message is not sent again: each of them may have reached the phone. */
export const mostUnanswered = 3;

/** `tries` counts this one. A carrier that must never get a message twice gets it once, whatever came of it. */
export function afterUnanswered(policy: 'resend' | 'unknown', tries: number): 'resend' | 'unknown' {
  return policy === 'resend' && tries < mostUnanswered ? 'resend' : 'unknown';
}

/** Time is up for a message that waits to be sent again: if a carrier may have it after all, nobody knows what became of it. */
export function afterExpiry(unansweredTries: number): 'expired' | 'unanswered' {
  return unansweredTries > 0 ? 'unanswered' : 'expired';
}
