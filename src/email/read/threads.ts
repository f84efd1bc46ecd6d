import { Worker } from 'node:worker_threads';
import { Overloaded } from '../../bounds/batch.ts';
import { emailLimits as limits } from '../../bounds/limits/email.ts';
import type { Config } from '../../config/config.ts';
import { type IncomingMail, lengthOf } from '../incoming.ts';
import type { Alignment } from '../verify/proof.ts';
import type { Task, Tasks } from './tasks.ts';

const reasons = {
  time: 'The e-mail takes too long to read',
  memory: 'The e-mail takes too much memory to read',
  fault: 'The e-mail cannot be read',
};
type Cause = keyof typeof reasons;

/** A task exceeded the limits of one mail, and its thread was ended. Other tasks are not affected. */
export class TooCostly extends Error {
  readonly kind: Cause;
  /** Number of attempts until the cause was certain. */
  readonly tries: number;

  constructor(kind: Cause, tries: number) {
    super(reasons[kind]);
    this.kind = kind;
    this.tries = tries;
  }
}

/** `stallMs`: CPU time without returning to the event loop. `megabytes`: heap of one thread; the bytes of mails are outside of it. */
type ThreadLimits = { readonly threads: number; readonly stallMs: number; readonly megabytes: number };

type Job = {
  readonly id: number;
  readonly task: Task;
  readonly bytes: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  /** It was one of several in a thread that ended. It now runs alone, which shows whether it was the cause. */
  suspected: boolean;
};

const checkMs = 100;
/** Factor on the time limit for a thread that does not even report its CPU time. */
const silenceFactor = 20;
/** A thread costs 16 MB and its modules; it is ended after a minute without mails. */
const mostIdleChecks = 600;
const mostChecksAtStart = 600;

/** Runs tasks in a few threads that can be terminated at any time, so that a malicious mail harms only itself. */
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

  /** Rejects with TooCostly, with Overloaded if too much is waiting, or with the error of the task. */
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

  /** An idle thread, then a new one, then the one with the fewest tasks. */
  #threadFor(job: Job): Thread | undefined {
    const [best] = [...this.#threads].filter((thread) => thread.takes(job)).sort((a, b) => a.count - b.count);
    if (best?.count === 0 || this.#threads.size >= this.#limits.threads) return best;
    const thread = new Thread(
      this.#limits,
      () => this.#dispatch(),
      (jobs, kind) => this.#onEnd(thread, jobs, kind),
    );
    this.#threads.add(thread);
    return thread;
  }

  /** A task that ran alone was the cause; each of several is tried again alone. */
  #onEnd(thread: Thread, jobs: Job[], kind: Cause): void {
    this.#threads.delete(thread);
    const [only] = jobs.length === 1 ? jobs : [];
    only?.reject(new TooCostly(kind, only.suspected ? 2 : 1));
    for (const job of only ? [] : jobs) this.#add({ ...job, suspected: true });
    this.#dispatch();
  }

  #watch(): void {
    let idle = 0;
    this.#timer ??= setInterval(() => {
      for (const thread of this.#threads) thread.check();
      idle = [...this.#threads].some(({ count }) => count > 0) ? 0 : idle + 1;
      if (idle > mostIdleChecks) void this.close();
    }, checkMs).unref();
  }
}

class Thread {
  readonly #worker: Worker;
  readonly #onIdle: () => void;
  readonly #jobs = new Map<number, Job>();
  readonly #beats = new Int32Array(new SharedArrayBuffer(4));
  readonly #stallMs: number;
  #bytes = 0;
  #lastBeat = 0;
  /** Consecutive checks without a beat. A count, because time also passes while the whole process sleeps. */
  #missedBeats = 0;
  #spentBefore: number | undefined;
  #kind: Cause = 'fault';
  #isEnding = false;

  constructor({ stallMs, megabytes }: ThreadLimits, onIdle: () => void, onEnd: (jobs: Job[], kind: Cause) => void) {
    this.#onIdle = onIdle;
    this.#stallMs = stallMs;
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
    this.#worker.on('exit', () => onEnd([...this.#jobs.values()], this.#kind));
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

  /** The event loop of the thread must turn. CPU time is measured: a machine that is busy otherwise must not fail a mail. */
  check(): void {
    const beat = Atomics.load(this.#beats, 0);
    if (beat !== this.#lastBeat || this.#jobs.size === 0) {
      this.#lastBeat = beat;
      this.#missedBeats = 0;
      this.#spentBefore = undefined;
      return;
    }
    this.#missedBeats += 1;
    // Before its first beat the thread loads its modules.
    if (this.#missedBeats >= (beat === 0 ? mostChecksAtStart : silenceFactor * (this.#stallMs / checkMs)))
      this.#endForTime();
    else if (beat > 0) void this.#measure(beat);
  }

  async #measure(beat: number): Promise<void> {
    const spent = await this.#worker.cpuUsage().catch(() => undefined);
    if (spent === undefined || beat !== this.#lastBeat) return;
    this.#missedBeats = 0;
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
    else job.reject(new Error(`a mail could not be processed: ${error}`));
    this.#onIdle();
  }
}

/** While one is busy with a costly mail, the other continues. */
const threadCount = 2;

/** Reads mails and verifies their authors in threads; rejects as `Threads.run` does. The shared bytes must not change meanwhile. */
export class MailReader {
  readonly #config: Config;
  readonly #threads: Threads;

  constructor(config: Config) {
    this.#config = config;
    this.#threads = new Threads({
      threads: threadCount,
      stallMs: config.emailReadSeconds * 1_000,
      megabytes: config.emailReadMegabytes,
    });
  }

  async hash(raw: IncomingMail['raw']): Promise<Buffer> {
    return Buffer.from(await this.#run('hash', raw));
  }

  read(raw: IncomingMail['raw'], longestText: number, spareKey?: string): ReturnType<Tasks['read']> {
    return this.#run('read', raw, { fallbackCharset: this.#config.emailFallbackCharset, longestText, spareKey });
  }

  prove({ raw, via, peer, helo, envelopeFrom }: IncomingMail, address: string): Promise<Alignment> {
    const { dnsServers, emailProofSeconds } = this.#config;
    return this.#run('prove', raw, { via, peer, helo, envelopeFrom }, address, { dnsServers, emailProofSeconds });
  }

  close(): Promise<void> {
    return this.#threads.close();
  }

  #run<Kind extends keyof Tasks>(kind: Kind, ...given: Parameters<Tasks[Kind]>): ReturnType<Tasks[Kind]> {
    return this.#threads.run({ kind, given }, lengthOf(given[0])) as ReturnType<Tasks[Kind]>;
  }
}
