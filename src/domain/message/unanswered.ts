/** After this many submits without a response a message is not sent again: each of them may have reached the phone. */
export const mostUnanswered = 3;

/** `tries` includes this one. With the policy `unknown`, a message is submitted only once. */
export function afterUnanswered(policy: 'resend' | 'unknown', tries: number): 'resend' | 'unknown' {
  return policy === 'resend' && tries < mostUnanswered ? 'resend' : 'unknown';
}

/** The outcome when the validity ends during a retry: if a carrier may have accepted the message, its outcome is unknown. */
export function afterExpiry(unansweredTries: number): 'expired' | 'unanswered' {
  return unansweredTries > 0 ? 'unanswered' : 'expired';
}
