import type { State } from './message.ts';

/** What is known of a message that asked for a second try, by the database's clock in seconds. */
export type Tried = {
  readonly state: State;
  /** Since it reached its state. */
  readonly sinceState: number;
  /** It asked to be tried again so long after it was sent. */
  readonly seconds: number;
  /** Until nobody may send it any more. */
  readonly validFor: number;
};

export type Step =
  /** Over another carrier, now. */
  | { readonly kind: 'try' }
  | { readonly kind: 'look again'; readonly inSeconds: number }
  /** It has ended, or it is too late. */
  | { readonly kind: 'drop' };

/** How long a second try waits for a carrier with room. After that the first one is waited for. */
export const patienceSeconds = 600;
export const againSeconds = 5;

export function stepOf({ state, sinceState, seconds, validFor }: Tried): Step {
  if (validFor <= 0) return { kind: 'drop' };
  // Not sent yet: the time begins when it is.
  if (state === 'QUEUED' || state === 'SCHEDULED') return { kind: 'look again', inSeconds: seconds };
  if (state !== 'SENT' || sinceState > seconds + patienceSeconds) return { kind: 'drop' };
  return sinceState < seconds ? { kind: 'look again', inSeconds: seconds - sinceState } : { kind: 'try' };
}
