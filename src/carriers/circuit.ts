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
import * as store from '../store/carrier/links.ts';
import type { Log } from '../telemetry/log.ts';
import type { CarrierState } from './carrier.ts';

/** The result of a call or a bind, as far as it concerns the carrier and not one message. */
export type CallReport =
  | { readonly kind: 'answered' }
  /** The carrier refused: other processes need not try. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The carrier is not reachable from this machine; other processes may reach it. */
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'unanswered'; readonly reason: string };

type CarrierCircuitOptions = {
  readonly db: Db;
  readonly log: Log;
  readonly carrierId: string;
  /** How long a probe may take. After that its process is considered gone. */
  readonly probeMs: number;
  onState(state: CarrierState): void;
};

/** A process that lost the probe to another reads the result with its next poll. */
const pollMs = 1_000;
/** Responses that arrive together ask for rests that end at nearly the same time. */
const sameRestMs = 500;

/** The circuit breaker of a carrier. Refusals and Retry-After are shared through the database; connection failures stay in this process. */
export class CarrierCircuit {
  readonly #options: CarrierCircuitOptions;
  #shared: Circuit = closedCircuit;
  #local: Circuit = closedCircuit;
  #writes = 0;
  #writtenAt = Number.NEGATIVE_INFINITY;

  constructor(options: CarrierCircuitOptions) {
    this.#options = options;
  }

  get passage(): Passage {
    const passages = [this.#shared, this.#local].map((circuit) => passageOf(circuit, performance.now()));
    return passages.includes('none') ? 'none' : passages.includes('probe') ? 'probe' : 'free';
  }

  get shutMs(): number {
    const now = performance.now();
    return Math.max(shutMs(this.#shared, now), shutMs(this.#local, now));
  }

  /** Milliseconds for which the carrier still wants no calls. */
  get restMs(): number {
    return Math.max(0, this.#shared.restUntil - performance.now());
  }

  get reason(): string | undefined {
    return this.#shared.reason ?? this.#local.reason;
  }

  /** Takes the right to make one call. After a probe, call `report` or `leave`. */
  enter(): Passage | Promise<Passage> {
    const passage = this.passage;
    return passage === 'probe' ? this.#takeProbe() : passage;
  }

  async #takeProbe(): Promise<Passage> {
    const { db, log, carrierId, probeMs } = this.#options;
    const now = performance.now();
    const isShared = this.#shared.failures > 0;
    // Set before the database answers, so that a second call of this process does not ask for the probe as well.
    if (isShared) this.#shared = probing(this.#shared, now + probeMs);
    if (this.#local.failures > 0) this.#local = probing(this.#local, now + probeMs);
    if (!isShared) return 'probe';
    const isOurs = await this.#write(() => store.takeProbe(db, carrierId, probeMs)).catch((err: unknown) => {
      log.warn({ err }, 'the circuit of a carrier could not be read');
      return false;
    });
    if (isOurs) return 'probe';
    this.#shared = probing(this.#shared, performance.now() + pollMs);
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

  report(report: CallReport, isProbe: boolean): void {
    const { kind } = report;
    if (kind === 'refused') this.#refuse(report.reason);
    else if (kind === 'unreachable') this.#miss(report.reason, isProbe);
    else if (!isProbe) return;
    else if (kind === 'answered') this.#close();
    // An unanswered probe says nothing about what the carrier would answer now.
    else if (this.#shared.failures > 0) this.#refuse(report.reason);
    else this.#miss(report.reason, false);
  }

  /** The carrier asked for no calls for this long. */
  rest(ms: number): void {
    const before = this.#shared.restUntil;
    const now = performance.now();
    this.#shared = resting(this.#shared, ms, now);
    if (this.#shared.restUntil - Math.max(before, now) < sameRestMs) return;
    const { db, carrierId } = this.#options;
    this.#store(store.restCircuit(db, carrierId, this.#shared.restUntil - now));
    const seconds = ((this.#shared.restUntil - now) / 1_000).toFixed(1);
    this.#options.onState({ up: false, detail: `it asked for no calls for ${seconds} s (Retry-After)` });
  }

  /** Takes over the state read from the database at `askedAt`; undefined if it is closed. Ignored if this process has written since. */
  adopt(row: store.SharedCircuit | undefined, askedAt: number): void {
    if (this.#writes > 0 || askedAt < this.#writtenAt) return;
    const before = this.#shared;
    const now = performance.now();
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
    if (wasOpen && !isOpen) this.#options.onState({ up: true, detail: 'it takes messages again' });
    if (!wasOpen && isOpen) this.#notifyRefused();
  }

  #refuse(reason: string): void {
    const now = performance.now();
    const before = this.#shared;
    this.#shared = afterRefusal(before, reason, now);
    this.#local = closedCircuit;
    if (this.#shared === before) return;
    const { db, carrierId } = this.#options;
    this.#store(store.openCircuit(db, carrierId, reason, this.#shared.retryAt - now));
    this.#notifyRefused();
  }

  #miss(reason: string, isProbe: boolean): void {
    if (isProbe) this.leave();
    const before = this.#local;
    this.#local = afterRefusal(before, reason, performance.now());
    if (this.#local !== before)
      this.#options.onState({ up: false, detail: this.#detail(reason, this.#local), error: reason });
  }

  #close(): void {
    const wasShared = this.#shared.failures > 0;
    this.#local = closedCircuit;
    this.#shared = afterAnswer(this.#shared);
    if (wasShared) this.#store(store.closeCircuit(this.#options.db, this.#options.carrierId));
    this.#options.onState({ up: true, detail: 'it takes messages again' });
  }

  #notifyRefused(): void {
    const { reason = 'it refuses every call' } = this.#shared;
    this.#options.onState({ up: false, detail: this.#detail(reason, this.#shared), error: reason });
  }

  #detail(reason: string, circuit: Circuit): string {
    return `${reason}; next probe in ${(shutMs(circuit, performance.now()) / 1_000).toFixed(1)} s`;
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
      this.#writtenAt = performance.now();
    }
  }
}
