import { hostname } from 'node:os';
import { newId } from '../base/ids.ts';
import { version } from '../base/version.ts';
import type { Db, Transaction } from '../database/db.ts';
import { uuidAt, uuidTime } from '../domain/uuid.ts';
import { claimSpace } from '../store/health/vitals.ts';
import {
  beat,
  type GoneWorker,
  leaseSeconds,
  lockGone,
  lockWorker,
  noteLost,
  removeWorker,
} from '../store/message/workers.ts';
import type { Log } from '../telemetry/log.ts';
import { Loop, WorkPoll } from './loop.ts';

const beatMs = 2_000;
/** How often disk space is claimed; during a fault, with every heartbeat. */
const spaceMs = 10_000;
const lookMs = 5_000;
const takeOverAfterMs = beatMs * 3;
/** Messages of at most this age can be held in memory, so a takeover has to search only this time. */
const coveredMs = 120_000;

const home = { host: hostname(), pid: process.pid, version };

/** Returns the work of a process to the queues, in the transaction that deletes its row. */
export type Recover = (tx: Transaction, gone: GoneWorker) => Promise<void>;

/**
 * This process as a holder of work. The rows of its work carry its id; one row, renewed by a heartbeat, states that it is alive and how
 * old its work may be. If the heartbeat stops for too long, another process deletes that row and takes over the work.
 */
export class Worker {
  /** New at every start: the work of an earlier process is not ours. */
  readonly id = newId();
  readonly inFlight = new InFlight();
  /** Work that waits for any process. */
  readonly waiting: WorkPoll;
  /** Messages for which it is unknown whether their reports are ours: the response to a commit was lost. */
  readonly inDoubt = new Set<string>();
  readonly #db: Db;
  readonly #log: Log;
  readonly #recover: Recover;
  readonly #connections: number;
  #loops: Loop[] = [];
  #covered = newId();
  #beatAt = Number.NEGATIVE_INFINITY;
  #beganBeatAt = Number.NEGATIVE_INFINITY;
  #life = 0;
  #livesSince = Number.POSITIVE_INFINITY;
  #claimedAt = Number.NEGATIVE_INFINITY;

  /** `connections`: connections to the database that this process may open; other nodes subtract them. */
  constructor(db: Db, log: Log, recover: Recover, connections: number) {
    this.waiting = new WorkPoll(db);
    this.#db = db;
    this.#log = log;
    this.#recover = recover;
    this.#connections = connections;
  }

  async start(): Promise<void> {
    await this.#beat();
    this.waiting.start(this.#log);
    this.#loops = [
      new Loop('heartbeat', beatMs, this.#log, () => this.#probe()),
      new Loop('take over', lookMs, this.#log, () => this.#takeOver(), { gate: this.waiting.gate('goneWorkers') }),
    ];
  }

  /** Whether this message may be held in memory: after a crash, a takeover finds it. */
  covers(messageId: string): boolean {
    return messageId >= this.#covered;
  }

  /**
   * While this number stays the same, no other process can have taken over our work; undefined while the heartbeat has been silent for
   * too long. By a monotonic clock, from before each heartbeat.
   */
  get life(): number | undefined {
    return this.#isOver ? undefined : this.#life;
  }

  get #isOver(): boolean {
    return performance.now() - this.#beganBeatAt >= leaseSeconds * 1_000;
  }

  /** Since the last write of this process to the database. */
  get silentMs(): number {
    return performance.now() - this.#beatAt;
  }

  get coversSince(): string {
    return this.#covered;
  }

  /** Another process takes over work that could not be settled in time. */
  async stop(): Promise<void> {
    await Promise.all([this.waiting.stop(), ...this.#loops.map((loop) => loop.stop())]);
    if (this.inFlight.size > 0) return;
    await this.#db
      .transaction((tx) => this.#leave(tx))
      .catch((err: unknown) =>
        this.#log.warn(
          { err },
          'this process could not be deregistered; the others notice its end by the missing heartbeat',
        ),
      );
  }

  /**
   * This process holds no known work. After the lost response to a claim it may hold work without knowing it, which no process would find
   * once the row is deleted.
   */
  async #leave(tx: Transaction): Promise<void> {
    const own = await lockWorker(tx, this.id);
    if (own === undefined) return;
    await this.#recover(tx, own);
    await removeWorker(tx, own.id);
  }

  /**
   * The heartbeat is a write, but into an existing page: it succeeds on a full disk. Writes for messages do not, so disk space is
   * claimed as well; a lack of space does not stop the heartbeat.
   */
  async #probe(): Promise<boolean> {
    const { writes } = this.#db;
    try {
      await this.#beat();
      if (writes.fault !== undefined || performance.now() - this.#claimedAt >= spaceMs) {
        await claimSpace(this.#db);
        this.#claimedAt = performance.now();
      }
    } catch (error) {
      writes.probeFailed(error);
      throw error;
    }
    writes.probeSucceeded();
    return false;
  }

  async #beat(): Promise<void> {
    const recently = uuidTime(newId()) - coveredMs;
    const oldest = uuidAt(Math.min(recently, this.inFlight.oldest ?? recently));
    const began = performance.now();
    // Older messages are not held from here on: the row may be updated before the response arrives.
    if (oldest > this.#covered) this.#covered = oldest;
    await beat(this.#db, this.id, oldest, { ...home, connections: this.#connections });
    if (this.#isOver) this.#life += 1;
    this.#beganBeatAt = began;
    this.#covered = oldest;
    const now = performance.now();
    if (now - this.#beatAt > beatMs * 3) this.#livesSince = now;
    this.#beatAt = now;
  }

  /**
   * Only if this process has had a heartbeat itself for long enough: after an outage of the database, the first process that
   * reconnects would consider all others dead.
   */
  async #takeOver(): Promise<boolean> {
    if (performance.now() - this.#livesSince < takeOverAfterMs) return false;
    const gone = await this.#db.transaction(async (tx) => {
      const worker = await lockGone(tx);
      if (worker === undefined) return undefined;
      await this.#recover(tx, worker);
      await noteLost(tx, worker.id);
      await removeWorker(tx, worker.id);
      return worker;
    });
    if (gone !== undefined) this.#log.warn({ worker: gone.id }, 'took over the work of a process that is gone');
    return gone !== undefined;
  }
}

const bucketMs = 10_000;

/** Work of this process that is not settled, counted by the time of its acceptance. */
export class InFlight {
  readonly #counts = new Map<number, number>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(id: string): void {
    const bucket = bucketOf(id);
    this.#counts.set(bucket, (this.#counts.get(bucket) ?? 0) + 1);
    this.#size += 1;
  }

  remove(id: string): void {
    const bucket = bucketOf(id);
    const left = (this.#counts.get(bucket) ?? 0) - 1;
    if (left < 0) throw new RangeError('a message was settled that is not held');
    if (left === 0) this.#counts.delete(bucket);
    else this.#counts.set(bucket, left);
    this.#size -= 1;
  }

  /** No held message was accepted before this time, in milliseconds. */
  get oldest(): number | undefined {
    return this.#size === 0 ? undefined : Math.min(...this.#counts.keys()) * bucketMs;
  }
}

const bucketOf = (id: string): number => Math.floor(uuidTime(id) / bucketMs);
