import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from '../domain/route.ts';
import type { Plan } from '../domain/send.ts';
import type { Runtime } from '../runtime.ts';
import type { Candidate } from '../store/accept.ts';
import { undecidedLane } from '../store/lanes.ts';
import { type Claimed, notifyQueue, putBackOwn } from '../store/queue.ts';
import { retrying } from '../work/retrying.ts';
import type { GuardedOutcome } from './idempotent.ts';

/**
 * The short way out: a process that has carriers with room takes what it accepts straight to them. The rows are inserted
 * as already held by it, in no queue; if it dies, others take over what it held.
 */
export type DirectWay = {
  readonly lease: string;
  /** Where each message belongs. If all of them can leave from here at once, room is kept for them until they are given. */
  place(messages: readonly Target[]): Placement;
  withdraw(messages: readonly { readonly id: string; readonly lane: number }[]): void;
  give(messages: Claimed[]): void;
};

export type Placement = { readonly lanes: readonly number[]; readonly reserved: boolean };

/** Batches follow each other by the millisecond; the dispatchers of other processes need not be woken for each. */
const notifyMs = 5;
/** By then no statement runs any more, and none can commit. */
const certainMs = 35_000;

/** How what this process accepts gets to the carriers. */
export class WayOut {
  readonly #runtime: Runtime;
  readonly #direct: DirectWay | undefined;
  /** Lanes to be told of, until that is done. */
  #lanes: Set<number> | undefined;

  constructor(runtime: Runtime, direct: DirectWay | undefined) {
    this.#runtime = runtime;
    this.#direct = direct;
  }

  /** What is scheduled is placed when its time has come: who can carry it then, nobody knows now. */
  place({ recipients, scheduledTime }: Plan, messageIds: string[]): Pick<Candidate, 'lanes' | 'lease'> {
    if (this.#direct === undefined || scheduledTime !== undefined)
      return { lanes: recipients.map(() => undecidedLane) };
    const messages = recipients.map(({ destination, country }, index) => ({
      id: messageIds[index]!,
      destination,
      country,
    }));
    const { lanes, reserved } = this.#direct.place(messages);
    return { lanes, lease: reserved ? this.#direct.lease : undefined };
  }

  /** It was not accepted, or is not ours: the room that was kept for it is free. */
  giveBack({ lease, lanes, messageIds }: Candidate): void {
    if (lease !== undefined) this.#direct?.withdraw(messageIds.map((id, index) => ({ id, lane: lanes[index]! })));
  }

  /** Nobody knows whether it was accepted, or will be: what is in our hands after all goes into the queue, once that is certain. */
  lose(candidate: Candidate): void {
    if (candidate.lease === undefined) return;
    this.#putBack(candidate, candidate.lease)
      .catch((err: unknown) => this.#runtime.log.error({ err }, 'messages could not be put back'))
      .finally(() => this.giveBack(candidate));
  }

  async #putBack({ accountId, messageIds }: Candidate, lease: string): Promise<void> {
    await sleep(certainMs, undefined, { ref: false });
    const refs = messageIds.map((id) => ({ accountId, id }));
    await retrying(() => putBackOwn(this.#runtime.db, lease, refs), Number.POSITIVE_INFINITY);
  }

  /** Accepted messages go to the carriers: our own, or whoever hears that there is something in the queue. */
  take(candidate: Candidate, outcome: GuardedOutcome): void {
    const isOurs = outcome.kind === 'accepted' && candidate.lease !== undefined && outcome.held;
    if (isOurs) this.#direct?.give(toClaimed(candidate, outcome.plan ?? candidate.plan, outcome.now));
    else this.giveBack(candidate);
    if (outcome.kind === 'accepted' && !isOurs) this.#notify(candidate.lanes);
  }

  /** Not waited for: whoever misses it looks by itself within a second. What follows at once is told with it. */
  #notify(lanes: readonly number[]): void {
    if (this.#lanes === undefined) setTimeout(() => this.#tell(), notifyMs).unref();
    this.#lanes ??= new Set();
    for (const lane of lanes) this.#lanes.add(lane);
  }

  #tell(): void {
    const { db, log } = this.#runtime;
    const lanes = this.#lanes!;
    this.#lanes = undefined;
    notifyQueue(db, lanes).catch((err: unknown) => log.warn({ err }, 'dispatchers could not be woken'));
  }
}

function toClaimed({ accountId, messageIds, lanes }: Candidate, plan: Plan, now: number): Claimed[] {
  const { sender, text, encoding, segments, deliveryReportUrl: url, priceReport: showsPrice } = plan;
  const since = new Date(now * 1_000);
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
    lane: lanes[index]!,
    report: { url, segments, price, showsPrice, isScheduled: false },
  }));
}
