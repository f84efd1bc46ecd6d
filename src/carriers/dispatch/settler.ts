import { Batch } from '../../bounds/batch.ts';
import { bestFit } from '../../domain/receipt/receipt.ts';
import { type CarrierReceipt, matchReferences } from '../../flows/messages/receipts.ts';
import { type Patience, type Settlement, settle } from '../../flows/messages/settlement.ts';
import type { EventConsumer } from '../../flows/webhooks/event-hand-off.ts';
import type { Runtime } from '../../runtime.ts';
import { notifyQueue } from '../../store/message/queue.ts';
import { leaseSeconds } from '../../store/message/workers.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { isolating, retrying } from '../../work/retrying.ts';
import type { Router } from '../router.ts';
import type { SubmitOutcome } from './submitter.ts';

/** Results are collected for this long before they are stored, unless there are `enough`, or a carrier waits for its places. */
const collectMs = 40;
const enough = 32;
/** Building a set takes 10 to 20 µs for each message, during which the event loop does nothing else. */
const mostInSet = 500;
/** How often parked receipts are searched for while none were found. */
const searchMs = 1_000;
/** How long receipts are searched for with every set, after one arrived before its submit was stored. */
const searchOftenMs = 60_000;

export type SubmitSettlerOptions = {
  readonly router: Router;
  readonly consumer: EventConsumer;
  /** The id of this process in the leases of its messages. */
  readonly lease: string;
  readonly patience: Patience;
  /** The results of these are stored, and their permits have been given back. */
  onRoom(settlements: readonly Settlement[]): void;
};

/** Stores the results of submits in sets. */
export class SubmitSettler {
  readonly #runtime: Runtime;
  readonly #options: SubmitSettlerOptions;
  readonly #batch: Batch<SubmitOutcome, Error | undefined>;
  readonly #earlyReceipts = new EarlyReceipts();
  #searchedAt = Number.NEGATIVE_INFINITY;
  #searchOftenUntil = Number.NEGATIVE_INFINITY;

  constructor(runtime: Runtime, options: SubmitSettlerOptions) {
    this.#runtime = runtime;
    this.#options = options;
    this.#batch = new Batch({
      most: mostInSet,
      ownerOf: ({ settlement }) => settlement.message.accountId,
      collectMs,
      enough,
      run: (outcomes) => this.#record(outcomes),
    });
  }

  /** Resolves once the outcome is stored, or with the error if it could not be. */
  add(outcome: SubmitOutcome): Promise<Error | undefined> {
    const recorded = this.#batch.add(outcome, outcome.permit?.isPressing);
    this.#earlyReceipts.add(outcome.settlement, recorded);
    return recorded;
  }

  /** A receipt may belong to a message whose submit is about to be stored; otherwise it is matched in the database. */
  receive(receipt: CarrierReceipt, otherwise: () => Promise<void>): Promise<void> {
    return this.#earlyReceipts.receive(receipt, otherwise);
  }

  /** Receipts came before their submits were stored. */
  onParked(): void {
    this.#searchOftenUntil = performance.now() + searchOftenMs;
  }

  /** Gives the permits back even if storing fails. */
  async #record(outcomes: SubmitOutcome[]): Promise<(Error | undefined)[]> {
    const settlements = outcomes.map(({ settlement }) => settlement);
    this.#earlyReceipts.begin(settlements);
    try {
      const failures = await this.#store(settlements);
      const stored = settlements.filter((_, index) => failures[index] === undefined);
      countSent(this.#runtime.metrics, stored, Date.now());
      return failures;
    } finally {
      this.#earlyReceipts.end(settlements);
      for (const { permit } of outcomes) permit?.giveBack();
      this.#options.onRoom(settlements);
      this.#follow(settlements).catch((err: unknown) =>
        this.#runtime.log.warn({ err }, 'receipts and dispatchers wait for the next look'),
      );
    }
  }

  async #store(settlements: Settlement[]): Promise<(Error | undefined)[]> {
    const { lease, patience, consumer } = this.#options;
    const store = async (some: Settlement[]): Promise<(Error | undefined)[]> => {
      // Storing twice has no effect: after the first time this process does not hold the messages any more.
      await retrying(() => settle(this.#runtime.db, lease, some, patience, consumer), leaseSeconds * 1_000);
      return some.map(() => undefined);
    };
    return isolating(settlements, store, (error) => error as Error);
  }

  /** Notifies the processes that messages were moved to, and matches receipts that came before these submits were stored. */
  async #follow(settlements: Settlement[]): Promise<void> {
    const { db } = this.#runtime;
    const { router, consumer } = this.#options;
    const moved = settlements.filter((settlement) => settlement.kind === 'moved');
    if (moved.length > 0) await notifyQueue(db, new Set(moved.map(({ queue }) => queue)));
    const submitted = settlements.filter((settlement) => settlement.kind === 'submitted').filter(isOpen);
    if (submitted.length === 0 || !this.#mayBeParked()) return;
    const carriers = [...new Set(submitted.map(({ carrierId }) => carrierId))];
    const found = await matchReferences(
      db,
      carriers.flatMap((carrierId) => router.siblings(carrierId)),
      submitted.flatMap(({ references }) => references),
      consumer,
    );
    if (found > 0) this.onParked();
  }

  /** Mostly no receipt is parked, so a search once a second is enough to find out. */
  #mayBeParked(): boolean {
    const now = performance.now();
    const isDue = now - this.#searchedAt > searchMs;
    if (isDue) this.#searchedAt = now;
    return isDue || now < this.#searchOftenUntil;
  }
}

