import { hostname } from 'node:os';
import { newId } from '../base/ids.ts';
import { version } from '../base/version.ts';
import type { Db, Transaction } from '../database/db.ts';
import { uuidAt, uuidTime } from '../domain/uuid.ts';
import { claimSpace } from '../store/health/space.ts';
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
import { InFlight } from './in-flight.ts';
import { Loop } from './loop.ts';
import { WorkPoll } from './work-poll.ts';

const beatMs = 2_000;
/** How often disk space is claimed while nothing is wrong; while something is, with every beat. */
const spaceMs = 10_000;
const lookMs = 5_000;
const takeOverAfterMs = beatMs * 3;
/** Messages of this age or younger can be held in memory. Whoever takes over looks through so many minutes, and no more. */
const coveredMs = 120_000;

const home = { host: hostname(), pid: process.pid, version };

/** Puts what a process held back to where others find it, in the transaction that takes its row away. */
export type Recover = (tx: Transaction, gone: GoneWorker) => Promise<void>;

/**
 * This process as one that holds work. What it holds carries its id, in the rows of the work itself; that it lives, and how old
 * what it holds may be, stands in one row that it renews. If it is silent for too long, another process takes that row away
 * and, with it, everything else.
 */
export class Worker {
  /** A new one at every start: what an earlier life held is not ours. */
  readonly id = newId();
  readonly inFlight = new InFlight();
  /** What waits for any process. */
  readonly waiting: WorkPoll;
  /** Messages of which nobody knows yet whether their reports are ours: the answer to a commit was lost. */
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

  /** `connections`: those it may have to the database, for whoever wants to know how many are left. */
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

  /** Whether work on this message may be held in memory: if we vanish, it is found. */
  covers(messageId: string): boolean {
    return messageId >= this.#covered;
  }

  /**
   * As long as this is one and the same number, nobody can have taken over what we hold; undefined while we have been silent for too
   * long. By a clock that never goes back, from before each beat.
   */
  get life(): number | undefined {
    return this.#isOver ? undefined : this.#life;
  }

  get #isOver(): boolean {
    return performance.now() - this.#beganBeatAt >= leaseSeconds * 1_000;
  }

  /** Since this process has last written to the database. */
  get silentMs(): number {
    return performance.now() - this.#beatAt;
  }

  get coversSince(): string {
    return this.#covered;
  }

  /** What could not be settled in time is left to whoever comes first. */
  async stop(): Promise<void> {
    await Promise.all([this.waiting.stop(), ...this.#loops.map((loop) => loop.stop())]);
    if (this.inFlight.size > 0) return;
    await this.#db
      .transaction((tx) => this.#leave(tx))
      .catch((err: unknown) =>
        this.#log.warn({ err }, 'the other processes learn only by its silence that this one holds nothing'),
      );
  }

  /**
   * It holds nothing that it knows of. Where the answer to a claim was lost it holds the rest without knowing, and once its row is gone
   * nobody would look for that.
   */
  async #leave(tx: Transaction): Promise<void> {
    const own = await lockWorker(tx, this.id);
    if (own === undefined) return;
    await this.#recover(tx, own);
    await removeWorker(tx, own.id);
  }

  /**
   * The beat is a write, but one that finds room in a page that is there: it succeeds on a full disk. What is written for messages does
   * not, so space is claimed as well, and its lack does not end the life of this process.
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
    // What is older is no longer held from here on: the row may say so before we hear that it does.
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
   * Only by one that has been heard of itself for long enough: after an outage of the database everybody seems to be gone to
   * the first that comes back.
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
    if (gone !== undefined) this.#log.warn({ worker: gone.id }, 'took over what a process that is gone had held');
    return gone !== undefined;
  }
}
