import { Worker } from 'node:worker_threads';
import { Overloaded } from '../../bounds/batch.ts';
import { emailLimits as limits } from '../../bounds/limits/email.ts';
import type { Task } from './reading.ts';

/** Why a task has cost more than a mail may: it ended the thread that worked on it, and nothing else. */
export class TooCostly extends Error {
  readonly kind: 'time' | 'memory' | 'fault';
  /** How often it was tried until that was sure. */
  readonly tries: number;

  constructor(kind: TooCostly['kind'], tries: number) {
    super(kind);
    this.name = 'TooCostly';
    this.kind = kind;
    this.tries = tries;
  }
}

export type ThreadLimits = {
  /** Threads at most; they are started when they are needed. */
  readonly threads: number;
  /** How much time of the processor a thread may take without a pause. */
  readonly stallMs: number;
  /** Its heap. The bytes of mails are outside of it, and counted here. */
  readonly megabytes: number;
};

type Job = {
  readonly id: number;
  readonly task: Task;
  readonly bytes: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  /** It was in a thread that ended, together with others: with nobody beside it, it shows which of them it was. */
  suspected: boolean;
};

const lookMs = 100;
/** A thread that does not even say how much time it took is given this much more of it. */
const mostSilence = 20;
/** A thread costs 16 MB and the modules in it; without mails for a minute, they are given back. */
const mostIdleLooks = 600;
const mostLooksAtStart = 600;

/** Does tasks in a few threads that can be ended at any time, so that a bad mail costs itself. */
export class Threads {
  readonly #limits: ThreadLimits;
  readonly #threads = new Set<Thread>();
  #waiting: Job[] = [];
  #bytesWaiting = 0;
  #ids = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: ThreadLimits) {
    this.#limits = limits;
  }

  /** Rejects with TooCostly, with Overloaded if too much is waiting already, or with what the task itself threw. */
  run(task: Task, bytes: number): Promise<unknown> {
    if (
      this.#waiting.length >= limits.waitingReads.most ||
      (this.#bytesWaiting > 0 && this.#bytesWaiting + bytes > limits.waitingReadBytes.most)
    )
      return Promise.reject(new Overloaded());
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#add({ id: ++this.#ids, task, bytes, resolve, reject, suspected: false });
    return promise;
  }

  /** Gives all threads back; whoever comes later starts others. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    const threads = [...this.#threads];
    this.#threads.clear();
    await Promise.all(threads.map((thread) => thread.end()));
  }

  #add(job: Job): void {
    this.#waiting.push(job);
    this.#bytesWaiting += job.bytes;
    this.#dispatch();
  }

  #dispatch(): void {
    for (let job = this.#waiting[0]; job !== undefined; job = this.#waiting[0]) {
      const thread = this.#threadFor(job);
      if (thread === undefined) return;
      this.#waiting.shift();
      this.#bytesWaiting -= job.bytes;
      thread.begin(job);
    }
    this.#watch();
  }

  /** An idle one, then a new one, then the one with the least to do. */
  #threadFor(job: Job): Thread | undefined {
    const [best] = [...this.#threads].filter((thread) => thread.takes(job)).sort((a, b) => a.count - b.count);
    if (best?.count === 0 || this.#threads.size >= this.#limits.threads) return best;
    const thread = new Thread(this.#limits, {
      onIdle: () => this.#dispatch(),
      onEnd: (jobs, kind) => this.#onEnd(thread, jobs, kind),
    });
    this.#threads.add(thread);
    return thread;
  }

  /** Alone it was this one; of several nobody knows, so each is tried again with nobody beside it. */
  #onEnd(thread: Thread, jobs: Job[], kind: TooCostly['kind']): void {
    this.#threads.delete(thread);
    const [only] = jobs.length === 1 ? jobs : [];
    only?.reject(new TooCostly(kind, only.suspected ? 2 : 1));
    for (const job of only ? [] : jobs) this.#add({ ...job, suspected: true });
    this.#dispatch();
  }

  /** While there is work, and for a while after it. */
  #watch(): void {
    let idle = 0;
    this.#timer ??= setInterval(() => {
      for (const thread of this.#threads) thread.look();
      idle = [...this.#threads].some(({ count }) => count > 0) ? 0 : idle + 1;
      if (idle > mostIdleLooks) void this.close();
    }, lookMs).unref();
  }
}

