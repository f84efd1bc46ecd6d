import type { PauseKind } from '../carrier/pauses.ts';
import { type Meaning, type MeaningName, meanings } from '../carrier/reasons/meanings.ts';
import { type Reason, reasonForCustomer } from '../carrier/reasons/reason.ts';
import type { State } from './message.ts';

/** What decides about a message now, or what decided about it. */
export const verdictKinds = [
  ...(['scheduled', 'paused', 'no route'] as const),
  ...(['carrier down', 'carrier refusing', 'carrier throttled', 'waiting'] as const),
  ...(['retrying', 'queued', 'sending', 'sent'] as const),
  ...(['delivered', 'failed', 'expired', 'rejected', 'unknown', 'cancelled'] as const),
] as const;
export type VerdictKind = (typeof verdictKinds)[number];

export const verdictActions = ['resume', 'cancel', 'resend', 'open carrier', 'open routes'] as const;
export type VerdictAction = (typeof verdictActions)[number];

export const verdictNotes = ['fallback planned', 'fallback sent', 'report pending', 'report failed'] as const;

type Maybe<Name extends string, T = string> = { readonly [N in Name]?: T | undefined };

/** `refusing`: its circuit is open, and it gets probes only. */
export type CarrierStanding = 'up' | 'down' | 'refusing' | 'throttled';

type Carrier = { readonly id: string; readonly name: string };
type WaitedFor = Carrier & { readonly standing: CarrierStanding } & Maybe<'since' | 'retryAt', Date> &
  Maybe<'error', Reason>;
type Pause = { readonly by: string; readonly since: Date };

export type VerdictFacts = {
  readonly now: Date;
  readonly state: State;
  readonly stateAt: Date;
  readonly acceptedAt: Date;
  /** A process has it now. */
  readonly isHeld: boolean;
  /** It may have reached a carrier, so it cannot be cancelled any more. */
  readonly mayBeSent: boolean;
  readonly attempts: number;
  readonly pauses: Readonly<Partial<Record<PauseKind, Pause>>>;
  /** Whether a route leads to an enabled carrier. */
  readonly hasRoute: boolean;
  readonly hasReceipt: boolean;
  /** Until when a receipt is waited for, once it is sent. */
  readonly receiptUntil: Date;
} & Maybe<'scheduledAt' | 'dueAt', Date> &
  /** `sentBy`: the carrier that accepted it, or refused it; `waitsFor`: the one that it waits for. */
  Maybe<'sentBy', Carrier> &
  Maybe<'waitsFor', WaitedFor> &
  Maybe<'reason', Reason> &
  Maybe<'cancelledBy', { readonly isOperator: boolean } & Maybe<'name'>> &
  /** A second attempt over another carrier: when it is planned, and when it was made. */
  Maybe<'fallback', Maybe<'dueAt' | 'takenAt', Date>> &
  /** The first report that was not delivered to the webhook. `dueAt`: the time of the next attempt. */
  Maybe<'report', { readonly deliveryId: string; readonly attempts: number } & Maybe<'dueAt', Date> & Maybe<'error'>>;

export type Cause = Meaning | Pick<Reason, 'text' | 'advice' | 'by' | 'code' | 'meaning'>;

type Note =
  | ({ readonly kind: 'fallback planned' | 'fallback sent' } & Maybe<'at', Date>)
  | ({
      readonly kind: 'report pending' | 'report failed';
      readonly deliveryId: string;
      readonly attempts: number;
    } & Maybe<'at', Date> &
      Maybe<'cause'>);

export type Verdict = {
  readonly kind: VerdictKind;
  readonly actions: readonly VerdictAction[];
  readonly notes: readonly Note[];
} & Maybe<'paused', PauseKind> &
  /** `until`: the scheduled time, the next attempt, or the end of waiting. */
  Maybe<'since' | 'until', Date> &
  /** The operator who paused or cancelled. */
  Maybe<'by'> &
  Maybe<'isByOperator', boolean> &
  Maybe<'seconds' | 'attempts', number> &
  Maybe<'carrier', Carrier> &
  Maybe<'cause', Cause>;

/** One answer to "what is with this message": its kind, the cause, and what can be done. */
export function verdictOf(facts: VerdictFacts): Verdict {
  return { ...told(facts), notes: notesOf(facts) };
}

type Told = Omit<Verdict, 'notes'>;

function told(facts: VerdictFacts): Told {
  const { state, stateAt, reason, sentBy: carrier, receiptUntil, hasReceipt, cancelledBy } = facts;
  const ended = { since: stateAt, carrier };
  switch (state) {
    case 'SCHEDULED':
      return { kind: 'scheduled', until: facts.scheduledAt, actions: ['cancel'] };
    case 'QUEUED':
      return waiting(facts);
    case 'SENT':
      return { ...ended, kind: 'sent', until: receiptUntil, actions: carrier ? ['open carrier'] : [] };
    case 'DELIVERED':
      return { ...ended, kind: 'delivered', seconds: secondsTo(facts), actions: [] };
    case 'FAILED':
      return hasReceipt
        ? { ...ended, kind: 'failed', cause: reason ?? cause('handset'), actions: afterFailure(reason, carrier) }
        : {
            ...ended,
            kind: 'expired',
            cause: reason,
            actions: afterFailure(reason, carrier),
          };
    case 'REJECTED':
      return { ...ended, kind: 'rejected', cause: reason ?? cause('rejected'), actions: afterFailure(reason, carrier) };
    case 'UNKNOWN': {
      const why = reason ?? cause(hasReceipt ? 'unconfirmed' : 'no receipt');
      return { ...ended, kind: 'unknown', cause: why, actions: afterFailure(undefined, carrier) };
    }
    case 'CANCELLED': {
      const { isOperator = false, name } = cancelledBy ?? {};
      return { kind: 'cancelled', since: stateAt, by: name, isByOperator: isOperator, actions: ['resend'] };
    }
  }
}

