import { setTimeout as sleep } from 'node:timers/promises';
import { Batch } from '../bounds/batch.ts';
import type { Limiter } from '../bounds/limiter.ts';
import { type AttemptOutcome, judge, storeResults } from '../flows/webhooks/deliver.ts';
import type { Runtime } from '../runtime.ts';
import { type ClaimedEvent, giveBackEvents } from '../store/webhook/deliveries.ts';
import type { FirstResult } from '../store/webhook/delivery-results.ts';
import { isolating } from '../work/retrying.ts';
import type { ReportOrder } from './order.ts';

/** Results are collected for this long before they are stored; meanwhile the endpoint has started its next event. */
const collectMs = 40;
const enough = 64;
const mostInSet = 500;
const storeAgainMs = 1_000;

type DeliverySettlerOptions = {
  /** Marks rows as held by this process. */
  readonly lease: string;
  readonly limiter: Limiter;
  readonly order: ReportOrder;
  /** Starts the report that waited in memory behind one that has ended. */
  readonly start: (event: ClaimedEvent) => void;
  /** Takes events that the stored results have unblocked; their permits are taken. */
  readonly begin: (events: readonly ClaimedEvent[]) => void;
  /** The permits of the events of these results were released. */
  readonly onReleased: (results: readonly FirstResult[]) => void;
};

/** Stores the results of attempts in sets, or gives events back, and then releases their permits. */
export class DeliverySettler {
  readonly #runtime: Runtime;
  readonly #options: DeliverySettlerOptions;
  readonly #storing: Batch<FirstResult, Error | undefined>;
  readonly #givingBack: Batch<ClaimedEvent, undefined>;

  constructor(runtime: Runtime, options: DeliverySettlerOptions) {
    this.#runtime = runtime;
    this.#options = options;
    this.#storing = new Batch({ most: mostInSet, collectMs, enough, run: (results) => this.#store(results) });
    this.#givingBack = new Batch({
      most: mostInSet,
      run: async (events) => {
        await giveBackEvents(runtime.db, options.lease, events);
        return events.map(() => undefined);
      },
    });
  }

  /** Resolves once the result is stored, or cannot be. */
  settle(event: ClaimedEvent, attempt: AttemptOutcome): Promise<void> {
    const result = judge(event, attempt, this.#runtime.config.webhookRetryScale, Math.random());
    if (!event.isStored) {
      if (result.state === 'ready') this.#break(event);
      else this.#startNext(event);
    }
    return this.#keep(result);
  }

  /** Stores a report that has to wait in the outbox behind one of the same message. */
  block(event: ClaimedEvent): void {
    void this.#keep(this.#options.order.blocked(event));
  }

  /** For events that were not attempted: other processes may claim them. */
  giveBack(events: readonly ClaimedEvent[]): void {
    for (const event of events) {
      if (!event.isStored) {
        this.#break(event);
        void this.#keep({ event, state: 'not tried' });
        continue;
      }
      this.#givingBack
        .add(event)
        .catch((err: unknown) =>
          this.#runtime.log.warn({ err }, 'webhooks could not be given back; they wait until their lease expires'),
        )
        .finally(() => this.#options.limiter.leave(event.accountId));
    }
  }

  #startNext(event: ClaimedEvent): void {
    const next = this.#options.order.next(event);
    if (next !== undefined) this.#options.start(next);
  }

  #break(event: ClaimedEvent): void {
    for (const next of this.#options.order.break(event)) this.block(next);
  }

  /** Retried without limit for an event that is only in memory: while this process lives, no other can know of it. */
  async #keep(result: FirstResult): Promise<void> {
    for (;;) {
      const failure = await this.#storing.add(result);
      if (failure === undefined) return;
      // The lease of a stored event expires, and it is delivered again with the same webhook-id.
      this.#runtime.log.error({ err: failure }, 'the result of a webhook could not be stored');
      if (result.event.isStored) return;
      await sleep(storeAgainMs);
    }
  }

  async #store(results: FirstResult[]): Promise<(Error | undefined)[]> {
    const { lease, limiter, begin, onReleased } = this.#options;
    const next: ClaimedEvent[] = [];
    const store = async (some: FirstResult[]): Promise<(Error | undefined)[]> => {
      next.push(...(await storeResults(this.#runtime.db, lease, some)));
      return some.map(() => undefined);
    };
    const failures = await isolating(results, store, (error) => error as Error).catch((error: unknown) =>
      results.map(() => error as Error),
    );
    for (const [index, { event }] of results.entries()) {
      if (event.isStored || failures[index] === undefined) this.#leave(event);
    }
    for (const event of next) limiter.take(event.accountId);
    begin(next);
    onReleased(results);
    return failures;
  }

  #leave(event: ClaimedEvent): void {
    this.#options.limiter.leave(event.accountId);
    if (!event.isStored) this.#options.order.forget(event.subjectId);
  }
}
