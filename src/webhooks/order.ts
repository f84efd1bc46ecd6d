import type { Runtime } from '../runtime.ts';
import type { ClaimedEvent } from '../store/webhook/deliveries.ts';
import type { FirstResult } from '../store/webhook/delivery-results.ts';
import { unblockForgotten, unblockOlder } from '../store/webhook/waiting-deliveries.ts';
import { Loop } from '../work/loop.ts';
import type { InFlight, Worker } from '../work/worker.ts';

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

type Chain = {
  readonly waiting: ClaimedEvent[];
  /** A report of this message is being attempted. */
  isActive: boolean;
  /** Expected reports, and reports whose results are not stored. */
  open: number;
  /** The id of a report that will be retried from the outbox; all behind it wait there as well. */
  brokenAt: string | undefined;
};

/** The reports of each message that are in memory only: each starts when the one before has ended. */
export class Chains {
  readonly #chains = new Map<string, Chain>();

  has(messageId: string): boolean {
    return this.#chains.has(messageId);
  }

  /** A report will be added if its transaction commits. Keeps the chain: an earlier report may be stored for a retry meanwhile. */
  expect(messageId: string): void {
    const chain = this.#chains.get(messageId);
    if (chain === undefined)
      this.#chains.set(messageId, { waiting: [], isActive: false, open: 1, brokenAt: undefined });
    else chain.open += 1;
  }

  /** Whether the event may start, waits here, or has to wait in the outbox. */
  add(event: ClaimedEvent): 'start' | 'wait' | 'block' {
    const chain = this.#chains.get(event.subjectId);
    if (chain === undefined) {
      this.#chains.set(event.subjectId, { waiting: [], isActive: true, open: 1, brokenAt: undefined });
      return 'start';
    }
    chain.open += 1;
    if (chain.brokenAt !== undefined) return 'block';
    if (chain.isActive) {
      chain.waiting.push(event);
      return 'wait';
    }
    chain.isActive = true;
    return 'start';
  }

  /** The event was delivered or given up. Returns the next one, which may start. */
  next({ subjectId }: ClaimedEvent): ClaimedEvent | undefined {
    const chain = this.#chains.get(subjectId)!;
    const event = chain.waiting.shift();
    chain.isActive = event !== undefined;
    return event;
  }

  /** The event will be retried. Returns those behind it, which have to wait in the outbox. */
  break({ subjectId, id }: ClaimedEvent): ClaimedEvent[] {
    const chain = this.#chains.get(subjectId)!;
    chain.brokenAt ??= id;
    return chain.waiting.splice(0);
  }

  /** The event that the blocked ones wait for. It may be stored after them. */
  brokenAt({ subjectId }: ClaimedEvent): string {
    return this.#chains.get(subjectId)!.brokenAt!;
  }

  /** An expected report was added or will not be; or the result of a report is stored. */
  leave(messageId: string): void {
    const chain = this.#chains.get(messageId)!;
    chain.open -= 1;
    if (chain.open === 0) this.#chains.delete(messageId);
  }
}
