import type { Runtime } from '../runtime.ts';
import { unblockForgotten, unblockOlder } from '../store/webhook/blocked-deliveries.ts';
import type { ClaimedEvent } from '../store/webhook/deliveries.ts';
import type { FirstResult } from '../store/webhook/delivery-results.ts';
import type { InFlight } from '../work/in-flight.ts';
import { Loop } from '../work/loop.ts';
import type { Worker } from '../work/worker.ts';
import { Chains } from './chains.ts';

/** The order of the reports of each message that are in memory only. Their messages count as in flight, so that a takeover searches for them. */
export class ReportOrder {
  readonly #chains = new Chains();
  readonly #inFlight: InFlight;

  constructor(inFlight: InFlight) {
    this.#inFlight = inFlight;
  }

  holds(messageId: string): boolean {
    return this.#chains.has(messageId);
  }

  /** A transaction that is about to commit has such a report, and stores it nowhere else. Ends with `forget`. */
  expect(messageId: string): void {
    this.#chains.expect(messageId);
    this.#inFlight.add(messageId);
  }

  /** The expected report was added, or its transaction was rolled back; or the result of an added report is stored. */
  forget(messageId: string): void {
    this.#chains.leave(messageId);
    this.#inFlight.remove(messageId);
  }

  /** Whether the report may start, waits here for the one before, or has to wait in the outbox. Ends with `forget`. */
  add(event: ClaimedEvent): 'start' | 'wait' | 'block' {
    this.#inFlight.add(event.subjectId);
    return this.#chains.add(event);
  }

  /** The report was delivered or given up. Returns the next one, which may start. */
  next(event: ClaimedEvent): ClaimedEvent | undefined {
    return this.#chains.next(event);
  }

  /** The report will be retried from the outbox. Returns those behind it, which have to wait there. */
  break(event: ClaimedEvent): ClaimedEvent[] {
    return this.#chains.break(event);
  }

  /** The result of a report that has to wait in the outbox. */
  blocked(event: ClaimedEvent): FirstResult {
    return { event, state: 'blocked', behind: this.#chains.brokenAt(event) };
  }
}

const sweepMs = 500;
const mostSwept = 1_000;
const mostLookedAt = 5_000;
/** After this time without a sweep, all blocked events are searched: the sweep of recent ones may miss those from before. */
const missedMs = 10_000;

/** Unblocks events in the outbox whose predecessor has ended without unblocking them. */
export class UnblockSweep {
  readonly #runtime: Runtime;
  readonly #worker: Worker;
  readonly #onUnblocked: () => void;
  #loop: Loop | undefined;
  #sweptAt = Number.NEGATIVE_INFINITY;
  /** Position of the search through all blocked events; undefined if none is running. */
  #older: string | undefined;

  constructor(runtime: Runtime, worker: Worker, onUnblocked: () => void) {
    this.#runtime = runtime;
    this.#worker = worker;
    this.#onUnblocked = onUnblocked;
  }

  start(): void {
    const { log, metrics } = this.#runtime;
    const options = { onDone: metrics.jobDone, gate: this.#worker.waiting.gate('blockedWebhooks') };
    this.#loop = new Loop('webhook order', sweepMs, log, () => this.#sweep(), options);
  }

  async stop(): Promise<void> {
    await this.#loop?.stop();
  }

  async #sweep(): Promise<boolean> {
    const { db } = this.#runtime;
    const now = performance.now();
    if (now - this.#sweptAt > missedMs) this.#older = '-infinity';
    const unblocked = await unblockForgotten(db, mostSwept);
    this.#sweptAt = now;
    const isSearching = this.#older !== undefined;
    if (this.#older !== undefined) this.#older = await unblockOlder(db, this.#older, mostLookedAt);
    if (unblocked > 0 || isSearching) this.#onUnblocked();
    return unblocked === mostSwept;
  }
}
