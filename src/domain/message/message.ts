/**
 * The life of a message. `docs/state-machines.md` draws it, the CHECK on `messages.state` lists the states, and a test
 * holds the three against each other.
 */
export const states = [
  'SCHEDULED', // waits for its time; can be cancelled
  'QUEUED', // to be handed to a carrier now
  'SENT',
  'DELIVERED',
  'FAILED',
  'REJECTED',
  'UNKNOWN',
  'CANCELLED',
] as const;
export type State = (typeof states)[number];

/** What the customer sees. A message that waits to be sent at once has been accepted and has no report yet. */
export type Status = Exclude<State, 'QUEUED'> | 'ACCEPTED';
export const statuses: readonly Status[] = ['ACCEPTED', ...states.filter((state) => state !== 'QUEUED')];

export const events = [
  'due', // the scheduled time has come
  'cancelled', // by the customer
  'withdrawn', // by an operator, before a carrier has it or may have it
  'submitted', // a carrier has taken it
  'refused', // by us at sending time, or by the carrier for good
  'expired', // sending kept failing until the validity ran out
  'unanswered', // nobody knows whether the carrier has taken it, and it must not be sent twice
  'receipt: delivered',
  'receipt: failed',
  'receipt: rejected',
  'receipt: unknown',
  'silence', // no receipt within validity and grace
] as const;
export type Event = (typeof events)[number];

/** Where an event leads from a state. What is not here does not happen: DELIVERED and its like are final, UNKNOWN is not. */
const transitions: Readonly<Partial<Record<State, Readonly<Partial<Record<Event, State>>>>>> = {
  SCHEDULED: { due: 'QUEUED', cancelled: 'CANCELLED', withdrawn: 'CANCELLED' },
  QUEUED: {
    submitted: 'SENT',
    refused: 'REJECTED',
    expired: 'FAILED',
    unanswered: 'UNKNOWN',
    withdrawn: 'CANCELLED',
  },
  SENT: {
    'receipt: delivered': 'DELIVERED',
    'receipt: failed': 'FAILED',
    'receipt: rejected': 'REJECTED',
    'receipt: unknown': 'UNKNOWN',
    silence: 'UNKNOWN',
  },
  UNKNOWN: { 'receipt: delivered': 'DELIVERED', 'receipt: failed': 'FAILED', 'receipt: rejected': 'REJECTED' },
};

export function next(state: State, event: Event): State | undefined {
  return transitions[state]?.[event];
}

/** The states in which an event changes something: the guard of the UPDATE that applies it. */
export function statesBefore(event: Event): State[] {
  return states.filter((state) => next(state, event) !== undefined);
}

/** Whatever it was before, an event leads to one state only. */
export function stateAfter(event: Event): State {
  const [before] = statesBefore(event);
  return next(before!, event)!;
}

/** The status a delivery report carries: the contract reports SCHEDULED at the time the message falls due. */
export function reportedStatus(event: Event): Status {
  return event === 'due' ? 'SCHEDULED' : (stateAfter(event) as Status);
}

/** Refunded in full, because neither we nor the carrier sent it; its price is shown as 0. FAILED and UNKNOWN stay charged. */
export const refundedStates: readonly State[] = ['REJECTED', 'CANCELLED'];

export function refunds(event: Event): boolean {
  return refundedStates.includes(stateAfter(event));
}

export function statusOf(state: State, scheduled: boolean): Status {
  if (state !== 'QUEUED') return state;
  return scheduled ? 'SCHEDULED' : 'ACCEPTED';
}
