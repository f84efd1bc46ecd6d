import { newId } from '../../base/ids.ts';
import type { Db } from '../../database/db.ts';
import { bindOrigin } from '../../domain/receipt/report-target.ts';
import { firstUuid } from '../../domain/uuid.ts';
import { webhookDelayMs, webhookSpanMs } from '../../domain/webhook/retry.ts';
import { newSigningSecret } from '../../domain/webhook/signature.ts';
import {
  accountsPerLook,
  accountsWithEvents,
  type ClaimedEvent,
  claimEvents,
  type Due,
  type DueEvents,
  type DuePosition,
  type DueSearch,
  type EndpointRef,
  lookAtDue,
} from '../../store/webhook/deliveries.ts';
import {
  type DeliveryResult,
  type FirstResult,
  insertResults,
  logEarlierAttempts,
  recordResults,
} from '../../store/webhook/delivery-results.ts';
import { findSecrets, insertFirstSecrets } from '../../store/webhook/secrets.ts';
import { lookAtParked, overdueParked, type ParkedSearch, parkEvents } from '../../store/webhook/waiting-deliveries.ts';
import type { EventConsumer } from './event-hand-off.ts';

/** The positions of the next search for due events, so that accounts, and within an account its endpoints, take turns. */
export type Turns = {
  account: string;
  /** For accounts with more due events than one search covers: its position, and how many events the next one covers. */
  readonly places: Map<string, { readonly after: DuePosition; readonly behind: number }>;
};
export const firstTurns = (): Turns => ({ account: firstUuid, places: new Map() });

/** Free permits of the deliverer in this process. */
export type DeliveryRooms = {
  readonly free: number;
  roomOf(accountId: string): number;
  /** Endpoints of these accounts without room, and the most room that any other endpoint has. */
  endpointsOf(accountIds: readonly string[]): { full: EndpointRef[]; most: number };
};

export type Claim = {
  readonly taken: number;
  /** The search reached the last account. */
  readonly atEnd: boolean;
  /** An account with due events has no free permits. */
  readonly isShort: boolean;
};

/** Due events that one claim searches: in all accounts together, and in each account initially and at least. */
const mostLookedAt = 20_000;
const usualLook = 1_000;
const leastLook = 50;
const beginning: DuePosition = { dueAt: '-infinity', id: firstUuid };

/**
 * Claims due events for endpoints with room; accounts take turns, and so do the endpoints of an account. The cost depends on the
 * number of due events and accounts, not on the number of waiting events.
 */
export async function claimInTurns(
  db: Db,
  consumer: EventConsumer,
  turns: Turns,
  rooms: DeliveryRooms,
): Promise<Claim> {
  const accounts = await accountsWithEvents(db, turns.account);
  const atEnd = accounts.length < accountsPerLook;
  turns.account = atEnd ? firstUuid : accounts.at(-1)!.accountId;
  const withDue = accounts.filter(({ due }) => due).map(({ accountId }) => accountId);
  const taken = await claimFor(db, consumer, sharesOf(withDue, turns, rooms), turns, rooms);
  return { taken, atEnd, isShort: withDue.some((accountId) => rooms.roomOf(accountId) === 0) };
}

async function claimFor(
  db: Db,
  consumer: EventConsumer,
  wanted: readonly DueSearch[],
  turns: Turns,
  rooms: DeliveryRooms,
): Promise<number> {
  if (wanted.length === 0) return 0;
  const endpoints = rooms.endpointsOf(wanted.map(({ accountId }) => accountId));
  const { due, reached } = await lookAtDue(db, wanted, endpoints);
  noteTurns(turns, wanted, reached);
  const reserved = due.filter((event) => consumer.reserve([event]));
  if (reserved.length < due.length) await parkUnbound(db, due, reserved);
  return takeReserved(db, consumer, reserved);
}

/** Events for binds that this process does not have, or that have no room, are parked: a process with such a bind claims them. */
async function parkUnbound(db: Db, due: readonly Due[], reserved: readonly Due[]): Promise<void> {
  const ours = new Set(reserved);
  const others = due.filter((event) => event.origin === bindOrigin && !ours.has(event));
  if (others.length > 0) await parkEvents(db, others);
}

/** Claims events that wait for a bind of these accounts. Returns their number. */
export async function claimParked(db: Db, consumer: EventConsumer, wanted: readonly ParkedSearch[]): Promise<number> {
  if (wanted.length === 0) return 0;
  const due = await lookAtParked(db, wanted);
  return takeReserved(
    db,
    consumer,
    due.filter((event) => consumer.reserve([event])),
  );
}

/** Gives up events that have waited for a bind as long as a webhook is retried. Returns their number. */
export async function giveUpParked(db: Db, lease: string, scale: number): Promise<number> {
  const overdue = await overdueParked(db, webhookSpanMs(scale));
  if (overdue.length === 0) return 0;
  const events = await claimEvents(db, lease, overdue);
  const error = 'given up: no bind of the account took it in time';
  const facts = { state: 'given up', durationMs: 0, delayMs: 0, status: undefined, error, answer: '' } as const;
  await storeResults(
    db,
    lease,
    events.map((event) => ({ event, ...facts })),
  );
  return events.length;
}

