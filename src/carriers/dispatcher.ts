import { afterUnanswered } from '../domain/unanswered.ts';
import { Batch } from '../flows/batch.ts';
import type { Desk } from '../flows/courier.ts';
import { matchReferences } from '../flows/receipts.ts';
import { retrying } from '../flows/retrying.ts';
import { type Settlement, settle } from '../flows/settlement.ts';
import { noRoute, vanished } from '../flows/sweeps.ts';
import type { DirectWay } from '../flows/way-out.ts';
import { newId } from '../ids.ts';
import { Loop } from '../loop.ts';
import type { Runtime } from '../runtime.ts';
import { type Claimed, leaseSeconds, markSubmitting, notifyQueue, renewLeases } from '../store/queue.ts';
import type { Handover, SubmitResult } from './carrier.ts';
import type { Choice, Fleet } from './fleet.ts';
import { Held } from './held.ts';
import { Intake } from './intake.ts';
import { Reservations } from './reservations.ts';

const pollMs = 1_000;
/** Far less than the burst that a carrier's rate allows: waits that short lose nothing, and fill more than one place. */
const leastWaitMs = 50;
/** A lease is renewed at this age, with two more chances before it ends. Carriers mostly answer long before. */
const renewAfterMs = 10_000;
const renewEveryMs = 5_000;
/** Results are stored in sets of what comes in this time, unless a carrier is about to wait for their places. */
const restMs = 15;

/** What came of a message, and where it keeps its place until that is stored. */
type Outcome = { readonly settlement: Settlement; readonly choice?: Choice };

