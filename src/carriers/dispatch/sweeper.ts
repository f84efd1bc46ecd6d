import { refreshRates } from '../../flows/carriers/routing.ts';
import { deliverIncomplete } from '../../flows/messages/inbound.ts';
import { matchOlder, matchParked } from '../../flows/messages/receipts.ts';
import { firstStride, refuseUnroutable, releaseDue, sweepExpired, sweepSilent } from '../../flows/messages/sweeps.ts';
import type { EventConsumer } from '../../flows/webhooks/event-hand-off.ts';
import type { Runtime } from '../../runtime.ts';
import { notifyQueue } from '../../store/message/queue.ts';
import { type Gate, Loop, type WorkPoll } from '../../work/loop.ts';
import type { Router } from '../router.ts';
import { Fallback } from './fallback.ts';

const dueMs = 200;
const parkedMs = 1_000;
const sweepMs = 10_000;
const unroutableMs = 60_000;
const ratesMs = 60_000;
const fallbackMs = 2_000;
const mostSwept = 1_000;
/** Parked receipts that one statement reads. */
const mostParked = 5_000;

/** Background work that time causes: messages come due, expire, lose their routes, or get no receipt. Every process does it. */
export class Sweeper {
  readonly #runtime: Runtime;
  readonly #router: Router;
  readonly #consumer: EventConsumer;
  readonly #waiting: WorkPoll;
  #refusing: Loop | undefined;
  #loops: Loop[] = [];
  readonly #stride = firstStride();
  #matchedUntil: string | undefined;
  readonly #fallback: Fallback;

  constructor(runtime: Runtime, router: Router, consumer: EventConsumer, waiting: WorkPoll) {
    this.#runtime = runtime;
    this.#router = router;
    this.#consumer = consumer;
    this.#waiting = waiting;
    this.#fallback = new Fallback(runtime, router, consumer);
  }

  start(): void {
    const { log, db, metrics } = this.#runtime;
    const onDone = metrics.jobDone;
    const loop = (name: string, pauseMs: number, work: () => Promise<boolean>, gate?: Gate) =>
      new Loop(name, pauseMs, log, work, { onDone, gate });
    const parked = this.#waiting.gate('parkedReceipts');
    this.#refusing = loop('unroutable', unroutableMs, () => this.#refuseUnroutable());
    this.#loops = [
      this.#refusing,
      loop('schedule', dueMs, () => this.#release(), this.#waiting.gate('scheduled')),
      loop('sweep', sweepMs, () => this.#sweep(), this.#waiting.gate('queued', 'inboundParts')),
      loop('silence', sweepMs, () => this.#sweepSilent()),
      loop('parked receipts', parkedMs, async () => (await matchParked(db, mostSwept)) === mostSwept, parked),
      loop('older receipts', sweepMs, () => this.#matchOlder(), parked),
      loop('fallbacks', fallbackMs, () => this.#fallback.round(), this.#waiting.gate('fallbacks')),
      loop('delivery rates', ratesMs, () => refreshRates(db).then(() => false)),
    ];
  }

  /** Carriers or routes have changed. */
  onChange(): void {
    this.#refusing?.wake();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#loops.map((loop) => loop.stop()));
  }

  async #release(): Promise<boolean> {
    const released = await releaseDue(this.#runtime.db, mostSwept);
    if (released > 0) {
      // Their carrier may be connected to another process.
      await notifyQueue(this.#runtime.db);
      this.#refusing?.wake();
      this.#consumer.wake();
    }
    return released === mostSwept;
  }

  /** Most installations have a route for every number, and need no search. */
  async #refuseUnroutable(): Promise<boolean> {
    if (this.#router.takesEverything || this.#router.isPaused) return false;
    const refused = await refuseUnroutable(this.#runtime.db, mostSwept);
    if (refused > 0) this.#consumer.wake();
    return refused === mostSwept;
  }

  async #matchOlder(): Promise<boolean> {
    this.#matchedUntil = await matchOlder(this.#runtime.db, this.#matchedUntil, mostParked);
    return false;
  }

  async #sweep(): Promise<boolean> {
    const { db, config } = this.#runtime;
    const expired = await sweepExpired(db, config.validitySeconds, mostSwept);
    const incomplete = await deliverIncomplete(db, mostSwept);
    return [expired, incomplete].includes(mostSwept);
  }

  #sweepSilent(): Promise<boolean> {
    const { db, config } = this.#runtime;
    return sweepSilent(db, config.validitySeconds + config.receiptGraceSeconds, mostSwept, this.#stride);
  }
}
