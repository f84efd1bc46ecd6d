import type { Db, Transaction } from '../../database/db.ts';
import type { State } from '../../domain/message/message.ts';
import { reportId } from '../../domain/message/payloads.ts';
import { bindOrigin } from '../../domain/receipt/report-target.ts';
import { statesHeld } from '../../store/message/messages.ts';
import type { ClaimedEvent, EndpointRef } from '../../store/webhook/deliveries.ts';
import { insertEvents, type OutboxEvent, originOf } from '../../store/webhook/outbox.ts';
import type { Tally } from '../../telemetry/tally.ts';
import { type Consumer, HandOff } from '../../work/hand-off.ts';
import { retrying } from '../../work/retrying.ts';
import type { Worker } from '../../work/worker.ts';

/** The fields needed to reserve a permit. For an event only in memory also its message, whose reports are ordered. */
export type ReservableEvent = EndpointRef &
  ({ readonly isStored?: true } | Pick<ClaimedEvent, 'isStored' | 'subjectId'>);

/** The deliverer of this process, as seen by transactions that create events. */
export type EventConsumer = Consumer<ClaimedEvent, ReservableEvent> & {
  readonly worker: Worker;
  /** Whether reports of this message are in memory: the next one is queued behind them. */
  holds(messageId: string): boolean;
  /** Counts deliveries for the rates of this process. */
  readonly tally: Tally;
  /** Called when there are events that no process has claimed. */
  wake(): void;
};

/**
 * Hands the events of one transaction to the deliverer. The usual report stays in memory until its first result is known and is
 * written once, with that result; after a crash, the process that takes over recreates it from its message. Other events are
 * written as already claimed by this process.
 */
export class EventHandOff {
  readonly consumer: EventConsumer;
  /** Events only in memory. */
  readonly #kept: HandOff<ClaimedEvent>;
  /** Written events; claimed by this process if their ids are in `#taken`. */
  readonly #written: HandOff<ClaimedEvent>;
  readonly #taken = new Set<string>();
  /** Accounts of the messages that this transaction marks as delivered. */
  readonly #delivered: string[] = [];
  /** Whether some events got no permit and have to be claimed later. */
  #left = false;

  constructor(consumer: EventConsumer) {
    this.consumer = consumer;
    this.#kept = new HandOff<ClaimedEvent>(consumer);
    this.#written = new HandOff<ClaimedEvent>(consumer);
  }

  /** Keeps all of these events in memory, or none if there are not enough permits. */
  keep(events: readonly OutboxEvent[]): boolean {
    return this.#kept.reserve(events.map((event) => toClaimed(event, false)));
  }

  async insert(tx: Transaction, events: readonly OutboxEvent[]): Promise<void> {
    if (events.length === 0) return;
    const reserved = events.filter((event) => this.#written.reserve([toClaimed(event, true)]));
    const ids = new Set(reserved.map(({ id }) => id));
    // Events for binds of other processes cannot be claimed here.
    this.#left ||= events.some(({ id, url }) => url !== bindOrigin && !ids.has(id));
    const direct = { lease: this.consumer.worker.id, ids };
    for (const id of await insertEvents(tx, events, direct)) this.#taken.add(id);
  }

  noteDelivered(accountId: string): void {
    this.#delivered.push(accountId);
  }

  /** Written events that wait behind an earlier one of their subject are not claimed. */
  commit(isOurs: (messageId: string) => boolean = () => true): void {
    this.#written.commit(({ id }) => this.#taken.has(id));
    this.#kept.commit(({ subjectId }) => isOurs(subjectId));
    for (const accountId of this.#delivered) this.consumer.tally.delivered(accountId);
    if (this.#left) this.consumer.wake();
  }

  /**
   * After a failure. If the commit succeeded and its response was lost, the reports exist only in our memory; the states of their
   * messages show whether it did. Written events are found by the next claim.
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

/** Whether a message in this state has this report. */
function isOf({ id, subjectId }: ClaimedEvent, state: State | undefined): boolean {
  if (state === undefined || state === 'QUEUED') return false;
  return state === 'DELIVERED' || id === reportId(subjectId, 'SENT');
}

function toClaimed({ accountId, id, kind, subjectId, url, payload }: OutboxEvent, isStored: boolean): ClaimedEvent {
  const event = { accountId, id, kind, subjectId, url, origin: originOf(url), payload };
  return { ...event, attempts: 0, attempted: false, claims: 0, isStored };
}

/** Runs a transaction whose events are delivered after its commit. */
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
