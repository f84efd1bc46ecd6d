import type { ActorKind } from '../access/actor.ts';
import type { Money } from '../money/money.ts';
import { type State, type Status, statusOf } from './message.ts';

/** Everything that is stored about one message. */
export type Recorded = {
  readonly now: Date;
  readonly message: {
    readonly state: State;
    readonly price: Money;
    readonly acceptedAt: Date;
    readonly scheduledAt?: Date | undefined;
    readonly stateAt: Date;
    readonly reason?: string | undefined;
    readonly attempts: number;
    /** No process has claimed it; it is due at this time. */
    readonly dueAt?: Date | undefined;
  };
  readonly request: RequestFacts;
  readonly ledger: readonly {
    readonly kind: string;
    readonly amount: Money;
    readonly note?: string;
    readonly at: Date;
  }[];
  /** The carriers that accepted it, or the one it waits for. */
  readonly routes: readonly RouteFacts[];
  readonly parts: readonly PartFacts[];
  readonly receipts: readonly (ReceiptFacts & { readonly at: Date })[];
  readonly deliveries: readonly Delivery[];
};

type RequestFacts = {
  readonly via?: 'http' | 'email' | 'console' | 'smpp' | 'verify' | undefined;
  readonly requestId?: string | undefined;
  readonly keyId?: string | undefined;
  readonly keyPrefix?: string | undefined;
  readonly keyLabel?: string | undefined;
  readonly by?: string | undefined;
  readonly byKind?: ActorKind | undefined;
  readonly emailId?: string | undefined;
  readonly from?: string | undefined;
  readonly recipients: number;
};

type RouteFacts = { readonly carrierId: string; readonly carrier: string | null; readonly reason: string };

type PartFacts = {
  readonly part: number;
  readonly total: number;
  readonly carrierId: string;
  readonly carrier: string | null;
  readonly reference: string;
  readonly outcome?: string | undefined;
  /** Undefined for messages sent before this was recorded. */
  readonly takenAt?: Date | undefined;
};

type ReceiptFacts = {
  readonly carrierId: string;
  readonly carrier: string | null;
  readonly part: number;
  readonly outcome: string;
  readonly text: string;
};

/** A webhook event about a status of the message. */
export type Delivery = {
  readonly deliveryId: string;
  readonly event: Status;
  readonly url: string;
  readonly createdAt: Date;
  /** The time of the next attempt, if one is pending. */
  readonly dueAt?: Date | undefined;
  readonly attempts: readonly Attempt[];
};

export type Attempt = {
  readonly at: Date;
  readonly durationMs: number;
  readonly status?: number | undefined;
  readonly error?: string | undefined;
  readonly answer?: string | undefined;
};

type Timed<Kind extends string, Facts> = { readonly at: Date; readonly kind: Kind } & Facts;

/** Customers do not see the fields that name a carrier or quote it. */
export type Entry =
  | Timed<'request', RequestFacts & { readonly scheduledAt?: Date | undefined }>
  | Timed<'ledger', { readonly entry: string; readonly amount: Money; readonly note?: string | undefined }>
  | Timed<'route', RouteFacts>
  | Timed<'part', Pick<PartFacts, 'part' | 'total'> & Partial<Omit<PartFacts, 'takenAt'>>>
  | Timed<
      'receipt',
      { readonly outcome: string; readonly part?: number | undefined } & Partial<Omit<ReceiptFacts, 'part' | 'outcome'>>
    >
  | Timed<
      'state',
      { readonly status: Status; readonly reason?: string | undefined; readonly attempts?: number | undefined }
    >
  | Timed<
      'webhook',
      Omit<Attempt, 'at'> & Pick<Delivery, 'deliveryId' | 'event' | 'url'> & { readonly attempt: number }
    >
  | Timed<
      'retry',
      {
        readonly deliveryId?: string | undefined;
        readonly url?: string | undefined;
        readonly reason?: string | undefined;
      }
    >;

/** What happened to a message and what happens next, oldest first. */
export function timeline(recorded: Recorded): Entry[] {
  const sentAt = sentAtOf(recorded);
  return [
    requestOf(recorded),
    ...ledgerOf(recorded),
    ...recorded.routes.map((route): Entry => ({ at: sentAt ?? recorded.message.acceptedAt, kind: 'route', ...route })),
    ...recorded.parts.map((part) => partOf(part, sentAt ?? recorded.message.stateAt)),
    ...receiptsOf(recorded),
    ...statesOf(recorded, sentAt),
    ...recorded.deliveries.flatMap(attemptsOf),
    ...retriesOf(recorded),
  ].sort((a, b) => a.at.getTime() - b.at.getTime() || rank(a) - rank(b));
}

