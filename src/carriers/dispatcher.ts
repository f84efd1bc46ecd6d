import { Batch } from '../flows/batch.ts';
import {
  claimFairly,
  firstTurn,
  releaseDue,
  type Settlement,
  settle,
  sweepExpired,
  sweepSilent,
} from '../flows/dispatch.ts';
import { deliverIncomplete } from '../flows/inbound.ts';
import { matchParked, matchReferences } from '../flows/receipts.ts';
import { retrying } from '../flows/retrying.ts';
import type { DirectWay } from '../flows/send.ts';
import { newId } from '../ids.ts';
import { Loop } from '../loop.ts';
import type { Runtime } from '../runtime.ts';
import { type Claimed, markSubmitting, notifyQueue } from '../store/queue.ts';
import type { Handover, SubmitResult } from './carrier.ts';
import type { Choice, Fleet } from './fleet.ts';

/** Claims as many as this at once; more would only wait here instead of in the database, where others could take them. */
const mostClaimed = 2_000;
const pollMs = 1_000;
/** Half of the burst that a carrier's rate allows: waits that short lose nothing, and fill more than one place. */
const leastWaitMs = 50;
const duePollMs = 200;
const sweepMs = 10_000;
const mostSwept = 1_000;

/** Moves messages from the queue to the carriers: claims in sets, submits, settles in sets. */
export class Dispatcher {
  /** The name under which this process takes messages. A new one at every start: what an earlier life took is not ours. */
  readonly lease = newId();
  readonly #runtime: Runtime;
  readonly #fleet: Fleet;
  readonly #onEvents: () => void;
  readonly #settling: Batch<Settlement, undefined>;
  readonly #marking: Batch<Claimed & { carrierId: string }, boolean>;
  readonly #turn = firstTurn();
  #loops: Loop[] = [];
  /** Taken and not yet settled. */
  #held = 0;
  /** Room kept free for messages that are being accepted or marked at this moment. */
  #promised = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Whether the queue may hold more than was last taken from it. */
  #backlog = true;

