import { Limiter } from '../bounds/limiter.ts';
import { bindOrigin } from '../domain/receipt/report-target.ts';
import { type BindDelivery, type BindTransport, setAside } from '../flows/webhooks/deliver.ts';
import type { EventConsumer, ReservableEvent } from '../flows/webhooks/event-hand-off.ts';
import type { ExchangeOutcome } from '../http-client/client.ts';
import type { Runtime } from '../runtime.ts';
import type { ClaimedEvent, EndpointRef } from '../store/webhook/deliveries.ts';
import type { Tally } from '../telemetry/tally.ts';
import { drained } from '../work/loop.ts';
import type { Worker } from '../work/worker.ts';
import { Attempts } from './attempts.ts';
import { Claimer } from './claim.ts';
import { Endpoints } from './endpoints.ts';
import { ReportOrder, UnblockSweep } from './order.ts';
import { DeliverySettler } from './settle.ts';

/** Events that this process holds: waiting for a slot of their endpoint, being attempted, or with a result that is not stored yet. */
const mostHeld = 2_000;
const cutOffMs = 1_000;

/** Delivers events: holds them by permits, starts attempts as their endpoints have slots, and settles the results. */
export class Deliverer implements EventConsumer {
  readonly worker: Worker;
  readonly tally: Tally;
  readonly #runtime: Runtime;
  readonly #limiter = new Limiter({ total: mostHeld });
  readonly #endpoints: Endpoints;
  readonly #attempts: Attempts;
  readonly #binds: BindTransport | undefined;
  readonly #claimer: Claimer;
  readonly #order: ReportOrder;
  readonly #unblocking: UnblockSweep;
  readonly #settler: DeliverySettler;
  #stopping = false;

