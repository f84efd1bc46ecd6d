import type { Db, Transaction } from '../database/db.ts';
import type { State } from '../domain/message/message.ts';
import { reportId } from '../domain/message/report-id.ts';
import { bindOrigin } from '../domain/receipt/report-target.ts';
import { statesHeld } from '../store/message/messages.ts';
import type { ClaimedEvent, Endpoint } from '../store/webhook/deliveries.ts';
import { insertEvents, type OutboxEvent, originOf } from '../store/webhook/outbox.ts';
import type { Tally } from '../telemetry/tally.ts';
import { type Consumer, HandOff } from '../work/hand-off.ts';
import { retrying } from '../work/retrying.ts';
import type { Worker } from '../work/worker.ts';

/** An event in the outbox is told by its endpoint; one that stays in memory also by its message, whose reports have an order. */
export type ReservableEvent = Endpoint & ({ readonly isStored?: true } | Pick<ClaimedEvent, 'isStored' | 'subjectId'>);

/** The deliverer of this process, as the transactions know it whose events it takes. */
export type EventConsumer = Consumer<ClaimedEvent, ReservableEvent> & {
  readonly worker: Worker;
  /** Reports of this message are in our memory: the next one goes behind them. */
  holds(messageId: string): boolean;
  /** For the rates of this process. */
  readonly tally: Tally;
  /** There are events that nobody has taken yet. */
  wake(): void;
};

/**
 * The events of one transaction, on their way to the deliverer. The usual report stays in memory until its first result is known,
 * and is written then, once, with it: its message tells whoever takes over that it has to be made again. Other events are
 * written as already taken.
 */
export class EventHandOff {
  readonly consumer: EventConsumer;
  /** In memory alone. */
  readonly #kept: HandOff<ClaimedEvent>;
  /** Ours, if they were really written as taken. */
  readonly #written: HandOff<ClaimedEvent>;
  readonly #taken = new Set<string>();
  /** The accounts of messages that are delivered, if this is committed. */
  readonly #delivered: string[] = [];
  /** Some found no permit and have to be searched for. */
  #left = false;

  constructor(consumer: EventConsumer) {
    this.consumer = consumer;
    this.#kept = new HandOff<ClaimedEvent>(consumer);
    this.#written = new HandOff<ClaimedEvent>(consumer);
  }

  /** A permit for each of these, in memory alone; or for none. */
  keep(events: readonly OutboxEvent[]): boolean {
    return this.#kept.reserve(events.map((event) => toClaimed(event, false)));
  }

  async insert(tx: Transaction, events: readonly OutboxEvent[]): Promise<void> {
    if (events.length === 0) return;
    const reserved = events.filter((event) => this.#written.reserve([toClaimed(event, true)]));
    const ids = new Set(reserved.map(({ id }) => id));
    // What is for binds that are not here is nothing to look for.
    this.#left ||= events.some(({ id, url }) => url !== bindOrigin && !ids.has(id));
    const direct = { lease: this.consumer.worker.id, ids };
    for (const id of await insertEvents(tx, events, direct)) this.#taken.add(id);
  }

  noteDelivered(accountId: string): void {
    this.#delivered.push(accountId);
  }

  /** What waits behind an earlier event of its subject has not been taken. */
  commit(isOurs: (messageId: string) => boolean = () => true): void {
    this.#written.commit(({ id }) => this.#taken.has(id));
    this.#kept.commit(({ subjectId }) => isOurs(subjectId));
    for (const accountId of this.#delivered) this.consumer.tally.delivered(accountId);
    if (this.#left) this.consumer.wake();
  }

  /**
   * After a failure: a commit whose answer was lost may have taken place, and then what we keep in memory is all there is of these
   * reports. The messages tell, as soon as the database does. What was written is found by the next look.
   */
  async clarify(db: Db): Promise<void> {
    this.#written.cancel();
    const { id: holder, inDoubt } = this.consumer.worker;
    const refs = this.#kept.items.map(({ accountId, subjectId: id }) => ({ accountId, id }));
    for (const { id } of refs) inDoubt.add(id);
    try {
      await this.#kept.clarify(async () => {
        const find = () => statesHeld(db, holder, refs);
        const states = await retrying(find, Number.POSITIVE_INFINITY);
        return (event) => isOf(event, states.get(event.subjectId));
      });
    } finally {
      for (const { id } of refs) inDoubt.delete(id);
    }
  }

  cancel(): void {
    this.#written.cancel();
    this.#kept.cancel();
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

/** A transaction whose events leave with its commit. */
export async function delivering<T>(
  db: Db,
  consumer: EventConsumer | undefined,
  work: (tx: Transaction, handOff?: EventHandOff) => Promise<T>,
): Promise<T> {
  if (consumer === undefined) return db.transaction((tx) => work(tx));
  let handOff: EventHandOff | undefined;
  let result: T;
  try {
    result = await db.transaction((tx) => {
      handOff?.cancel();
      handOff = new EventHandOff(consumer);
      return work(tx, handOff);
    });
  } catch (error) {
    await handOff?.clarify(db);
    throw error;
  }
  handOff?.commit();
  return result;
}
