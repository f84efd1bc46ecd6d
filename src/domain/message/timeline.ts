import type { ActorKind } from '../access/actor.ts';
import type { Money } from '../money/money.ts';
import type { Said } from '../text/said.ts';
import { type State, type Status, statusOf } from './message.ts';

type Maybe<Name extends string, T = string> = { readonly [N in Name]?: T | undefined };

/** Everything that is stored about one message. */
export type Recorded = {
  readonly now: Date;
  readonly message: MessageFacts;
  readonly request: RequestFacts;
  readonly ledger: readonly ({ readonly kind: string; readonly amount: Money; readonly at: Date } & Maybe<'note'>)[];
  /** The carriers that accepted the message, or the one that it waits for. */
  readonly routes: readonly (TimelineCarrier & { readonly reason: string; readonly said: readonly Said[] })[];
  readonly parts: readonly PartFacts[];
  readonly receipts: readonly (TimelineReceipt & { readonly at: Date })[];
  readonly deliveries: readonly WebhookDelivery[];
};

/** `dueAt`: when the message is due, if no process has claimed it. */
type MessageFacts = Maybe<'reason'> &
  Maybe<'scheduledAt' | 'dueAt', Date> & {
    readonly state: State;
    readonly price: Money;
    readonly acceptedAt: Date;
    readonly stateAt: Date;
    readonly attempts: number;
  };

export type RequestedBy = Maybe<'requestId' | 'keyId' | 'keyPrefix' | 'keyLabel' | 'by'> &
  Maybe<'via', 'http' | 'email' | 'console' | 'smpp' | 'verify'> &
  Maybe<'byKind', ActorKind>;
type RequestFacts = RequestedBy & Maybe<'emailId' | 'from'> & { readonly recipients: number };

type TimelineCarrier = { readonly carrierId: string; readonly carrier: string | null };
/** `takenAt` is missing for messages sent before it was recorded. */
type PartFacts = TimelineCarrier &
  Maybe<'outcome'> &
  Maybe<'takenAt', Date> & { readonly part: number; readonly total: number; readonly reference: string };
type TimelineReceipt = TimelineCarrier & { readonly part: number; readonly outcome: string; readonly text: string };

/** A webhook event about a status of the message. `dueAt`: the time of the next attempt, if one is pending. */
export type WebhookDelivery = Maybe<'dueAt', Date> & {
  readonly deliveryId: string;
  readonly event: Status;
  readonly url: string;
  readonly createdAt: Date;
  readonly attempts: readonly WebhookAttempt[];
};
type WebhookAttempt = Maybe<'status', number> &
  Maybe<'error' | 'answer'> & { readonly at: Date; readonly durationMs: number };

type Timed<Kind extends string, Facts> = { readonly at: Date; readonly kind: Kind } & Facts;

/** Customers do not see the fields that name a carrier or quote it. */
export type TimelineEntry =
  | Timed<'request', RequestFacts & Maybe<'scheduledAt', Date>>
  | Timed<'ledger', { readonly entry: string; readonly amount: Money } & Maybe<'note'>>
  | Timed<'route', TimelineCarrier & { readonly reason: string; readonly said: readonly Said[] }>
  | Timed<'part', Pick<PartFacts, 'part' | 'total'> & Partial<Omit<PartFacts, 'takenAt'>>>
  | Timed<'receipt', Pick<TimelineReceipt, 'outcome'> & Maybe<'part', number> & Partial<Omit<TimelineReceipt, 'part'>>>
  | Timed<'state', { readonly status: Status } & Maybe<'reason'> & Maybe<'attempts', number>>
  | Timed<
      'webhook',
      Omit<WebhookAttempt, 'at'> & Pick<WebhookDelivery, 'deliveryId' | 'event' | 'url'> & { readonly attempt: number }
    >
  | Timed<'retry', Maybe<'deliveryId' | 'url' | 'reason'>>;

/** What happened to a message and what happens next, oldest first. */
export function timeline(recorded: Recorded): TimelineEntry[] {
  const { message, request } = recorded;
  const sentAt = sentAtOf(recorded);
  const entries: TimelineEntry[] = [
    { at: message.acceptedAt, kind: 'request', ...request, scheduledAt: message.scheduledAt },
    ...ledgerOf(recorded),
    ...recorded.routes.map((route): TimelineEntry => ({ at: sentAt ?? message.acceptedAt, kind: 'route', ...route })),
    ...recorded.parts.map(
      ({ takenAt, ...part }): TimelineEntry => ({ at: takenAt ?? sentAt ?? message.stateAt, kind: 'part', ...part }),
    ),
    ...receiptsOf(recorded),
    ...statesOf(recorded, sentAt),
    ...recorded.deliveries.flatMap(attemptsOf),
    ...retriesOf(recorded),
  ];
  return entries.sort((a, b) => a.at.getTime() - b.at.getTime() || rank(a) - rank(b));
}

