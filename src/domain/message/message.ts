/** The life cycle of a message: drawn in `docs/state-machines.md`, listed by the CHECK on `messages.state`; a test compares them. */
export const states = [
  'SCHEDULED', // waits for its scheduled time; can be cancelled
  'QUEUED', // to be handed to a carrier now
  'SENT',
  'DELIVERED',
  'FAILED',
  'REJECTED',
  'UNKNOWN',
  'CANCELLED',
] as const;
export type State = (typeof states)[number];

/** The status that the customer sees. A message that is queued for immediate sending is ACCEPTED and has no report yet. */
export type Status = Exclude<State, 'QUEUED'> | 'ACCEPTED';
export const statuses: readonly Status[] = ['ACCEPTED', ...states.filter((state) => state !== 'QUEUED')];

export const events = [
  'due', // the scheduled time was reached
  'cancelled', // by the customer
  'withdrawn', // by an operator, before it may have reached a carrier
  'submitted', // a carrier has accepted it
  'refused', // by Hermod at sending time, or permanently by the carrier
  'expired', // sending kept failing until the validity ran out
  'unanswered', // the carrier may have accepted it, and it must not be sent twice
  'receipt: delivered',
  'receipt: failed',
  'receipt: rejected',
  'receipt: unknown',
  'silence', // no receipt within validity and grace
] as const;
export type Event = (typeof events)[number];

/** The state that an event leads to. Other combinations do not occur: DELIVERED, for example, is final, UNKNOWN is not. */
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

/** The states in which an event has an effect: the guard of the UPDATE that applies it. */
export function statesBefore(event: Event): State[] {
  return states.filter((state) => next(state, event) !== undefined);
}

/** An event leads to the same state from every state. */
export function stateAfter(event: Event): State {
  const [before] = statesBefore(event);
  return next(before!, event)!;
}

/** The status in a delivery report. The API reports SCHEDULED at the time the message falls due. */
export function reportedStatus(event: Event): Status {
  return event === 'due' ? 'SCHEDULED' : (stateAfter(event) as Status);
}

/** Refunded in full and shown with price 0, because neither Hermod nor the carrier sent the message. FAILED and UNKNOWN stay charged. */
export const refundedStates: readonly State[] = ['REJECTED', 'CANCELLED'];

export function refunds(event: Event): boolean {
  return refundedStates.includes(stateAfter(event));
}

export function statusOf(state: State, scheduled: boolean): Status {
  if (state !== 'QUEUED') return state;
  return scheduled ? 'SCHEDULED' : 'ACCEPTED';
}
