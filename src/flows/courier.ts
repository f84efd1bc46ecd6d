import type { Db, Transaction } from '../db.ts';
import type { State } from '../domain/message.ts';
import { reportId } from '../domain/report-id.ts';
import type { ClaimedEvent, Endpoint } from '../store/deliveries.ts';
import { statesHeld } from '../store/messages.ts';
import { insertEvents, type OutboxEvent, originOf } from '../store/outbox.ts';
import { retrying } from '../work/retrying.ts';

/** The deliverer of this process, as far as it takes events straight from the transaction that wrote them. */
export type Desk = {
  readonly worker: string;
  /** Whether reports of this message may be in our memory alone, until their first result is stored. */
  covers(messageId: string): boolean;
  /** From this message on. */
  readonly coversSince: string;
  /** Reports of this message are in our memory: the next one goes behind them. */
  holds(messageId: string): boolean;
  /** Keeps a place for an event to this endpoint, if there is one: in the share of its account, and with the endpoint. */
  reserve(endpoint: Endpoint): boolean;
  release(endpoint: Endpoint): void;
  /** Events that are ours, each in a place that was released at the same moment. */
  give(events: readonly ClaimedEvent[]): void;
  /** There are events that nobody has taken yet. */
  wake(): void;
};

/**
 * Brings the events of one transaction to the desk once it is committed: nobody has to search for them. The usual report stays
 * in memory until its first result is known, and is written then, once, with it: its message tells whoever takes over that
 * it has to be made again. Other events are written as already taken.
 */
export class Courier {
  readonly #desk: Desk;
  /** Events with a place: those that are ours if they were really written as taken, and those in memory. */
  #reserved: ClaimedEvent[] = [];
  #kept: ClaimedEvent[] = [];
  readonly #taken = new Set<string>();
  /** Some found no place and have to be searched for. */
  #left = false;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** A place for each of these, in memory alone; or for none. */
  keep(events: readonly OutboxEvent[]): boolean {
    const claimed = events.map((event) => toClaimed(event, false));
    const reserved = claimed.filter((event) => this.#desk.reserve(event));
    if (reserved.length === claimed.length) this.#kept.push(...claimed);
    else for (const event of reserved) this.#desk.release(event);
    return reserved.length === claimed.length;
  }

  async insert(tx: Transaction, events: readonly OutboxEvent[]): Promise<void> {
    if (events.length === 0) return;
    const reserved = events.map((event) => toClaimed(event, true)).filter((event) => this.#desk.reserve(event));
    this.#reserved.push(...reserved);
    this.#left ||= reserved.length < events.length;
    const direct = { lease: this.#desk.worker, ids: new Set(reserved.map(({ id }) => id)) };
    for (const id of await insertEvents(tx, events, direct)) this.#taken.add(id);
  }

  /** After the commit. What waits behind an earlier event of its subject has not been taken: its place is free again. */
  send(isOurs: (messageId: string) => boolean = () => true): void {
    const taken = this.#reserved.filter(({ id }) => this.#taken.has(id));
    const kept = this.#kept.filter(({ subjectId }) => isOurs(subjectId));
    this.cancel();
    if (taken.length + kept.length > 0) this.#desk.give([...taken, ...kept]);
    if (this.#left) this.#desk.wake();
  }

  /**
   * After a failure: a commit whose answer was lost may have taken place, and then what we keep in memory is all there is of these
   * reports. The messages tell, as soon as the database does.
   */
  async clarify(db: Db): Promise<void> {
    if (this.#kept.length === 0) return this.cancel();
    const refs = this.#kept.map(({ accountId, subjectId: id }) => ({ accountId, id }));
    const states = await retrying(() => statesHeld(db, this.#desk.worker, refs), Number.POSITIVE_INFINITY);
    this.#kept = this.#kept.filter((event) => isOf(event, states.get(event.subjectId)));
    this.send();
  }

  cancel(): void {
    for (const event of [...this.#reserved, ...this.#kept]) this.#desk.release(event);
  }
}

/** Whether a message in this state has such a report. */
function isOf({ id, subjectId }: ClaimedEvent, state: State | undefined): boolean {
  if (state === undefined || state === 'QUEUED') return false;
  return state === 'DELIVERED' || id === reportId(subjectId, 'SENT');
}

function toClaimed({ accountId, id, kind, subjectId, url, payload }: OutboxEvent, isStored: boolean): ClaimedEvent {
  const event = { accountId, id, kind, subjectId, url, origin: originOf(url), payload };
  return { ...event, attempts: 0, attempted: false, claims: 0, isStored };
}

/** How the events of a transaction leave this process with its commit. */
export type Way = { readonly desk: Desk; readonly courier: Courier };

/** A transaction whose events leave with its commit. */
export async function delivering<T>(
  db: Db,
  desk: Desk | undefined,
  work: (tx: Transaction, way?: Way) => Promise<T>,
): Promise<T> {
  if (desk === undefined) return db.transaction((tx) => work(tx));
  let courier: Courier | undefined;
  let result: T;
  try {
    result = await db.transaction((tx) => {
      courier?.cancel();
      courier = new Courier(desk);
      return work(tx, { desk, courier });
    });
  } catch (error) {
    await courier?.clarify(db);
    throw error;
  }
  courier?.send();
  return result;
}