  constructor(runtime: Runtime, worker: Worker, binds?: BindTransport) {
    this.#runtime = runtime;
    this.worker = worker;
    this.tally = runtime.metrics.tally;
    this.#binds = binds;
    this.#endpoints = new Endpoints(
      () => performance.now(),
      runtime.config.webhookRetryScale,
      (accountId) => binds?.windowOf(accountId) ?? 0,
    );
    this.#attempts = new Attempts(runtime, binds);
    const [limiter, endpoints] = [this.#limiter, this.#endpoints];
    this.#claimer = new Claimer(runtime, this, { limiter, mostHeld, endpoints, binds });
    this.#order = new ReportOrder(worker.inFlight);
    this.#unblocking = new UnblockSweep(runtime, worker, () => this.wake());
    this.#settler = new DeliverySettler(runtime, {
      lease: worker.id,
      limiter,
      order: this.#order,
      start: (event) => this.#start(event),
      begin: (events) => this.#begin(events),
      onReleased: (results) => this.#claimer.onAccountRoom(results),
    });
  }

  start(): void {
    this.#claimer.start();
    this.#unblocking.start();
    this.#binds?.onChange((accountId, isNew) => this.#onBindChange(accountId, isNew));
  }

  async stop(budgetMs: number): Promise<void> {
    this.#stopping = true;
    await Promise.all([this.#claimer.stop(), this.#unblocking.stop()]);
    await drained(() => this.#limiter.used, budgetMs);
    this.#settler.giveBack(this.#endpoints.giveUp());
    await this.#attempts.close();
    // The attempts cut off by this are given back in the following turns of the event loop.
    await drained(() => this.#limiter.used, cutOffMs);
  }

  holds(messageId: string): boolean {
    return this.#order.holds(messageId);
  }

  wake(): void {
    this.#claimer.wake();
  }

  /** A permit counts for the account and for the endpoint. */
  reserve(wanted: readonly ReservableEvent[]): boolean {
    for (const [index, event] of wanted.entries()) {
      if (this.#reserveOne(event)) continue;
      this.release(wanted.slice(0, index));
      return false;
    }
    return true;
  }

  #reserveOne(event: ReservableEvent): boolean {
    if (this.#stopping || !this.#limiter.tryEnter(event.accountId)) return false;
    if (!this.#endpoints.reserve(event)) {
      this.#limiter.leave(event.accountId);
      return false;
    }
    if (event.isStored === false) this.#order.expect(event.subjectId);
    return true;
  }

  release(wanted: readonly ReservableEvent[]): void {
    for (const event of wanted) {
      this.#limiter.leave(event.accountId);
      this.#endpoints.unreserve(event);
      if (event.isStored === false) this.#order.forget(event.subjectId);
    }
  }

  give(events: readonly ClaimedEvent[]): void {
    for (const event of events) this.#endpoints.unreserve(event);
    this.#begin(events);
    for (const event of events) if (!event.isStored) this.#order.forget(event.subjectId);
  }

  #begin(events: readonly ClaimedEvent[]): void {
    for (const event of events) if (event.isStored || this.#mayStart(event)) this.#endpoints.add(event);
    for (const event of events) this.#startNext(event);
  }

  #mayStart(event: ClaimedEvent): boolean {
    const turn = this.#order.add(event);
    if (turn === 'block') this.#settler.block(event);
    return turn === 'start';
  }

  #start(event: ClaimedEvent): void {
    this.#endpoints.add(event);
    this.#startNext(event);
  }

  #startNext(endpoint: EndpointRef): void {
    const { starting, stale } = this.#endpoints.next(endpoint);
    this.#settler.giveBack(stale);
    for (const event of starting) void this.#deliver(event);
  }

  /** With a new bind, parked events and retries are claimed. After a bind is lost, its events use another bind or are given back. */
  #onBindChange(accountId: string, isNew: boolean): void {
    if (!isNew) {
      this.#startNext({ accountId, origin: bindOrigin });
      return;
    }
    this.#endpoints.refresh(accountId);
    this.#claimer.onNewBind(accountId);
  }

  async #deliver(event: ClaimedEvent): Promise<void> {
    try {
      const attempt = setAside(event);
      if (attempt !== undefined) {
        this.#releaseSlot(event);
        this.#runtime.metrics.webhooks.inc({ outcome: 'set aside' });
        await this.#settler.settle(event, attempt);
        return;
      }
      await this.#conclude(event, await this.#attempt(event));
    } catch (err) {
      this.#runtime.log.error({ err }, 'a webhook could not be attempted');
    }
  }

  /** After an error of our own, the slot of the endpoint and the permit of the account are released. */
  async #attempt(event: ClaimedEvent): Promise<ExchangeOutcome | BindDelivery> {
    try {
      return await this.#attempts.make(event);
    } catch (error) {
      this.#releaseSlot(event);
      if (event.isStored) this.#limiter.leave(event.accountId);
      else this.#settler.giveBack([event]);
      throw error;
    }
  }

  #conclude(event: ClaimedEvent, attempt: ExchangeOutcome | BindDelivery): Promise<void> | undefined {
    // Cut off because this process stops or the bind is lost: not a failure of the customer's endpoint, so it does not count.
    if (attempt.stopped) {
      this.#endpoints.release(event);
      this.#settler.giveBack([('event' in attempt && attempt.event) || event]);
      // Events that wait for the lost bind use another one or are given back.
      if (event.origin === bindOrigin) this.#startNext(event);
      return undefined;
    }
    const wantsMore = this.#endpoints.end(
      event,
      attempt.ok || ('withdrawn' in attempt && attempt.withdrawn === true),
      attempt.durationMs,
    );
    this.#startNext(event);
    if (wantsMore) this.#claimer.onEndpointRoom();
    if (event.origin !== bindOrigin)
      this.#runtime.metrics.webhooks.inc({ outcome: attempt.ok ? 'delivered' : 'failed' });
    return this.#settler.settle(event, attempt);
  }

  #releaseSlot(event: ClaimedEvent): void {
    this.#endpoints.release(event);
    this.#startNext(event);
  }
}
