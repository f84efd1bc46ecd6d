import { setTimeout as sleep } from 'node:timers/promises';
import { Overloaded } from '../../bounds/batch.ts';
import { sendingLimits } from '../../bounds/limits/sending.ts';
import type { RouteTarget } from '../../domain/carrier/route.ts';
import type { SendPlan } from '../../domain/message/send.ts';
import { refusesSome } from '../../domain/optout/opt-out.ts';
import type { Runtime } from '../../runtime.ts';
import { statesHeld } from '../../store/message/messages.ts';
import { type ClaimedMessage, notifyQueue } from '../../store/message/queue.ts';
import { undecidedQueue } from '../../store/message/queues.ts';
import { type Consumer, HandOff } from '../../work/hand-off.ts';
import { retrying } from '../../work/retrying.ts';
import type { IdempotentOutcome } from './idempotent.ts';

/** The carriers of this process, as the send path sees them. */
export type CarrierGateway = Consumer<ClaimedMessage> & {
  /** What marks a message as held by this process. */
  readonly lease: string;
  /** Whether any carrier is configured, connected or not, as last read from the database. */
  readonly hasCarriers: boolean;
  /** The queue of the carrier that the message is routed to. */
  queueOf(target: RouteTarget): number;
  /** Reserves as soon as there is room, accounts taking turns. Undefined if waiting is not worth it; false after too long a wait. */
  reserveSoon(messages: readonly ClaimedMessage[], reserve: () => boolean): Promise<boolean> | undefined;
};

/** How the messages of one request get to the carriers once it is accepted. */
export type DispatchPlan = {
  /** The queue of each message, used if this process does not take it immediately. */
  readonly queues: readonly number[];
  /** Set if this process has room for all messages: they are inserted as held by it, outside of the queues. */
  readonly lease: string | undefined;
  settle(outcome: IdempotentOutcome): void;
  /** After any error but Overloaded it is unknown whether the messages were accepted. */
  fail(error: unknown): void;
};

/** More recipients than this rarely fit into a window, and would fill it: they are queued, behind smaller requests. */
const mostDirect = sendingLimits.directRecipients.most;
/** Batches follow each other within milliseconds; one notification wakes the dispatchers of other processes for several. */
const notifyMs = 5;
/** After this time every statement has ended, so none can commit any more. */
const certainMs = 35_000;

export class DispatchPlanner {
  readonly #runtime: Runtime;
  readonly #gateway: CarrierGateway | undefined;
  /** Queues of the next notification. */
  #queues: Set<number> | undefined;

  constructor(runtime: Runtime, gateway: CarrierGateway | undefined) {
    this.#runtime = runtime;
    this.#gateway = gateway;
  }

  /** `isOld`: the message ids are too old for a process to hold the messages outside of a queue. */
  of(
    accountId: string,
    messageIds: readonly string[],
    plan: SendPlan,
    isOld = false,
  ): DispatchPlan | Promise<DispatchPlan> {
    const gateway = this.#gateway;
    // The carrier of a scheduled message is chosen when the message is due.
    if (gateway === undefined || plan.scheduledTime !== undefined)
      return this.#byQueue(plan.recipients.map(() => undecidedQueue));
    const queues = plan.recipients.map(({ destination, country }, index) =>
      gateway.queueOf({ id: messageIds[index]!, destination, country }),
    );
    // Rejected messages must not be held by a process; the other messages of such a request are claimed from the queue.
    if (isOld || queues.length > mostDirect || refusesSome(plan)) return this.#byQueue(queues);
    const handOff = new HandOff(gateway);
    const messages = toClaimed(accountId, messageIds, queues, plan, this.#runtime.clock());
    const reserve = () => handOff.reserve(messages);
    const toPlan = (isReserved: boolean) =>
      isReserved ? this.#direct(gateway, handOff, queues) : this.#byQueue(queues);
    const waiting = gateway.reserveSoon(messages, reserve);
    return waiting === undefined ? toPlan(reserve()) : waiting.then(toPlan);
  }

  #byQueue(queues: readonly number[]): DispatchPlan {
    const settle = ({ kind }: IdempotentOutcome) => {
      if (kind === 'accepted') this.#notify(queues);
    };
    return { queues, lease: undefined, settle, fail: () => {} };
  }

  #direct({ lease }: CarrierGateway, handOff: HandOff<ClaimedMessage>, queues: readonly number[]): DispatchPlan {
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

  /** The caller got an error, although the request may have been accepted. If it was, its messages are dispatched. */
  #clarify(handOff: HandOff<ClaimedMessage>, lease: string): Promise<void> {
    return handOff.clarify(async (messages) => {
      await sleep(certainMs, undefined, { ref: false });
      const find = () => statesHeld(this.#runtime.db, lease, messages);
      const states = await retrying(find, Number.POSITIVE_INFINITY).catch((err: unknown) => {
        this.#runtime.log.error({ err }, 'it is unknown whether this process holds these messages');
        return new Map();
      });
      return ({ id }) => states.has(id);
    });
  }

  /** Not awaited: a dispatcher that misses the notification polls within a second. */
  #notify(queues: readonly number[]): void {
    if (this.#queues === undefined) setTimeout(() => this.#sendNotification(), notifyMs).unref();
    this.#queues ??= new Set();
    for (const queue of queues) this.#queues.add(queue);
  }

  #sendNotification(): void {
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
  plan: SendPlan,
  now: number,
): ClaimedMessage[] {
  const { sender, text, encoding, segments, deliveryReportUrl: url, priceReport: showsPrice } = plan;
  const { validitySeconds, reference } = plan;
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
    report: { url, segments, price, showsPrice, isScheduled: false, reference },
  }));
}
