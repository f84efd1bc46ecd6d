import type { State } from './message.ts';

/** What is known about a message with `fallbackSeconds`; times in seconds of the database's clock. */
export type FallbackFacts = {
  readonly state: State;
  /** Time since it reached its state. */
  readonly sinceState: number;
  /** `fallbackSeconds`: how long to wait for a receipt. */
  readonly seconds: number;
  /** The rest of its validity. */
  readonly validFor: number;
};

type Step =
  /** Send it over another carrier now. */
  | { readonly kind: 'try' }
  | { readonly kind: 'wait'; readonly inSeconds: number }
  /** The message has a final state, or it is too late. */
  | { readonly kind: 'drop' };

/** How long a fallback waits for a carrier with capacity. After that, only the first carrier's receipt counts. */
export const fallbackPatienceSeconds = 600;
export const fallbackAgainSeconds = 5;

export function stepOf({ state, sinceState, seconds, validFor }: FallbackFacts): Step {
  if (validFor <= 0) return { kind: 'drop' };
  // Not sent yet: the time starts when it is sent.
  if (state === 'QUEUED' || state === 'SCHEDULED') return { kind: 'wait', inSeconds: seconds };
  if (state !== 'SENT' || sinceState > seconds + fallbackPatienceSeconds) return { kind: 'drop' };
  return sinceState < seconds ? { kind: 'wait', inSeconds: seconds - sinceState } : { kind: 'try' };
}
