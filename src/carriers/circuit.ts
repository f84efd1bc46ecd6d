import type { Db } from '../database/db.ts';
import {
  afterAnswer,
  afterRefusal,
  type Circuit,
  closedCircuit,
  type Passage,
  passageOf,
  probing,
  resting,
  shutMs,
} from '../domain/carrier/circuit.ts';
import * as store from '../store/carrier/circuits.ts';
import type { Log } from '../telemetry/log.ts';
import type { CarrierState } from './carrier.ts';

/** What came of a call or a bind: whether the carrier answered at all, and whether it would refuse any other as well. */
export type Attempt =
  | { readonly kind: 'answered' }
  /** By the carrier: no process has to try. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** From this machine: others may reach it. */
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'unanswered'; readonly reason: string };

export type CarrierCircuitOptions = {
  readonly db: Db;
  readonly log: Log;
  readonly carrierId: string;
  /** How long the answer to a probe may take. After that the process that sent it counts as gone. */
  readonly probeMs: number;
  readonly clock?: () => number;
  onState(state: CarrierState): void;
};

/** A process that lost the probe to another learns the result with the next poll. */
const pollMs = 1_000;
/** Answers that come together ask for a rest that ends together. */
const sameRestMs = 500;

/**
 * Whether a carrier may be called. What the carrier itself says (refusals, Retry-After) is shared by all processes through the
 * database; that it cannot be reached is what this process alone knows.
 */
export class CarrierCircuit {
  readonly #options: CarrierCircuitOptions;
  readonly #clock: () => number;
  #shared: Circuit = closedCircuit;
  #local: Circuit = closedCircuit;
  #writes = 0;
  #writtenAt = Number.NEGATIVE_INFINITY;

  constructor(options: CarrierCircuitOptions) {
    this.#options = options;
    this.#clock = options.clock ?? (() => performance.now());
  }

