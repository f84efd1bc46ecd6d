import { setImmediate } from 'node:timers/promises';
import { FairQueue } from '../../bounds/fair-queue.ts';
import { carrierLimits } from '../../bounds/limits/carriers.ts';
import { claimFairly, firstTurn, type QueueSearch, type Turn } from '../../flows/messages/claims.ts';
import type { Runtime } from '../../runtime.ts';
import { type ClaimedMessage, findQueuesInUse } from '../../store/message/queue.ts';
import { noRouteQueue, undecidedQueue } from '../../store/message/queues.ts';
import type { ConnectedCarrier, Router } from '../router.ts';

/** Messages in one claim; more would wait here instead of in the database, where other processes could take them. */
const mostClaimed = carrierLimits.claimedMessages.most;
/** Messages handed over in one event-loop turn; each takes 30 to 50 µs. */
const mostInTurn = 50;
/** Every queue is searched this often, even without a notification. */
const pollMs = 1_000;
/** The share of time that searches for stranded messages may take while they find none. */
const searchShare = 0.05;

/** Takes messages from the queue: those that this process can send, and those whose carrier is not connected anywhere. */
export class DispatchIntake {
  readonly #runtime: Runtime;
  readonly #router: Router;
  readonly #lease: string;
  readonly #turns = new Map<number, Turn>();
  /** Messages of requests to many recipients that this process holds. */
  readonly #bulk = new Set<string>();
  /** Queues that may hold messages. */
  readonly #backlog = new Set<number>();
  /** Queues in which messages wait, as of the last search or notification. */
  readonly #waiting = new Set<number>();
  #polledAt = Number.NEGATIVE_INFINITY;
  #strandedAt = Number.NEGATIVE_INFINITY;

  constructor(runtime: Runtime, router: Router, lease: string) {
    this.#runtime = runtime;
    this.#router = router;
    this.#lease = lease;
  }

  get hasBacklog(): boolean {
    return this.#backlog.size > 0;
  }