/** Divides the free permits among the accounts with due events. */
function sharesOf(accountIds: readonly string[], { places }: Turns, rooms: DeliveryRooms): DueSearch[] {
  const withRoom = accountIds.filter((accountId) => rooms.roomOf(accountId) > 0);
  const mostRoom = Math.ceil(rooms.free / withRoom.length);
  const mostLook = Math.max(leastLook, Math.floor(mostLookedAt / withRoom.length));
  return withRoom.map((accountId) => {
    const { after, behind } = places.get(accountId) ?? { after: beginning, behind: usualLook };
    return {
      accountId,
      room: Math.min(mostRoom, rooms.roomOf(accountId)),
      oldest: Math.min(usualLook, mostLook),
      after,
      behind: Math.min(behind, mostLook),
    };
  });
}

/** Each search of an account covers twice as many events as the one before, until it reaches the end. */
function noteTurns({ places }: Turns, wanted: readonly DueSearch[], reached: DueEvents['reached']): void {
  for (const { accountId, behind } of wanted) {
    const after = reached.get(accountId);
    if (after === undefined) places.delete(accountId);
    else places.set(accountId, { after, behind: behind * 2 });
  }
}

/** Claims reserved events. The permits of events that another process claimed first, or that exceed one claim, are released. */
async function takeReserved(db: Db, consumer: EventConsumer, reserved: readonly Due[]): Promise<number> {
  if (reserved.length === 0) return 0;
  let events: ClaimedEvent[] = [];
  try {
    events = await claimEvents(db, consumer.worker.id, reserved);
  } finally {
    const ours = new Set(events.map(({ id }) => id));
    consumer.release(reserved.filter(({ id }) => !ours.has(id)));
    consumer.give(events);
  }
  return events.length;
}

/** The result of one attempt to deliver an event. */
export type AttemptOutcome = {
  readonly ok: boolean;
  readonly status?: number | undefined;
  readonly error?: string | undefined;
  readonly durationMs: number;
  readonly answer: string;
  /** A retry would fail as well. */
  readonly final?: boolean | undefined;
  /** No request was made: the endpoint does not exist any more, or is disabled. Does not count for its health. */
  readonly withdrawn?: boolean | undefined;
};

/** Up to ten retries after the first attempt; then the event is given up. The jitter only adds delay. */
export function judge(event: ClaimedEvent, attempt: AttemptOutcome, scale: number, random: number): DeliveryResult {
  const { durationMs, answer } = attempt;
  const facts = { event, durationMs, status: attempt.status, error: attempt.error, answer };
  if (attempt.ok) return { ...facts, state: 'delivered', delayMs: 0 };
  const delay = attempt.final ? undefined : webhookDelayMs(event.attempts + 1, scale);
  if (delay === undefined) return { ...facts, state: 'given up', delayMs: 0 };
  return { ...facts, state: 'ready', delayMs: delay * (1 + random * jitter) };
}

const jitter = 0.02;

/** Returns the events that waited behind these and are now claimed by this process. */
export async function storeResults(db: Db, lease: string, results: readonly FirstResult[]): Promise<ClaimedEvent[]> {
  const first = results.filter(({ event }) => !event.isStored);
  const later = results.filter((result): result is DeliveryResult => result.event.isStored && 'answer' in result);
  const next = first.length === 0 ? [] : await insertResults(db, lease, first);
  if (later.length === 0) return next;
  return [...next, ...(await storeLater(db, lease, later))];
}

async function storeLater(db: Db, lease: string, results: readonly DeliveryResult[]): Promise<ClaimedEvent[]> {
  const again = results.map(({ event }) => event).filter(({ attempted }) => attempted);
  if (again.length === 0) return recordResults(db, lease, results);
  return db.transaction(async (tx) => {
    await logEarlierAttempts(tx, lease, again);
    return recordResults(tx, lease, results);
  });
}

/** Claimed more often than this without a result, an event is set aside: attempting it probably crashes the process. */
const mostClaims = 5;

export function setAside({ claims }: ClaimedEvent): AttemptOutcome | undefined {
  if (claims <= mostClaims) return undefined;
  const error = `set aside: it was taken ${mostClaims} times, and no attempt came to an end`;
  return { ok: false, final: true, error, durationMs: 0, answer: '' };
}

/** How long a process may use cached secrets and endpoints: a change of them waits this long before it returns. */
export const secretsKeptMs = 1_000;

/** Active secrets by account; creates the first secret of an account without one. */
export async function secretsFor(db: Db, accountIds: readonly string[]): Promise<Map<string, string[]>> {
  const found = await findSecrets(db, accountIds);
  const missing = accountIds.filter((id) => !found.has(id));
  if (missing.length === 0) return found;
  const first = missing.map((accountId) => ({ accountId, id: newId(), secret: newSigningSecret() }));
  await db.transaction((tx) => insertFirstSecrets(tx, first));
  return findSecrets(db, accountIds);
}

/**
 * The outcome of sending an event over a bind. `stopped`: this process has no bind for the event, so the attempt does not count;
 * the event waits as `event` says, or as before.
 */
export type BindDelivery = AttemptOutcome & { readonly stopped?: boolean; readonly event?: ClaimedEvent };

/** The account and credentials whose binds in this process take events now, as the URLs of such events. */
export type BoundAccount = { readonly accountId: string; readonly urls: readonly string[] };

/** The SMPP binds of this process, as the event deliverer sees them. */
export type BindTransport = {
  /** Most events in progress to this account; 0 if it has no bind here that takes events. */
  windowOf(accountId: string): number;
  bound(): readonly BoundAccount[];
  /** Never rejects. */
  attempt(event: ClaimedEvent): Promise<BindDelivery>;
  /** Calls the listener when an account has gained a bind that takes events (`isNew`), or lost one. */
  onChange(listener: (accountId: string, isNew: boolean) => void): void;
};