  get passage(): Passage {
    const passages = [this.#shared, this.#local].map((circuit) => passageOf(circuit, this.#clock()));
    return passages.includes('none') ? 'none' : passages.includes('probe') ? 'probe' : 'free';
  }

  /** Milliseconds until something may pass. */
  get shutMs(): number {
    return Math.max(shutMs(this.#shared, this.#clock()), shutMs(this.#local, this.#clock()));
  }

  /** For how much longer the carrier asked for no calls. */
  get restMs(): number {
    return Math.max(0, this.#shared.restUntil - this.#clock());
  }

  /** Why it is open. */
  get reason(): string | undefined {
    return this.#shared.reason ?? this.#local.reason;
  }

  /** Takes the right to make a call. A probe has to be reported or left again. */
  enter(): Passage | Promise<Passage> {
    const passage = this.passage;
    return passage === 'probe' ? this.#takeProbe() : passage;
  }

  async #takeProbe(): Promise<Passage> {
    const { db, log, carrierId, probeMs } = this.#options;
    const now = this.#clock();
    const isShared = this.#shared.failures > 0;
    // Before the database answers: no second call of this process may ask for it.
    if (isShared) this.#shared = probing(this.#shared, now + probeMs);
    if (this.#local.failures > 0) this.#local = probing(this.#local, now + probeMs);
    if (!isShared) return 'probe';
    const isOurs = await this.#write(() => store.takeProbe(db, carrierId, probeMs)).catch((err: unknown) => {
      log.warn({ err }, 'the circuit of a carrier could not be read');
      return false;
    });
    if (isOurs) return 'probe';
    this.#shared = probing(this.#shared, this.#clock() + pollMs);
    this.#local = probing(this.#local, Number.NEGATIVE_INFINITY);
    return 'none';
  }

  /** The probe was not sent. */
  leave(): void {
    this.#local = probing(this.#local, Number.NEGATIVE_INFINITY);
    if (this.#shared.failures === 0) return;
    this.#shared = probing(this.#shared, Number.NEGATIVE_INFINITY);
    this.#store(store.leaveProbe(this.#options.db, this.#options.carrierId));
  }

  report(attempt: Attempt, isProbe: boolean): void {
    const { kind } = attempt;
    if (kind === 'refused') this.#refuse(attempt.reason);
    else if (kind === 'unreachable') this.#miss(attempt.reason, isProbe);
    else if (!isProbe) return;
    else if (kind === 'answered') this.#close();
    // An unanswered probe says nothing about what the carrier would answer now.
    else if (this.#shared.failures > 0) this.#refuse(attempt.reason);
    else this.#miss(attempt.reason, false);
  }

  /** The carrier asked for no calls for so long. */
  rest(ms: number): void {
    const before = this.#shared.restUntil;
    const now = this.#clock();
    this.#shared = resting(this.#shared, ms, now);
    if (this.#shared.restUntil - Math.max(before, now) < sameRestMs) return;
    const { db, carrierId } = this.#options;
    this.#store(store.restCircuit(db, carrierId, this.#shared.restUntil - now));
    const seconds = ((this.#shared.restUntil - now) / 1_000).toFixed(1);
    this.#tell({ up: false, detail: `it asked for no calls for ${seconds} s (Retry-After)` });
  }

  /** What the database said, asked at `askedAt`; undefined: it is closed. Older than what this process has written, it counts for nothing. */
  adopt(row: store.SharedCircuit | undefined, askedAt: number): void {
    if (this.#writes > 0 || askedAt < this.#writtenAt) return;
    const before = this.#shared;
    const now = this.#clock();
    this.#shared =
      row === undefined
        ? closedCircuit
        : {
            failures: row.failures,
            reason: row.reason ?? undefined,
            retryAt: now + row.retryMs,
            probeUntil: now + row.probeMs,
            restUntil: now + row.restMs,
          };
    const wasOpen = before.failures > 0;
    const isOpen = this.#shared.failures > 0;
    if (wasOpen && !isOpen) this.#tell({ up: true, detail: 'it takes messages again' });
    if (!wasOpen && isOpen) this.#tellRefused();
  }

  #refuse(reason: string): void {
    const now = this.#clock();
    const before = this.#shared;
    this.#shared = afterRefusal(before, reason, now);
    this.#local = closedCircuit;
    if (this.#shared === before) return;
    const { db, carrierId } = this.#options;
    this.#store(store.openCircuit(db, carrierId, reason, this.#shared.retryAt - now));
    this.#tellRefused();
  }

  #miss(reason: string, isProbe: boolean): void {
    if (isProbe) this.leave();
    const before = this.#local;
    this.#local = afterRefusal(before, reason, this.#clock());
    if (this.#local !== before) this.#tell({ up: false, detail: this.#detail(reason, this.#local), error: reason });
  }

  #close(): void {
    const wasShared = this.#shared.failures > 0;
    this.#local = closedCircuit;
    this.#shared = afterAnswer(this.#shared);
    if (wasShared) this.#store(store.closeCircuit(this.#options.db, this.#options.carrierId));
    this.#tell({ up: true, detail: 'it takes messages again' });
  }

  #tellRefused(): void {
    const { reason = 'it refuses every call' } = this.#shared;
    this.#tell({ up: false, detail: this.#detail(reason, this.#shared), error: reason });
  }

  #detail(reason: string, circuit: Circuit): string {
    return `${reason}; next probe in ${(shutMs(circuit, this.#clock()) / 1_000).toFixed(1)} s`;
  }

  #tell(state: CarrierState): void {
    this.#options.onState(state);
  }

  #store(writing: Promise<unknown>): void {
    this.#write(() => writing).catch((err: unknown) =>
      this.#options.log.warn(
        { err },
        'the circuit of a carrier could not be stored; other processes find out by themselves',
      ),
    );
  }

  async #write<T>(write: () => Promise<T>): Promise<T> {
    this.#writes += 1;
    try {
      return await write();
    } finally {
      this.#writes -= 1;
      this.#writtenAt = this.#clock();
    }
  }
}