/** Pauses come before all that concerns carriers. Messages that a process has already claimed are still sent. */
function waiting(facts: VerdictFacts): Told {
  const { pauses, waitsFor, attempts, reason, dueAt, now, acceptedAt, scheduledAt } = facts;
  const carrier = waitsFor && { id: waitsFor.id, name: waitsFor.name };
  const open: VerdictAction[] = carrier ? ['open carrier'] : [];
  if (facts.isHeld) return { kind: 'sending', carrier, actions: open };
  const cancel: VerdictAction[] = facts.mayBeSent ? [] : ['cancel'];
  const paused = (['all', 'account', 'carrier'] as const).find((kind) => pauses[kind] !== undefined);
  if (paused !== undefined)
    return { kind: 'paused', paused, ...pauses[paused]!, carrier, actions: ['resume', ...cancel] };
  if (!facts.hasRoute) return { kind: 'no route', cause: cause('no route'), actions: ['open routes', ...cancel] };
  const standing = waitsFor?.standing ?? 'up';
  if (standing === 'down' || standing === 'refusing') {
    const { since, retryAt: until, error } = waitsFor!;
    const kind = standing === 'down' ? 'carrier down' : 'carrier refusing';
    return { kind, carrier, since, until, cause: error, actions: [...open, ...cancel] };
  }
  const isLater = dueAt !== undefined && dueAt > now;
  if (standing === 'throttled')
    return { kind: 'carrier throttled', carrier, until: isLater ? dueAt : undefined, actions: [...open, ...cancel] };
  if (attempts > 0 && isLater)
    return { kind: 'retrying', carrier, attempts, until: dueAt, cause: reason, actions: [...open, ...cancel] };
  return { kind: 'queued', carrier, since: scheduledAt ?? acceptedAt, actions: [...open, ...cancel] };
}

function cause(name: MeaningName): Cause {
  return { ...meanings[name], meaning: name, code: undefined };
}

/** The carrier helps only where the operator or the carrier can do something. */
function afterFailure(reason: Reason | undefined, carrier: Carrier | undefined): VerdictAction[] {
  if (reason?.meaning === 'no route') return ['resend', 'open routes'];
  const isTheirs = reason !== undefined && (reason.by === 'operator' || reason.by === 'carrier');
  return isTheirs && carrier !== undefined ? ['resend', 'open carrier'] : ['resend'];
}

function secondsTo({ stateAt, scheduledAt, acceptedAt }: VerdictFacts): number {
  return Math.max(0, stateAt.getTime() - (scheduledAt ?? acceptedAt).getTime()) / 1_000;
}

function notesOf({ state, fallback, report }: VerdictFacts): Note[] {
  const isOpen = state === 'SENT' || state === 'QUEUED';
  const ofFallback: Note[] =
    fallback?.takenAt !== undefined
      ? [{ kind: 'fallback sent', at: fallback.takenAt }]
      : fallback !== undefined && isOpen
        ? [{ kind: 'fallback planned', at: fallback.dueAt }]
        : [];
  if (report === undefined) return ofFallback;
  const { deliveryId, attempts, dueAt: at, error } = report;
  const kind = at === undefined ? 'report failed' : 'report pending';
  return [...ofFallback, { kind, deliveryId, attempts, at, cause: error }];
}

const ofCarriers: readonly VerdictKind[] = ['carrier down', 'carrier refusing', 'carrier throttled', 'no route'];
const ofCustomers: readonly VerdictAction[] = ['cancel', 'resend'];

/** Without the names of operators and carriers, and without what only concerns the service. */
export function verdictForCustomer(verdict: Verdict): Verdict {
  const { kind, cause: why, since, until, seconds, attempts, isByOperator, notes } = verdict;
  const isBehind = ofCarriers.includes(kind);
  // Customers cancel scheduled messages only.
  const actions = verdict.actions.filter(
    (action) => ofCustomers.includes(action) && (action !== 'cancel' || kind === 'scheduled'),
  );
  return {
    ...{ kind: isBehind ? 'waiting' : kind, actions, notes, since: isBehind ? undefined : since, until },
    ...{ seconds, attempts, isByOperator },
    cause: isBehind || why === undefined ? undefined : shownToCustomer(why),
  };
}

function shownToCustomer(why: Cause): Cause {
  if (!('meaning' in why)) return why;
  return reasonForCustomer({ isRaw: false, ...why });
}