/** Moves messages from the queue to the carriers: claims in sets, submits, settles in sets. */
export class Dispatcher {
  /** The name under which this process takes messages. A new one at every start: what an earlier life took is not ours. */
  readonly lease = newId();
  readonly #runtime: Runtime;
  readonly #fleet: Fleet;
  readonly #desk: Desk;
  readonly #settling: Batch<Outcome, undefined>;
  readonly #marking: Batch<Claimed & { carrierId: string }, boolean>;
  readonly #intake: Intake;
  readonly #reservations: Reservations;
  readonly #held = new Held();
  #claiming: Loop | undefined;
  #renewing: Loop | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(runtime: Runtime, fleet: Fleet, desk: Desk) {
    this.#runtime = runtime;
    this.#desk = desk;
    this.#fleet = fleet;
    this.#reservations = new Reservations(fleet);
    this.#intake = new Intake(runtime, fleet, this.lease);
    this.#settling = new Batch({ most: 2_000, restMs, run: (outcomes) => this.#record(outcomes) });
    this.#marking = new Batch({
      most: 2_000,
      run: async (marks) => {
        const marked = await markSubmitting(runtime.db, this.lease, marks);
        return marks.map(({ id }) => marked.has(id));
      },
    });
  }

  start(): void {
    this.#claiming = new Loop('dispatch', pollMs, this.#runtime.log, () => this.#claim());
    this.#renewing = new Loop('leases', renewEveryMs, this.#runtime.log, () => this.#renew());
  }

  /** There is something in these lanes of the queue. */
  wake(lanes: number[]): void {
    this.#intake.note(lanes);
    if (this.#intake.hasBacklog) this.#claiming?.wake();
  }

  /** A carrier has room. Under way are mostly messages of the short way; then nobody has to look into the queue. */
  onRoom(): void {
    if (this.#intake.hasBacklog) this.#claiming?.wake();
  }

  /** Carriers or routes are not what they were. */
  onChange(): void {
    this.#intake.noteChange();
    this.#claiming?.wake();
  }

  /** The short way: what this process accepts goes straight to its own carriers, without being searched for. */
  get direct(): DirectWay {
    return {
      lease: this.lease,
      place: (messages) => this.#reservations.place(messages),
      withdraw: (lanes) => this.#reservations.giveBack(lanes),
      give: (messages) => {
        this.#reservations.giveBack(messages.map(({ lane }) => lane));
        for (const message of messages) this.#dispatch(message);
      },
    };
  }

  async stop(budgetMs: number): Promise<void> {
    await this.#claiming?.stop();
    clearTimeout(this.#timer);
    const until = Date.now() + budgetMs;
    while (this.#held.size > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
    await this.#renewing?.stop();
  }

  /** True if there may be more. */
  async #claim(): Promise<boolean> {
    const isMore = await this.#intake.take(
      ({ lane }) => this.#reservations.free(lane),
      (message) => this.#dispatch(message),
    );
    if (this.#intake.hasBacklog) this.#wakeForRate();
    return isMore;
  }

  /** A stored result tells of room in the window; of room in the rate only the clock does. */
  #wakeForRate(): void {
    const waitMs = this.#fleet.waitMs;
    if (waitMs === undefined) return;
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#claiming?.wake();
      },
      Math.max(waitMs, leastWaitMs),
    );
  }

  #dispatch(message: Claimed): void {
    this.#held.add(message, performance.now());
    this.#submit(message)
      .then((outcome) => this.#settling.add(outcome, outcome.choice?.isPressing))
      // Not written: the lease runs out, and the message is taken again by whoever comes first.
      .catch((err: unknown) => this.#runtime.log.error({ err }, 'the result of a submit could not be stored'))
      .finally(() => this.#held.remove(message));
  }

  /** What waits for a slow carrier stays ours: taken by another process, it would be sent twice over a living link. */
  async #renew(): Promise<boolean> {
    const now = performance.now();
    const old = this.#held.before(now - renewAfterMs);
    if (old.length === 0) return false;
    await renewLeases(this.#runtime.db, this.lease, old);
    this.#held.renewed(old, now);
    return false;
  }

  async #submit(message: Claimed): Promise<Outcome> {
    if (message.carrierId !== undefined) {
      return { settlement: { message, kind: 'unanswered', reason: vanished } };
    }
    const decision = this.#fleet.decide(message);
    if (decision === 'unknown') return { settlement: { message, kind: 'not yet' } };
    if (decision === 'nowhere') return { settlement: { message, kind: 'refused', reason: noRoute(message.country) } };
    const choice = this.#fleet.board(decision.carrierId);
    if (choice === undefined) return { settlement: { message, kind: 'moved', lane: decision.lane } };
    try {
      return { settlement: await this.#submitTo(choice, message), choice };
    } catch (err) {
      choice.leave();
      throw err;
    }
  }

  async #submitTo(choice: Choice, message: Claimed): Promise<Settlement> {
    if (choice.unanswered === 'unknown' && !(await this.#mark(message, choice.carrierId))) {
      return { message, kind: 'not yet' };
    }
    const handover = toHandover(message, this.#runtime.config.validitySeconds);
    return toSettlement(message, choice, await choice.submit(handover));
  }

  /** False if this process has slept through its lease: then the message is no longer ours to send. */
  #mark(message: Claimed, carrierId: string): Promise<boolean> {
    return this.#marking.add({ ...message, carrierId });
  }

  /** Whatever comes of it, their places are free then: what could not be stored waits for its lease to end. */
  async #record(outcomes: Outcome[]): Promise<undefined[]> {
    const settlements = outcomes.map(({ settlement }) => settlement);
    try {
      await this.#settle(settlements);
    } finally {
      for (const { choice } of outcomes) choice?.leave();
      this.onRoom();
    }
    await this.#follow(settlements);
    return outcomes.map(() => undefined);
  }

  async #settle(settlements: Settlement[]): Promise<void> {
    const { db, config } = this.#runtime;
    // What is not stored is sent again, but not before its lease is over. To store it twice does no harm: the lease is gone
    // after the first time.
    await retrying(() => settle(db, this.lease, settlements, config.validitySeconds, this.#desk), leaseSeconds * 1_000);
  }

  /** What is to be done once they are stored. */
  async #follow(settlements: Settlement[]): Promise<void> {
    const { db } = this.#runtime;
    const moved = settlements.filter((settlement) => settlement.kind === 'moved');
    if (moved.length > 0) await notifyQueue(db, new Set(moved.map(({ lane }) => lane)));
    const submitted = settlements.filter((settlement) => settlement.kind === 'submitted');
    if (submitted.length > 0) {
      const carriers = [...new Set(submitted.map(({ carrierId }) => carrierId))];
      await matchReferences(
        db,
        carriers.flatMap((carrierId) => this.#fleet.siblings(carrierId)),
        submitted.flatMap(({ references }) => references),
        this.#desk,
      );
    }
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
      return afterUnanswered(unanswered, message.unanswered + 1) === 'resend'
        ? { message, kind: 'later', reason: result.reason, unanswered: true }
        : { message, kind: 'unanswered', reason: result.reason };
  }
}
