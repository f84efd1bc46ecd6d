import type { Db, Transaction } from '../db.ts';
import type { ClaimedEvent, Endpoint } from '../store/deliveries.ts';
import { insertEvents, type OutboxEvent, originOf } from '../store/outbox.ts';

/** The deliverer of this process, as far as it takes events straight from the transaction that wrote them. */
export type Desk = {
  readonly lease: string;
  /** Keeps a place for an event to this endpoint, if there is one: in the share of its account, and with the endpoint. */
  reserve(endpoint: Endpoint): boolean;
  release(endpoint: Endpoint): void;
  /** Events under the lease, each in a place that was released at the same moment. */
  give(events: ClaimedEvent[]): void;
  /** There are events that nobody has taken yet. */
  wake(): void;
};

/**
 * Brings the events of one transaction to the desk once it is committed: they are written as already taken, and nobody has to
 * search for them. If the process dies first, their lease runs out and others deliver them.
 */
export class Courier {
  readonly #desk: Desk;
  #reserved: ClaimedEvent[] = [];
  readonly #taken = new Set<string>();
  /** Some found no place and have to be searched for. */
  #left = false;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  async insert(tx: Transaction, events: readonly OutboxEvent[]): Promise<void> {
    const reserved = events.map(toClaimed).filter((event) => this.#desk.reserve(event));
    this.#reserved = [...this.#reserved, ...reserved];
    this.#left ||= reserved.length < events.length;
    const direct = { lease: this.#desk.lease, ids: new Set(reserved.map(({ id }) => id)) };
    for (const id of await insertEvents(tx, events, direct)) this.#taken.add(id);
  }

  /** After the commit. What waits behind an earlier event of its subject has not been taken: its place is free again. */
  send(): void {
    const taken = this.#reserved.filter(({ id }) => this.#taken.has(id));
    for (const event of this.#reserved) this.#desk.release(event);
    if (taken.length > 0) this.#desk.give(taken);
    if (this.#left) this.#desk.wake();
  }

  cancel(): void {
    for (const event of this.#reserved) this.#desk.release(event);
  }
}

function toClaimed({ accountId, id, kind, subjectId, url, payload }: OutboxEvent): ClaimedEvent {
  return {
    accountId,
    id,
    kind,
    subjectId,
    url,
    origin: originOf(url),
    payload,
    attempts: 0,
    attempted: false,
    claims: 0,
  };
}

/** A transaction whose events leave with its commit. */
export async function delivering<T>(
  db: Db,
  desk: Desk | undefined,
  work: (tx: Transaction, courier?: Courier) => Promise<T>,
): Promise<T> {
  if (desk === undefined) return db.transaction((tx) => work(tx));
  let courier: Courier | undefined;
  try {
    const result = await db.transaction((tx) => {
      courier?.cancel();
      courier = new Courier(desk);
      return work(tx, courier);
    });
    courier?.send();
    return result;
  } catch (error) {
    courier?.cancel();
    throw error;
  }
}