const isOpen = ({ isDelivered = false }: { readonly isDelivered?: boolean }): boolean => !isDelivered;

/** Counts what carriers accepted; other state changes are counted where they are made. */
function countSent(metrics: Metrics, settlements: readonly Settlement[], now: number): void {
  const { states, sentSeconds, deliveredSeconds } = metrics;
  let [sent, delivered] = [0, 0];
  for (const settlement of settlements) {
    if (settlement.kind !== 'submitted') continue;
    const seconds = Math.max(0, now - settlement.message.since.getTime()) / 1_000;
    sent += 1;
    sentSeconds.observe(seconds);
    if (!settlement.isDelivered) continue;
    delivered += 1;
    if (!settlement.message.report.isScheduled) deliveredSeconds.observe(seconds);
  }
  if (sent > 0) states.inc({ state: 'SENT' }, sent);
  if (delivered > 0) states.inc({ state: 'DELIVERED' }, delivered);
}

type Submitted = Extract<Settlement, { kind: 'submitted' }>;
type Waiting = { readonly submitted: Submitted; readonly recorded: Promise<Error | undefined>; isBeingStored: boolean };

/**
 * Receipts that come before the results of their submits are stored. Fast SMSCs send the receipt right after the answer: both are
 * then stored in one statement. Holds the submits that are answered and not yet stored, by their references.
 */
export class EarlyReceipts {
  readonly #waiting = new Map<string, Waiting>();
  /** Matched after everything in the same TCP segment has been read: the answer may come before or after its receipt. */
  #receipts: (() => void)[] = [];

  /** A long message has a receipt for each part, so its state is decided in the database. */
  add(settlement: Settlement, recorded: Promise<Error | undefined>): void {
    if (settlement.kind !== 'submitted' || settlement.references.length !== 1) return;
    this.#waiting.set(settlement.references[0]!, { submitted: settlement, recorded, isBeingStored: false });
  }

  /** Called when these are being stored: a receipt that arrives now is matched in the database. */
  begin(settlements: readonly Settlement[]): void {
    for (const settlement of settlements) {
      const waiting = this.#find(settlement);
      if (waiting !== undefined) waiting.isBeingStored = true;
    }
  }

  end(settlements: readonly Settlement[]): void {
    for (const settlement of settlements) {
      if (this.#find(settlement) !== undefined) this.#waiting.delete((settlement as Submitted).references[0]!);
    }
  }

  /** Resolves when the receipt is stored: with its message, or by `otherwise` if it belongs to none of these. */
  receive(receipt: CarrierReceipt, otherwise: () => Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      if (this.#receipts.length === 0) setImmediate(() => this.#match());
      this.#receipts.push(() => resolve(this.#take(receipt, otherwise)));
    });
  }

  #match(): void {
    const receipts = this.#receipts;
    this.#receipts = [];
    for (const receipt of receipts) receipt();
  }

  #take(receipt: CarrierReceipt, otherwise: () => Promise<void>): Promise<void> {
    const waiting = this.#submitOf(receipt);
    if (waiting === undefined) return otherwise();
    // Once the submit is stored, the receipt is matched in the database.
    if (waiting.isBeingStored || receipt.outcome !== 'delivered') return waiting.recorded.then(otherwise, otherwise);
    waiting.submitted.isDelivered = true;
    waiting.submitted.receipt = { carrierId: receipt.carrierId, text: receipt.text };
    return waiting.recorded.then(orThrow);
  }

  #submitOf({ keys, carriers, numbers }: CarrierReceipt): Waiting | undefined {
    const [first] = keys;
    const waiting = first?.certain ? this.#waiting.get(first.key) : undefined;
    if (waiting === undefined || !carriers.includes(waiting.submitted.carrierId)) return undefined;
    const { id, destination } = waiting.submitted.message;
    const candidate = { id, destination, certain: true, waits: true };
    return bestFit(numbers, [candidate], 'certain keys') && waiting;
  }

  #find(settlement: Settlement): Waiting | undefined {
    if (settlement.kind !== 'submitted') return undefined;
    const waiting = this.#waiting.get(settlement.references[0]!);
    return waiting?.submitted === settlement ? waiting : undefined;
  }
}

function orThrow(failure: Error | undefined): void {
  if (failure !== undefined) throw failure;
}
