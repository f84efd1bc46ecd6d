import { Batch } from '../bounds/batch.ts';
import type { Target } from '../domain/carrier/route.ts';
import { afterUnanswered } from '../domain/message/unanswered.ts';
import type { Exit } from '../flows/departure.ts';
import type { EventConsumer } from '../flows/event-hand-off.ts';
import { type CarrierReceipt, matchReferences } from '../flows/receipts.ts';
import { abandon, type Patience, type Settlement, settle, validUntil } from '../flows/settlement.ts';
import { noRoute, vanished } from '../flows/sweeps.ts';
import type { Runtime } from '../runtime.ts';
import { mostSingle } from '../store/message/accept.ts';
import { type Claimed, claimedBy, markSubmitting, notifyQueue, putBackOwn } from '../store/message/queue.ts';
import { nowhereQueue, undecidedQueue } from '../store/message/queues.ts';
import { leaseSeconds } from '../store/message/workers.ts';
import { drained } from '../work/drain.ts';
import { Loop } from '../work/loop.ts';
import { isolating, retrying } from '../work/retrying.ts';
import type { Worker } from '../work/worker.ts';
import { Answered } from './answered.ts';
import { BackPressure } from './back-pressure.ts';
import type { Handover, SubmitResult } from './carrier.ts';
import { Intake } from './intake.ts';
import { Permit } from './permit.ts';
import type { Router } from './router.ts';
import { countSent } from './sent-counts.ts';

const pollMs = 1_000;
/** By then no statement runs any more, and none can commit. */
const certainMs = 35_000;
/** Far less than the burst that a carrier's rate allows: waits that short lose nothing, and fill more than one place. */
const leastWaitMs = 50;
/** Results are collected for this long before they are stored, unless there are enough, or a carrier waits for their places. */
const collectMs = 40;
const enough = 32;
/** To put a set together takes 10 to 20 µs for each, for which everybody else waits. */
const mostInSet = 500;
/** While receipts come before their submits, and so long after, they are looked for with every set. */
const lookMs = 60_000;

/** What came of a message, and where it keeps its place until that is stored. */
type Outcome = { readonly settlement: Settlement; readonly permit?: Permit };