  /** Messages were put into these queues. */
  note(queues: readonly number[]): void {
    if (queues.includes(undecidedQueue)) this.#noteAll();
    for (const queue of queues) {
      if (queue !== noRouteQueue && !this.#router.holds(queue)) continue;
      this.#backlog.add(queue);
      this.#waiting.add(queue);
    }
  }

  /**
   * Permits for messages that do not come from the queue. While messages wait there, half of all permits are kept for them: a customer
   * who always has the next request ready would otherwise keep them waiting.
   */
  directRoom(queue: number): number {
    const room = this.#router.roomIn(queue);
    return this.#waiting.has(queue) ? room - Math.ceil(this.#router.capacityOf(queue) / 2) : room;
  }

  /** This process does not hold the message any more. */
  noteEnd(id: string): void {
    this.#bulk.delete(id);
  }

  /** Carriers have come up or gone down: messages that wait for one may have another route now. */
  noteChange(): void {
    this.#polledAt = Number.NEGATIVE_INFINITY;
    this.#strandedAt = Number.NEGATIVE_INFINITY;
  }

  /** True if there may be more. */
  async take(onTaken: (message: ClaimedMessage) => void): Promise<boolean> {
    if (this.#router.isPaused) return false;
    this.#poll();
    const connected = this.#router
      .connected()
      .map((carrier) => ({ carrier, room: Math.min(mostClaimed, carrier.room) }));
    const open = connected.filter(({ room }) => room > 0);
    // If no carrier takes messages, undecided ones are moved to the queue of the carrier that they wait for, where they are counted.
    const isFull = open.length === 0 && connected.length > 0;
    const found = await Promise.all([
      this.#claim(noRouteQueue, isFull ? [noRouteQueue, undecidedQueue] : [noRouteQueue], mostClaimed),
      this.#takeStranded(open),
      ...open.map(({ carrier, room }) =>
        this.#claim(carrier.queue, [carrier.queue, undecidedQueue], room, this.#bulkRoom(carrier)),
      ),
    ]);
    const taken = found.flat();
    for (const [index, message] of taken.entries()) {
      if (index > 0 && index % mostInTurn === 0) await setImmediate();
      if (message.isBulk) this.#bulk.add(message.id);
      onTaken(message);
    }
    return taken.length > 0;
  }

  /** Messages of requests to many recipients get half of the places at most, so that single messages need not wait. */
  #bulkRoom({ capacity }: ConnectedCarrier): number {
    return Math.max(0, Math.ceil((capacity * carrierLimits.bulkShare.most) / 100) - this.#bulk.size);
  }

  #poll(): void {
    const now = performance.now();
    if (now - this.#polledAt < pollMs) return;
    this.#polledAt = now;
    this.#backlog.add(noRouteQueue);
    this.#noteAll();
  }

  #noteAll(): void {
    for (const { queue } of this.#router.connected()) this.#backlog.add(queue);
  }

  async #claim(name: number, queues: number[], room: number, mostBulk = room): Promise<ClaimedMessage[]> {
    // Before the search: what is noted while it runs may have come too late for it.
    if (!this.#backlog.delete(name)) return [];
    const messages = await claimFairly(
      this.#runtime.db,
      this.#lease,
      this.#search(queues),
      room,
      this.#turn(name),
      mostBulk,
    );
    if (messages.length > 0 || mostBulk === 0) this.#backlog.add(name);
    if (messages.length === 0) this.#waiting.delete(name);
    return messages;
  }

  /** Messages for carriers that are down, disabled or deleted, if a carrier of this process has a route for them. */
  async #takeStranded(open: { carrier: ConnectedCarrier; room: number }[]): Promise<ClaimedMessage[]> {
    const { db } = this.#runtime;
    const began = performance.now();
    if (open.length === 0 || began < this.#strandedAt) return [];
    const queues = await findQueuesInUse(db);
    const found: ClaimedMessage[] = [];
    for (const { carrier, room } of open) {
      const search = { ...this.#search(this.#router.strandedQueues(queues, carrier)), routes: carrier.routes };
      // Half of the room: the other half is for the carrier's own messages.
      found.push(...(await claimFairly(db, this.#lease, search, Math.ceil(room / 2), this.#turn(-2 - carrier.queue))));
    }
    const now = performance.now();
    this.#strandedAt = found.length === 0 ? now + Math.max(pollMs, (now - began) / searchShare) : now;
    return found;
  }

  #search(queues: readonly number[]): QueueSearch {
    return { queues, without: [...this.#router.pausedAccounts] };
  }

  #turn(name: number): Turn {
    let turn = this.#turns.get(name);
    if (turn === undefined) {
      turn = firstTurn();
      this.#turns.set(name, turn);
    }
    return turn;
  }
}

const usualWaitMs = carrierLimits.permitWait.most;
/** How long requests do not wait after one has waited without success: the carrier is slow, not this process. */
const pauseMs = 5_000;

/** The carriers of this process. */
type Rooms = {
  /** Whether permits for this many messages are missing only because results are not stored yet. */
  isCrowded(queue: number, count: number): boolean;
  /** Permits of the queue, taken or not. */
  capacityOf(queue: number): number;
};

type Waiter = { readonly attempt: () => boolean; readonly done: (succeeded: boolean) => void };

/**
 * A message that waits in the queue costs the database three times as much as one that goes directly to its carrier. So a request
 * waits a moment for a permit before it is accepted: a customer who sends more than this process can send is slowed down. Accounts
 * take turns. A slow carrier or its rate limit makes no request wait.
 */
export class BackPressure {
  readonly #rooms: Rooms;
  readonly #clock: () => number;
  readonly #waitMs: number;
  readonly #waiting = new Map<number, FairQueue<Waiter>>();
  #pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(rooms: Rooms, { clock, waitMs = usualWaitMs }: { clock: () => number; waitMs?: number }) {
    this.#rooms = rooms;
    this.#clock = clock;
    this.#waitMs = waitMs;
  }

  /** Undefined if these need not wait, or if waiting is useless; false if there was no permit for too long. */
  wait(messages: readonly ClaimedMessage[], reserve: () => boolean): Promise<boolean> | undefined {
    const { accountId, queue } = messages[0]!;
    const waiting = this.#queueOf(queue);
    if (waiting.size === 0 && !this.#rooms.isCrowded(queue, messages.length)) return undefined;
    if (this.#clock() <= this.#pausedUntil || messages.some((message) => message.queue !== queue)) return undefined;
    // An account with half of the places leaves the rest to others.
    const free = 2 * this.#rooms.capacityOf(queue) - waiting.size;
    return waiting.sizeOf(accountId) < free ? this.#enter(waiting, accountId, reserve) : undefined;
  }

  /** Called when permits may be free: admits waiting requests until one gets none. */
  admit(): void {
    for (const waiting of this.#waiting.values()) {
      for (let next = waiting.next(); next?.item.attempt(); next = waiting.next()) {
        waiting.shift(next.owner);
        next.item.done(true);
      }
    }
  }

  /** Ends all waits without a permit; called when the process stops. */
  dismiss(): void {
    for (const waiting of this.#waiting.values()) {
      for (let next = waiting.next(); next !== undefined; next = waiting.next()) waiting.shift(next.owner)!.done(false);
    }
  }

  #enter(waiting: FairQueue<Waiter>, owner: string, attempt: () => boolean): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#pausedUntil = this.#clock() + pauseMs;
        waiting.remove(owner, waiter);
        resolve(false);
      }, this.#waitMs);
      const done = (succeeded: boolean) => {
        clearTimeout(timer);
        resolve(succeeded);
      };
      const waiter = { attempt, done };
      waiting.push(owner, waiter);
    });
  }

  #queueOf(queue: number): FairQueue<Waiter> {
    let waiting = this.#waiting.get(queue);
    if (waiting === undefined) {
      waiting = new FairQueue();
      this.#waiting.set(queue, waiting);
    }
    return waiting;
  }
}