type ThreadEvents = { onIdle(): void; onEnd(jobs: Job[], kind: TooCostly['kind']): void };

class Thread {
  readonly #worker: Worker;
  readonly #events: ThreadEvents;
  readonly #jobs = new Map<number, Job>();
  readonly #beats = new Int32Array(new SharedArrayBuffer(4));
  readonly #stallMs: number;
  readonly #mostLooks: number;
  #bytes = 0;
  #lastBeat = 0;
  /** Looks in a row that found the thread where it was, and got no answer: not a time, which also passes while the whole process sleeps. */
  #still = 0;
  /** Milliseconds of the processor, as the first of these looks found them. */
  #spentBefore: number | undefined;
  #kind: TooCostly['kind'] = 'fault';
  #isEnding = false;

  constructor({ stallMs, megabytes }: ThreadLimits, events: ThreadEvents) {
    this.#events = events;
    this.#stallMs = stallMs;
    this.#mostLooks = stallMs / lookMs;
    this.#worker = new Worker(new URL('./thread-entry.ts', import.meta.url), {
      name: 'mails',
      workerData: { beats: this.#beats.buffer },
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 16 },
    });
    this.#worker.unref();
    this.#worker.on('message', (message: { id: number; result?: unknown; error?: string }) => this.#onMessage(message));
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') this.#kind = 'memory';
    });
    this.#worker.on('exit', () => this.#events.onEnd([...this.#jobs.values()], this.#kind));
  }

  get count(): number {
    return this.#jobs.size;
  }

  takes({ bytes, suspected }: Job): boolean {
    if (this.#isEnding) return false;
    if (this.#jobs.size === 0) return true;
    if (suspected || [...this.#jobs.values()].some((job) => job.suspected)) return false;
    return this.#jobs.size < limits.readsOfThread.most && this.#bytes + bytes <= limits.readBytesOfThread.most;
  }

  begin(job: Job): void {
    this.#jobs.set(job.id, job);
    this.#bytes += job.bytes;
    this.#worker.ref();
    this.#worker.postMessage({ id: job.id, task: job.task });
  }

  /** Its loop must turn. Time is counted as the processor's: a machine that is busy with other things is no mail's fault. */
  look(): void {
    const beat = Atomics.load(this.#beats, 0);
    if (beat !== this.#lastBeat || this.#jobs.size === 0) {
      this.#lastBeat = beat;
      this.#still = 0;
      this.#spentBefore = undefined;
      return;
    }
    this.#still += 1;
    // Until its first beat it loads its modules, which is no mail's fault.
    if (this.#still >= (beat === 0 ? mostLooksAtStart : mostSilence * this.#mostLooks)) this.#endForTime();
    else if (beat > 0) void this.#weigh(beat);
  }

  /** It answers from inside of a loop, too. */
  async #weigh(beat: number): Promise<void> {
    const spent = await this.#worker.cpuUsage().catch(() => undefined);
    if (spent === undefined || beat !== this.#lastBeat) return;
    this.#still = 0;
    const spentMs = (spent.user + spent.system) / 1_000;
    this.#spentBefore ??= spentMs;
    if (spentMs - this.#spentBefore >= this.#stallMs) this.#endForTime();
  }

  #endForTime(): void {
    if (this.#isEnding) return;
    this.#kind = 'time';
    void this.end();
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#worker.terminate();
  }

  #onMessage({ id, result, error }: { id: number; result?: unknown; error?: string }): void {
    const job = this.#jobs.get(id);
    if (job === undefined) return;
    this.#jobs.delete(id);
    this.#bytes -= job.bytes;
    if (this.#jobs.size === 0) this.#worker.unref();
    if (error === undefined) job.resolve(result);
    else job.reject(new Error(`a mail could not be worked on: ${error}`));
    this.#events.onIdle();
  }
}