/** Moves messages from the queue to the carriers: claims in sets, submits, settles in sets. */
export class Dispatcher implements Exit {
  readonly #runtime: Runtime;
  readonly #worker: Worker;
  readonly #patience: Patience;
  readonly #router: Router;
  readonly #consumer: EventConsumer;
  readonly #settling: Batch<Outcome, Error | undefined>;
  readonly #marking: Batch<Claimed & { carrierId: string }, boolean>;
  readonly #intake: Intake;
  readonly #answered = new Answered();
  readonly #pressure: BackPressure;
  /** What this process holds, and the permits of what came with one. */
  readonly #held = new Map<string, Permit | undefined>();
  /** When a claim failed, and may yet have taken something. */
  #failedAt: number | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #lookUntil = Number.NEGATIVE_INFINITY;
  #claiming: Loop | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(runtime: Runtime, router: Router, consumer: EventConsumer, worker: Worker) {
    const { validitySeconds, receiptGraceSeconds } = runtime.config;
    this.#runtime = runtime;
    this.#worker = worker;
    this.#patience = { validitySeconds, silentSeconds: validitySeconds + receiptGraceSeconds };
    this.#consumer = consumer;
    this.#router = router;
    this.#intake = new Intake(runtime, router, worker.id);
    this.#pressure = new BackPressure(router, { clock: () => performance.now() });
    this.#settling = new Batch({
      most: mostInSet,
      ownerOf: ({ settlement }) => settlement.message.accountId,
      collectMs,
      enough,
      run: (outcomes) => this.#record(outcomes),
    });
    this.#marking = new Batch({
      most: mostInSet,
      run: async (marks) => {
        const marked = await markSubmitting(runtime.db, worker.id, marks);
        return marks.map(({ id }) => marked.has(id));
      },
    });
  }

  start(): void {
    const gate = this.#worker.waiting.gate('queued');
    this.#claiming = new Loop('dispatch', pollMs, this.#runtime.log, () => this.#claim(), { gate });
  }

  /** There is something in these queues. */
  wake(queues: number[]): void {
    this.#intake.note(queues);
    if (this.#intake.hasBacklog) this.#claiming?.wake();
  }

  /** A carrier has room. Under way are mostly messages of the short way; then nobody has to look into the queue. */
  onRoom(): void {
    this.#pressure.admit();
    if (this.#intake.hasBacklog) this.#claiming?.wake();
  }

  /** Carriers or routes are not what they were. */
  onChange(): void {
    this.#intake.noteChange();
    this.#pressure.admit();
    this.#claiming?.wake();
  }

  /** What marks a message as held by this process. */
  get lease(): string {
    return this.#worker.id;
  }

  get hasCarriers(): boolean {
    return this.#router.hasCarriers;
  }

  queueOf(message: Target): number {
    const decision = this.#router.decide({ ...message, attempts: 0, queue: undecidedQueue });
    if (decision === 'nowhere') return nowhereQueue;
    return decision === 'unknown' ? undecidedQueue : decision.queue;
  }

  /** The short way: what this process accepts goes straight to its own carriers, without being searched for. */
  reserve(messages: readonly Claimed[]): boolean {
    if (this.#isPaused(messages)) return false;
    const counts = new Map<number, number>();
    for (const { queue } of messages) if (queue !== nowhereQueue) counts.set(queue, (counts.get(queue) ?? 0) + 1);
    for (const [queue, count] of counts) if (this.#intake.directRoom(queue) < count) return false;
    // From now on: if we vanish right after the commit, what was committed has to be found.
    for (const { id, queue } of messages) this.#hold(id, this.#router.permit(queue));
    return true;
  }

  reserveSoon(messages: readonly Claimed[], reserve: () => boolean): Promise<boolean> | undefined {
    if (messages.length > mostSingle || this.#isPaused(messages)) return undefined;
    return this.#pressure.wait(messages, reserve);
  }

  #isPaused(messages: readonly Claimed[]): boolean {
    return this.#router.isPaused || messages.some(({ accountId }) => this.#router.pausedAccounts.has(accountId));
  }

  release(messages: readonly Claimed[]): void {
    for (const { id } of messages) {
      this.#held.get(id)?.giveBack();
      this.#letGo(id);
    }
    this.onRoom();
  }

  give(messages: readonly Claimed[]): void {
    for (const message of messages) void this.#handOver(message).finally(() => this.#letGo(message.id));
  }

  #hold(id: string, permit: Permit | undefined): void {
    this.#held.set(id, permit);
    this.#worker.inFlight.add(id);
  }

  #letGo(id: string): void {
    this.#held.delete(id);
    this.#intake.noteEnd(id);
    this.#worker.inFlight.remove(id);
  }

  async stop(budgetMs: number): Promise<void> {
    this.#pressure.dismiss();
    await this.#claiming?.stop();
    clearTimeout(this.#timer);
    await drained(() => this.#held.size, budgetMs);
  }

  /** True if there may be more. */
  async #claim(): Promise<boolean> {
    if (this.#failedAt !== undefined && performance.now() - this.#failedAt > certainMs) await this.#putBackUnknown();
    const isMore = await this.#take().catch((error: unknown) => {
      this.#failedAt = performance.now();
      throw error;
    });
    if (this.#intake.hasBacklog) this.#wakeForRate();
    return isMore;
  }

  #take(): Promise<boolean> {
    return this.#intake.take((message) => {
      this.#hold(message.id, undefined);
      this.give([message]);
    });
  }

  /** The answer to a claim was lost: what it has taken is in our name, and we do not know of it. No claim runs meanwhile. */
  async #putBackUnknown(): Promise<void> {
    const { db } = this.#runtime;
    const claimed = await claimedBy(db, this.#worker.id);
    const unknown = claimed.filter(({ id }) => !this.#held.has(id));
    if (unknown.length > 0) await putBackOwn(db, this.#worker.id, unknown);
    this.#failedAt = undefined;
  }

  /** A stored result tells of room in the window; of room in the rate only the clock does. */
  #wakeForRate(): void {
    const waitMs = this.#router.waitMs;
    if (waitMs === undefined) return;
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#claiming?.wake();
      },
      Math.max(waitMs, leastWaitMs),
    );
  }

  async #handOver(message: Claimed): Promise<void> {
    try {
      const outcome = await this.#submit(message);
      const recorded = this.#settling.add(outcome, outcome.permit?.isPressing);
      this.#answered.add(outcome.settlement, recorded);
      const failure = await recorded;
      if (failure !== undefined) throw failure;
    } catch (err) {
      this.#runtime.log.error({ err }, 'the result of a submit could not be stored');
      await this.#abandon(message);
    }
  }

  /** What came of it cannot be stored; it must not stay in our hands for ever. */
  async #abandon(message: Claimed): Promise<void> {
    const abandoning = () => abandon(this.#runtime.db, this.#worker.id, message);
    await retrying(abandoning, Number.POSITIVE_INFINITY).catch((err: unknown) =>
      this.#runtime.log.error({ err, message: message.id }, 'a message could not be put back'),
    );
  }

  /** A receipt, which may be of a message whose submit we are about to store; otherwise it is matched in the database. */
  receive(receipt: CarrierReceipt, otherwise: () => Promise<void>): Promise<void> {
    return this.#answered.receive(receipt, otherwise);
  }

  async #submit(message: Claimed): Promise<Outcome> {
    if (message.carrierId !== undefined) {
      return { settlement: { message, kind: 'unanswered', reason: vanished } };
    }
    const { life } = this.#worker;
    let permit = this.#held.get(message.id) ?? this.#decide(message);
    while (permit instanceof Permit && !(await permit.enter())) {
      permit.giveBack();
      permit = this.#decide(message);
    }
    if (!(permit instanceof Permit)) return { settlement: await permit };
    // It waited for too long: put back, it is seen to have expired.
    if (Date.now() > validUntil(message, this.#patience)) return { settlement: { message, kind: 'not yet' }, permit };
    // It may have waited for its place for so long that others took it for lost, and have sent it.
    if (life === undefined || life !== this.#worker.life) return { settlement: { message, kind: 'not yet' }, permit };
    return this.#submitTo(permit, message);
  }

  /** A permit for where it goes, or what else becomes of it. */
  #decide(message: Claimed): Permit | Settlement | Promise<Settlement> {
    const decision = this.#router.decide(message);
    if (decision === 'unknown') return { message, kind: 'not yet' };
    if (decision === 'nowhere') return this.#withoutRoute(message);
    return this.#router.permit(decision.queue) ?? { message, kind: 'moved', queue: decision.queue };
  }

  /** Nobody is refused on the word of what this process knew: the route may have been made, or learnt of, a moment ago. */
  async #withoutRoute(message: Claimed): Promise<Settlement> {
    const isSure = (await this.#router.isCurrent()) && this.#router.decide(message) === 'nowhere';
    return isSure ? { message, kind: 'refused', reason: noRoute(message.country) } : { message, kind: 'not yet' };
  }

  async #submitTo(permit: Permit, message: Claimed): Promise<Outcome> {
    try {
      const isOurs = permit.unanswered === 'resend' || (await this.#mark(message, permit.carrierId));
      if (!isOurs) return { settlement: { message, kind: 'not yet' }, permit };
      const { traces } = this.#runtime;
      const began = traces === undefined ? 0 : Date.now();
      const sender = this.#router.senderOf(permit.carrierId, message);
      const result = await permit.submit(toHandover(message, sender, this.#patience));
      traces?.submitted(message.id, began, permit.carrierId, result.kind);
      return { settlement: this.#toSettlement(message, permit, result), permit };
    } catch (err) {
      permit.giveBack();
      throw err;
    }
  }

  #toSettlement(message: Claimed, { carrierId, unanswered }: Permit, result: SubmitResult): Settlement {
    switch (result.kind) {
      case 'accepted':
        return { message, kind: 'submitted', carrierId, references: result.references };
      case 'refused':
        return { message, kind: 'refused', reason: result.reason };
      case 'later':
        return { message, kind: 'later', reason: result.reason, queue: this.#nextQueue(message) };
      case 'unanswered':
        return afterUnanswered(unanswered, message.unanswered + 1) === 'resend'
          ? { message, kind: 'later', reason: result.reason, queue: this.#nextQueue(message), unanswered: true }
          : { message, kind: 'unanswered', reason: result.reason };
    }
  }

  /** Where a message waits for its next try: in the queue of a carrier, where it is counted, and not undecided. */
  #nextQueue(message: Claimed): number {
    const decision = this.#router.decide({ ...message, attempts: message.attempts + 1, queue: undecidedQueue });
    return typeof decision === 'string' ? undecidedQueue : decision.queue;
  }

  /** False if this process has slept through its lease: then the message is no longer ours to send. */
  #mark(message: Claimed, carrierId: string): Promise<boolean> {
    return this.#marking.add({ ...message, carrierId });
  }

  /** Whatever comes of it, their places are free then. */
  async #record(outcomes: Outcome[]): Promise<(Error | undefined)[]> {
    const settlements = outcomes.map(({ settlement }) => settlement);
    this.#answered.begin(settlements);
    try {
      const failures = await this.#settle(settlements);
      const stored = settlements.filter((_, index) => failures[index] === undefined);
      countSent(this.#runtime.metrics, stored, Date.now());
      return failures;
    } finally {
      this.#answered.end(settlements);
      for (const { permit } of outcomes) permit?.giveBack();
      this.onRoom();
      this.#follow(settlements).catch((err: unknown) =>
        this.#runtime.log.warn({ err }, 'receipts and dispatchers wait for the next look'),
      );
    }
  }

  async #settle(settlements: Settlement[]): Promise<(Error | undefined)[]> {
    const { db } = this.#runtime;
    const store = async (some: Settlement[]): Promise<(Error | undefined)[]> => {
      // To store it twice does no harm: after the first time they are not held any more.
      await retrying(() => settle(db, this.#worker.id, some, this.#patience, this.#consumer), leaseSeconds * 1_000);
      return some.map(() => undefined);
    };
    return isolating(settlements, store, (error) => error as Error);
  }

  /** What is to be done once they are stored. */
  async #follow(settlements: Settlement[]): Promise<void> {
    const { db } = this.#runtime;
    const moved = settlements.filter((settlement) => settlement.kind === 'moved');
    if (moved.length > 0) await notifyQueue(db, new Set(moved.map(({ queue }) => queue)));
    const submitted = settlements.filter((settlement) => settlement.kind === 'submitted').filter(isOpen);
    if (submitted.length === 0 || !this.#mayBeParked()) return;
    const carriers = [...new Set(submitted.map(({ carrierId }) => carrierId))];
    const found = await matchReferences(
      db,
      carriers.flatMap((carrierId) => this.#router.siblings(carrierId)),
      submitted.flatMap(({ references }) => references),
      this.#consumer,
    );
    if (found > 0) this.onParked();
  }

  /** Receipts that come before their submits are stored: mostly there are none, and a look now and then is enough to know. */
  onParked(): void {
    this.#lookUntil = performance.now() + lookMs;
  }

  #mayBeParked(): boolean {
    const now = performance.now();
    const isDue = now - this.#lookedAt > pollMs;
    if (isDue) this.#lookedAt = now;
    return isDue || now < this.#lookUntil;
  }
}

const isOpen = ({ isDelivered = false }: { readonly isDelivered?: boolean }): boolean => !isDelivered;

function toHandover(message: Claimed, sender: string, patience: Patience): Handover {
  return { ...message, sender, messageId: message.id, validUntil: new Date(validUntil(message, patience)) };
}