  constructor(runtime: Runtime, fleet: Fleet, onEvents: () => void) {
    this.#runtime = runtime;
    this.#onEvents = onEvents;
    this.#fleet = fleet;
    this.#settling = new Batch({ most: 2_000, lingerMs: 2, run: (settlements) => this.#settle(settlements) });
    this.#marking = new Batch({
      most: 2_000,
      run: async (marks) => {
        const marked = await markSubmitting(runtime.db, this.lease, marks);
        return marks.map(({ id }) => marked.has(id));
      },
    });
  }

  start(): void {
    const { log } = this.#runtime;
    this.#loops = [
      new Loop('dispatch', pollMs, log, () => this.#claim()),
      new Loop('schedule', duePollMs, log, () => this.#release()),
      new Loop('sweep', sweepMs, log, () => this.#sweep()),
    ];
  }

  /** There is something in the queue. */
  wake(): void {
    this.#backlog = true;
    this.#loops[0]?.wake();
  }

  /** A carrier has room. Under way are mostly messages of the short way; then nobody has to look into the queue. */
  onRoom(): void {
    if (this.#backlog) this.#loops[0]?.wake();
  }

  /** The short way: what this process accepts goes straight to its own carriers, without being searched for. */
  get direct(): DirectWay {
    return {
      lease: this.lease,
      promise: (count) => {
        if (this.#promised + count > this.#fleet.room) return false;
        this.#promised += count;
        return true;
      },
      withdraw: (count) => {
        this.#promised -= count;
      },
      give: (messages) => {
        this.#promised -= messages.length;
        for (const message of messages) this.#dispatch(message);
      },
    };
  }

  async stop(budgetMs: number): Promise<void> {
    await Promise.all(this.#loops.map((loop) => loop.stop()));
    clearTimeout(this.#timer);
    const until = Date.now() + budgetMs;
    while (this.#held > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  /** True if there may be more. */
  async #claim(): Promise<boolean> {
    const room = Math.min(mostClaimed, this.#fleet.room - this.#promised);
    if (room <= 0) {
      this.#backlog = true;
      this.#wakeForRate();
      return false;
    }
    const messages = await claimFairly(this.#runtime.db, this.lease, room, this.#turn);
    this.#backlog = messages.length > 0;
    for (const message of messages) this.#dispatch(message);
    return this.#backlog;
  }

  /** An answer tells of room in the window; of room in the rate only the clock does. */
  #wakeForRate(): void {
    const waitMs = this.#fleet.waitMs;
    if (waitMs === undefined) return;
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#loops[0]?.wake();
      },
      Math.max(waitMs, leastWaitMs),
    );
  }

  #dispatch(message: Claimed): void {
    this.#held += 1;
    this.#submit(message)
      .then((settlement) => this.#settling.add(settlement))
      // Not written: the lease runs out, and the message is taken again by whoever comes first.
      .catch((err: unknown) => this.#runtime.log.error({ err }, 'the result of a submit could not be stored'))
      .finally(() => {
        this.#held -= 1;
      });
  }

  async #submit(message: Claimed): Promise<Settlement> {
    if (message.carrierId !== undefined) {
      return { message, kind: 'unanswered', reason: 'a process vanished while it handed the message over' };
    }
    const choice = this.#fleet.choose(message);
    if (choice === undefined) {
      if (this.#fleet.hasRoute(message)) return { message, kind: 'not yet' };
      return { message, kind: 'refused', reason: `no carrier takes messages to ${message.country}` };
    }
    if (choice.unanswered === 'unknown' && !(await this.#mark(message, choice))) return { message, kind: 'not yet' };
    return toSettlement(
      message,
      choice,
      await choice.submit(toHandover(message, this.#runtime.config.validitySeconds)),
    );
  }

  /** False if this process has slept through its lease: then the message is no longer ours to send. */
  async #mark(message: Claimed, { carrierId }: Choice): Promise<boolean> {
    this.#promised += 1;
    try {
      return await this.#marking.add({ ...message, carrierId });
    } finally {
      this.#promised -= 1;
    }
  }

  async #settle(settlements: Settlement[]): Promise<undefined[]> {
    const { db, config } = this.#runtime;
    // What is not stored is sent again. To store it twice does no harm: the lease is gone after the first time.
    await retrying(() => settle(db, this.lease, settlements, config.validitySeconds));
    this.#onEvents();
    const submitted = settlements.filter((settlement) => settlement.kind === 'submitted');
    if (submitted.length > 0) {
      const carriers = [...new Set(submitted.map(({ carrierId }) => carrierId))];
      await matchReferences(
        db,
        carriers,
        submitted.flatMap(({ references }) => references),
      );
    }
    return settlements.map(() => undefined);
  }

  async #release(): Promise<boolean> {
    const released = await releaseDue(this.#runtime.db, mostSwept);
    if (released > 0) {
      // The carrier that takes them may be with another process.
      await notifyQueue(this.#runtime.db);
      this.#onEvents();
    }
    return released === mostSwept;
  }

  async #sweep(): Promise<boolean> {
    const { db, config } = this.#runtime;
    // First what is there, then what is not.
    const parked = await matchParked(db, mostSwept);
    const expired = await sweepExpired(db, config.validitySeconds, mostSwept);
    const silent = await sweepSilent(db, config.validitySeconds + config.receiptGraceSeconds, mostSwept);
    const incomplete = await deliverIncomplete(db, mostSwept);
    return [expired, silent, parked, incomplete].includes(mostSwept);
  }
}

function toHandover(message: Claimed, validitySeconds: number): Handover {
  const validUntil = new Date(message.since.getTime() + validitySeconds * 1_000);
  return { ...message, messageId: message.id, validUntil };
}

function toSettlement(message: Claimed, { carrierId, unanswered }: Choice, result: SubmitResult): Settlement {
  switch (result.kind) {
    case 'accepted':
      return { message, kind: 'submitted', carrierId, references: result.references };
    case 'refused':
    case 'later':
      return { message, kind: result.kind, reason: result.reason };
    case 'unanswered':
      return { message, kind: unanswered === 'unknown' ? 'unanswered' : 'later', reason: result.reason };
  }
}