/** The entries that the customer may see: nothing about carriers. */
export function withoutCarriers(entries: readonly TimelineEntry[]): TimelineEntry[] {
  return entries.flatMap((entry): TimelineEntry[] => {
    const { at } = entry;
    if (entry.kind === 'route') return [];
    if (entry.kind === 'part') return [{ at, kind: 'part', part: entry.part, total: entry.total }];
    if (entry.kind === 'receipt') return [{ at, kind: 'receipt', outcome: entry.outcome, part: entry.part }];
    return [entry];
  });
}

/** The ledger has one charge per request; this shows the message's share of it. */
function ledgerOf({ ledger, message, request: { recipients } }: Recorded): TimelineEntry[] {
  return ledger.map(({ kind, amount, note, at }): TimelineEntry => {
    if (kind !== 'charge' || recipients <= 1) return { at, kind: 'ledger', entry: kind, amount, note };
    const shared = `its part of the charge for ${recipients} recipients`;
    return { at, kind: 'ledger', entry: kind, amount: -message.price, note: shared };
  });
}

/** The part number is shown only if there are several parts. */
function receiptsOf({ receipts, parts }: Recorded): TimelineEntry[] {
  const isLong = parts.some(({ total }) => total > 1);
  return receipts.map(({ at, part, ...rest }) => ({ at, kind: 'receipt', ...rest, part: isLong ? part : undefined }));
}

/** When a carrier had accepted all of its parts, by the times of the parts or of the report. */
function sentAtOf({ message: { state, stateAt }, parts, deliveries }: Recorded): Date | undefined {
  const taken = parts.flatMap(({ takenAt }) => takenAt ?? []);
  if (taken.length > 0) return taken.reduce((last, time) => (time > last ? time : last));
  if (state === 'SENT') return stateAt;
  return deliveries.find(({ event }) => event === 'SENT')?.createdAt;
}

/** The states of the message. Only the last is stored with its time; earlier ones are inferred from the request, parts and reports. */
function statesOf({ message, deliveries }: Recorded, sentAt: Date | undefined): TimelineEntry[] {
  const { state, acceptedAt, scheduledAt, stateAt, reason, attempts } = message;
  const first: Status = scheduledAt === undefined ? 'ACCEPTED' : 'SCHEDULED';
  const now = statusOf(state, scheduledAt !== undefined);
  const times = new Map<Status, Date>([[first, acceptedAt]]);
  if (sentAt !== undefined) times.set('SENT', sentAt);
  for (const { event, createdAt } of deliveries) if (!times.has(event)) times.set(event, createdAt);
  if (now !== first && !(now === 'SENT' && sentAt !== undefined)) times.set(now, stateAt);
  return [...times].map(([status, at]): TimelineEntry => {
    if (status !== now) return { at, kind: 'state', status };
    return { at, kind: 'state', status, reason, attempts: attempts > 0 ? attempts : undefined };
  });
}

function attemptsOf({ deliveryId, event, url, attempts }: WebhookDelivery): TimelineEntry[] {
  return attempts.map((made, index) => ({ ...made, kind: 'webhook', deliveryId, event, url, attempt: index + 1 }));
}

function retriesOf({ now, message, deliveries }: Recorded): TimelineEntry[] {
  const webhooks = deliveries.flatMap(({ deliveryId, url, dueAt, attempts }): TimelineEntry[] =>
    dueAt !== undefined && (attempts.length > 0 || dueAt > now) ? [{ at: dueAt, kind: 'retry', deliveryId, url }] : [],
  );
  const { state, scheduledAt, dueAt, attempts, reason } = message;
  if (state === 'SCHEDULED') return [{ at: scheduledAt!, kind: 'retry', reason: 'it is scheduled' }, ...webhooks];
  if (state !== 'QUEUED' || dueAt === undefined || (attempts === 0 && dueAt <= now)) return webhooks;
  return [{ at: dueAt, kind: 'retry', reason: reason ?? 'it waits for its carrier' }, ...webhooks];
}

/** The order of entries with the same time. */
const order = ['request', 'ledger', 'state', 'route', 'part', 'receipt', 'webhook', 'retry'];
const afterParts = order.indexOf('part') + 0.5;
const afterReceipts = order.indexOf('receipt') + 0.3;
const afterStates = order.indexOf('receipt') + 0.6;

function rank(entry: TimelineEntry): number {
  if (entry.kind === 'ledger' && entry.entry !== 'charge') return afterStates;
  if (entry.kind === 'state' && entry.status !== 'ACCEPTED' && entry.status !== 'SCHEDULED')
    return entry.status === 'SENT' ? afterParts : afterReceipts;
  return order.indexOf(entry.kind);
}

/** The status in a delivery report; undefined if the payload is not one. */
export function reportedIn(payload: string): Status | undefined {
  return /"status":"([A-Z]+)"/.exec(payload)?.[1] as Status | undefined;
}
