import { FairQueue } from '../../bounds/fair-queue.ts';
import { carrierLimits } from '../../bounds/limits/carriers.ts';
import type { Claimed } from '../../store/message/queue.ts';

const usualWaitMs = carrierLimits.permitWait.most;
/** For this long after a request waited without success, requests do not wait: the carrier is slow, not this process. */
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
  wait(messages: readonly Claimed[], reserve: () => boolean): Promise<boolean> | undefined {
    const { accountId, queue } = messages[0]!;
    const waiting = this.#queueOf(queue);
    if (waiting.size === 0 && !this.#rooms.isCrowded(queue, messages.length)) return undefined;
    if (this.#clock() <= this.#pausedUntil || messages.some((message) => message.queue !== queue)) return undefined;
    // An account with half of the places leaves the rest to others.
    const free = 2 * this.#rooms.capacityOf(queue) - waiting.size;
    return waiting.sizeOf(accountId) < free ? this.#enter(waiting, accountId, reserve) : undefined;
  }

  /** There may be permits again: requests go until one finds none. */
  admit(): void {
    for (const waiting of this.#waiting.values()) {
      for (let next = waiting.next(); next?.item.attempt(); next = waiting.next()) {
        waiting.shift(next.owner);
        next.item.done(true);
      }
    }
  }

  /** The process stops: there will be no permits. */
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