/** The entries that the customer may see: nothing about carriers. */
export function withoutCarriers(entries: readonly Entry[]): Entry[] {
  return entries.flatMap((entry): Entry[] => {
    const { at } = entry;
    if (entry.kind === 'route') return [];
    if (entry.kind === 'part') return [{ at, kind: 'part', part: entry.part, total: entry.total }];
    if (entry.kind === 'receipt') return [{ at, kind: 'receipt', outcome: entry.outcome, part: entry.part }];
    return [entry];
  });
}

function requestOf({ request, message: { acceptedAt: at, scheduledAt } }: Recorded): Entry {
  return { at, kind: 'request', ...request, scheduledAt };
}

/** The ledger has one charge per request; this shows the message's share of it. */
function ledgerOf({ ledger, message, request: { recipients } }: Recorded): Entry[] {
  return ledger.map(({ kind, amount, note, at }): Entry => {
    if (kind !== 'charge' || recipients <= 1) return { at, kind: 'ledger', entry: kind, amount, note };
    const shared = `its part of the charge for ${recipients} recipients`;
    return { at, kind: 'ledger', entry: kind, amount: -message.price, note: shared };
  });
}

function partOf({ takenAt, ...part }: PartFacts, otherwise: Date): Entry {
  return { at: takenAt ?? otherwise, kind: 'part', ...part };
}

/** The part number is shown only if there are several parts. */
function receiptsOf({ receipts, parts }: Recorded): Entry[] {
  const isLong = parts.some(({ total }) => total > 1);
  return receipts.map(({ at, part, ...rest }) => ({ at, kind: 'receipt', ...rest, part: isLong ? part : undefined }));
}

/** When a carrier had accepted all of its parts, by the times of the parts or of the report. */
function sentAtOf({ message: { state, stateAt }, parts, deliveries }: Recorded): Date | undefined {
  const taken = parts.flatMap(({ takenAt }) => takenAt ?? []);
  if (taken.length > 0) return latest(taken);
  if (state === 'SENT') return stateAt;
  return deliveries.find(({ event }) => event === 'SENT')?.createdAt;
}

const latest = (times: readonly Date[]): Date => times.reduce((last, time) => (time > last ? time : last));

/**
 * The states of the message. Only the last one is stored with its time; earlier ones are inferred from the request, the parts and
 * the reports, if any were requested.
 */
function statesOf({ message, deliveries }: Recorded, sentAt: Date | undefined): Entry[] {
  const { state, acceptedAt, scheduledAt, stateAt, reason, attempts } = message;
  const first: Status = scheduledAt === undefined ? 'ACCEPTED' : 'SCHEDULED';
  const now = statusOf(state, scheduledAt !== undefined);
  const times = new Map<Status, Date>([[first, acceptedAt]]);
  if (sentAt !== undefined) times.set('SENT', sentAt);
  for (const { event, createdAt } of deliveries) if (!times.has(event)) times.set(event, createdAt);
  if (now !== first && !(now === 'SENT' && sentAt !== undefined)) times.set(now, stateAt);
  return [...times].map(([status, at]): Entry => {
    if (status !== now) return { at, kind: 'state', status };
    return { at, kind: 'state', status, reason, attempts: attempts > 0 ? attempts : undefined };
  });
}

function attemptsOf({ deliveryId, event, url, attempts }: Delivery): Entry[] {
  return attempts.map((made, index) => ({ ...made, kind: 'webhook', deliveryId, event, url, attempt: index + 1 }));
}

function retriesOf({ now, message, deliveries }: Recorded): Entry[] {
  const webhooks = deliveries.flatMap(({ deliveryId, url, dueAt, attempts }): Entry[] =>
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

function rank(entry: Entry): number {
  if (entry.kind === 'ledger' && entry.entry !== 'charge') return afterStates;
  if (entry.kind === 'state' && entry.status !== 'ACCEPTED' && entry.status !== 'SCHEDULED')
    return entry.status === 'SENT' ? afterParts : afterReceipts;
  return order.indexOf(entry.kind);
}

/** The status in a delivery report; undefined if the payload is not one. */
export function reportedIn(payload: string): Status | undefined {
  return /"status":"([A-Z]+)"/.exec(payload)?.[1] as Status | undefined;
}
