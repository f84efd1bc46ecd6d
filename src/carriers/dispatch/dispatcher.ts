import type { RouteTarget } from '../../domain/carrier/route.ts';
import { abandon, type Settlement } from '../../flows/messages/settlement.ts';
import type { CarrierGateway } from '../../flows/sending/dispatch-plan.ts';
import type { EventConsumer } from '../../flows/webhooks/event-hand-off.ts';
import type { Runtime } from '../../runtime.ts';
import { mostSingle } from '../../store/message/accept.ts';
import { type ClaimedMessage, claimedBy, putBackOwn } from '../../store/message/queue.ts';
import { noRouteQueue, undecidedQueue } from '../../store/message/queues.ts';
import { drained, Loop } from '../../work/loop.ts';
import { retrying } from '../../work/retrying.ts';
import type { Worker } from '../../work/worker.ts';
import type { Permit } from '../local-carrier.ts';
import type { Router } from '../router.ts';
import { BackPressure, DispatchIntake } from './intake.ts';
import { SubmitSettler } from './settler.ts';
import { Submitter } from './submitter.ts';

const pollMs = 1_000;
/** After this time a statement whose answer was lost has ended, and cannot commit any more. */
const certainMs = 35_000;
/** Far less than the burst that a carrier's rate allows: a wait this short loses nothing, and frees more than one place. */
const leastWaitMs = 50;

/** Moves messages from the queue, or directly from the request that brought them, to the carriers: claims, submits, settles. */
export class Dispatcher implements CarrierGateway {
  readonly #runtime: Runtime;
  readonly #worker: Worker;
  readonly #router: Router;
  readonly #intake: DispatchIntake;
  readonly #submitter: Submitter;
  readonly #pressure: BackPressure;
  /** The messages that this process holds, with the permits of those that were reserved one. */
  readonly #held = new Map<string, Permit | undefined>();
  readonly settler: SubmitSettler;
  /** Time of the last failed claim that may nevertheless have taken messages. */
  #failedAt: number | undefined;
  #claiming: Loop | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(runtime: Runtime, router: Router, consumer: EventConsumer, worker: Worker) {
    const { validitySeconds, receiptGraceSeconds } = runtime.config;
    const patience = { validitySeconds, silentSeconds: validitySeconds + receiptGraceSeconds };
    this.#runtime = runtime;
    this.#worker = worker;
    this.#router = router;
    this.#intake = new DispatchIntake(runtime, router, worker.id);
    this.#pressure = new BackPressure(router, { clock: () => performance.now() });
    this.#submitter = new Submitter(runtime, router, worker, patience);
    // Noted here, not in #letGo, which runs later: the claim that follows would find no room for requests to many recipients.
    const onRoom = (settlements: readonly Settlement[]) => {
      for (const { message } of settlements) this.#intake.noteEnd(message.id);
      this.onRoom();
    };
    this.settler = new SubmitSettler(runtime, { router, consumer, lease: worker.id, patience, onRoom });
  }

  start(): void {
    const gate = this.#worker.waiting.gate('queued');
    this.#claiming = new Loop('dispatch', pollMs, this.#runtime.log, () => this.#claim(), { gate });
  }

  /** Messages were put into these queues. */
  wake(queues: number[]): void {
    this.#intake.note(queues);
    if (this.#intake.hasBacklog) this.#claiming?.wake();
  }

  /** A carrier has room. Most messages come directly from requests; then the queue is not searched. */
  onRoom(): void {
    this.#pressure.admit();
    if (this.#intake.hasBacklog) this.#claiming?.wake();
  }

  /** Carriers or routes have changed. */
  onChange(): void {
    this.#intake.noteChange();
    this.#pressure.admit();
    this.#claiming?.wake();
  }

  get lease(): string {
    return this.#worker.id;
  }

  get hasCarriers(): boolean {
    return this.#router.hasCarriers;
  }

  queueOf(message: RouteTarget): number {
    const decision = this.#router.decide({ ...message, attempts: 0, queue: undecidedQueue });
    if (decision === 'nowhere') return noRouteQueue;
    return decision === 'unknown' ? undecidedQueue : decision.queue;
  }

  /** Messages that this process accepts go directly to its own carriers, without a search of the queue. */
  reserve(messages: readonly ClaimedMessage[]): boolean {
    if (this.#isPaused(messages)) return false;
    const counts = new Map<number, number>();
    for (const { queue } of messages) if (queue !== noRouteQueue) counts.set(queue, (counts.get(queue) ?? 0) + 1);
    for (const [queue, count] of counts) if (this.#intake.directRoom(queue) < count) return false;
    // Held before the commit: if this process dies right after it, the messages have to be found.
    for (const { id, queue } of messages) this.#hold(id, this.#router.permit(queue));
    return true;
  }

  reserveSoon(messages: readonly ClaimedMessage[], reserve: () => boolean): Promise<boolean> | undefined {
    if (messages.length > mostSingle || this.#isPaused(messages)) return undefined;
    return this.#pressure.wait(messages, reserve);
  }

  #isPaused(messages: readonly ClaimedMessage[]): boolean {
    return this.#router.isPaused || messages.some(({ accountId }) => this.#router.pausedAccounts.has(accountId));
  }

  release(messages: readonly ClaimedMessage[]): void {
    for (const { id } of messages) {
      this.#held.get(id)?.giveBack();
      this.#letGo(id);
    }
    this.onRoom();
  }

  give(messages: readonly ClaimedMessage[]): void {
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

  /** The answer to a claim was lost, so this process holds messages that it does not know of. No claim runs meanwhile. */
  async #putBackUnknown(): Promise<void> {
    const { db } = this.#runtime;
    const claimed = await claimedBy(db, this.#worker.id);
    const unknown = claimed.filter(({ id }) => !this.#held.has(id));
    if (unknown.length > 0) await putBackOwn(db, this.#worker.id, unknown);
    this.#failedAt = undefined;
  }

  /** A stored result frees room in the window; room in the rate comes with time only. */
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

  async #handOver(message: ClaimedMessage): Promise<void> {
    try {
      const outcome = await this.#submitter.submit(message, this.#held.get(message.id));
      const failure = await this.settler.add(outcome);
      if (failure !== undefined) throw failure;
    } catch (err) {
      this.#runtime.log.error({ err }, 'the result of a submit could not be stored');
      await this.#abandon(message);
    }
  }

  /** A message whose result cannot be stored must not be held forever. */
  async #abandon(message: ClaimedMessage): Promise<void> {
    const abandoning = () => abandon(this.#runtime.db, this.#worker.id, message);
    await retrying(abandoning, Number.POSITIVE_INFINITY).catch((err: unknown) =>
      this.#runtime.log.error({ err, message: message.id }, 'a message could not be put back'),
    );
  }
}
