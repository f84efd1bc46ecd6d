import { setTimeout as sleep } from 'node:timers/promises';
import { Overloaded } from '../bounds/batch.ts';
import { sendingLimits } from '../bounds/limits/sending.ts';
import type { Target } from '../domain/carrier/route.ts';
import type { Plan } from '../domain/message/send.ts';
import { refusesSome } from '../domain/optout/opt-out.ts';
import type { Runtime } from '../runtime.ts';
import { statesHeld } from '../store/message/messages.ts';
import { type Claimed, notifyQueue } from '../store/message/queue.ts';
import { undecidedQueue } from '../store/message/queues.ts';
import { type Consumer, HandOff } from '../work/hand-off.ts';
import { retrying } from '../work/retrying.ts';
import type { GuardedOutcome } from './idempotent.ts';

/** The carriers of this process, as the send path knows them. */
export type Exit = Consumer<Claimed> & {
  /** What marks a message as held by this process. */
  readonly lease: string;
  /** Whether there is any carrier, connected or not, as of the latest look at the database. */
  readonly hasCarriers: boolean;
  /** The queue of the carrier that a message is meant for. */
  queueOf(target: Target): number;
  /**
   * Tries to reserve these as soon as there is room, by turns of the accounts. Undefined if that is not worth a wait; false if there was
   * no room for too long.
   */
  reserveSoon(messages: readonly Claimed[], reserve: () => boolean): Promise<boolean> | undefined;
};

/** How the messages of one request get to the carriers once it is accepted. */
export type Departure = {
  /** Where each of them waits if it is not taken at once. */
  readonly queues: readonly number[];
  /** There is room for all of them here: they are inserted as held by this process, in no queue. */
  readonly lease: string | undefined;
  settle(outcome: GuardedOutcome): void;
  /** Nobody knows whether they were accepted, unless they were not even tried. */
  fail(error: unknown): void;
};

/** More recipients than this rarely fit into a window, and would take all of it: they wait in the queue, where others go first. */
const mostDirect = sendingLimits.directRecipients.most;
/** Batches follow each other by the millisecond; the dispatchers of other processes need not be woken for each. */
const notifyMs = 5;
/** By then no statement runs any more, and none can commit. */
const certainMs = 35_000;

export class Departures {
  readonly #runtime: Runtime;
  readonly #exit: Exit | undefined;
  /** Queues to be told of, until that is done. */
  #queues: Set<number> | undefined;

  constructor(runtime: Runtime, exit: Exit | undefined) {
    this.#runtime = runtime;
    this.#exit = exit;
  }

  /** `isOld`: its ids were made so long ago that no process may hold it outside of a queue. */
  of(accountId: string, messageIds: readonly string[], plan: Plan, isOld = false): Departure | Promise<Departure> {
    const exit = this.#exit;
    // Who can carry what is scheduled when its time has come, nobody knows now.
    if (exit === undefined || plan.scheduledTime !== undefined)
      return this.#byQueue(plan.recipients.map(() => undecidedQueue));
    const queues = plan.recipients.map(({ destination, country }, index) =>
      exit.queueOf({ id: messageIds[index]!, destination, country }),
    );
    // What is rejected must not be in anybody's hands; the others of such a request are claimed like those of a large one.
    if (isOld || queues.length > mostDirect || refusesSome(plan)) return this.#byQueue(queues);
    const handOff = new HandOff(exit);
    const messages = toClaimed(accountId, messageIds, queues, plan, this.#runtime.clock());
    const reserve = () => handOff.reserve(messages);
    const departure = (isReserved: boolean) =>
      isReserved ? this.#direct(exit, handOff, queues) : this.#byQueue(queues);
    const waiting = exit.reserveSoon(messages, reserve);
    return waiting === undefined ? departure(reserve()) : waiting.then(departure);
  }

  #byQueue(queues: readonly number[]): Departure {
    const settle = ({ kind }: GuardedOutcome) => {
      if (kind === 'accepted') this.#notify(queues);
    };
    return { queues, lease: undefined, settle, fail: () => {} };
  }

  #direct({ lease }: Exit, handOff: HandOff<Claimed>, queues: readonly number[]): Departure {
    return {
      queues,
      lease,
      settle: (outcome) => {
        if (outcome.kind === 'running' && outcome.mayBeOurs) {
          void this.#clarify(handOff, lease);
          return;
        }
        const isOurs = outcome.kind === 'accepted' && outcome.held;
        if (isOurs) handOff.commit();
        else handOff.cancel();
        if (outcome.kind === 'accepted' && !isOurs) this.#notify(queues);
      },
      fail: (error) => {
        if (error instanceof Overloaded) handOff.cancel();
        else void this.#clarify(handOff, lease);
      },
    };
  }

  /** The caller was told to try again, or that it runs already; if the request was accepted all the same, its messages leave. */
  #clarify(handOff: HandOff<Claimed>, lease: string): Promise<void> {
    return handOff.clarify(async (messages) => {
      await sleep(certainMs, undefined, { ref: false });
      const find = () => statesHeld(this.#runtime.db, lease, messages);
      const states = await retrying(find, Number.POSITIVE_INFINITY).catch((err: unknown) => {
        this.#runtime.log.error({ err }, 'messages are in our hands, or not: nobody can say');
        return new Map();
      });
      return ({ id }) => states.has(id);
    });
  }

  /** Not waited for: whoever misses it looks by itself within a second. What follows at once is told with it. */
  #notify(queues: readonly number[]): void {
    if (this.#queues === undefined) setTimeout(() => this.#tell(), notifyMs).unref();
    this.#queues ??= new Set();
    for (const queue of queues) this.#queues.add(queue);
  }

  #tell(): void {
    const { db, log } = this.#runtime;
    const queues = this.#queues!;
    this.#queues = undefined;
    notifyQueue(db, queues).catch((err: unknown) => log.warn({ err }, 'dispatchers could not be woken'));
  }
}

function toClaimed(
  accountId: string,
  messageIds: readonly string[],
  queues: readonly number[],
  plan: Plan,
  now: number,
): Claimed[] {
  const { sender, text, encoding, segments, deliveryReportUrl: url, priceReport: showsPrice, validitySeconds } = plan;
  const since = new Date(now);
  return plan.recipients.map(({ destination, country, price }, index) => ({
    accountId,
    id: messageIds[index]!,
    destination,
    country,
    sender,
    text,
    encoding,
    attempts: 0,
    unanswered: 0,
    since,
    validitySeconds,
    queue: queues[index]!,
    report: { url, segments, price, showsPrice, isScheduled: false },
  }));
}
