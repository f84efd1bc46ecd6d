import { type ChildProcess, fork } from 'node:child_process';
import { extname, join } from 'node:path';
import { Problem } from '../base/problem.ts';
import { type Backoff, backoffMs } from '../domain/backoff.ts';
import type { Log } from '../telemetry/log.ts';
import { type ListenAddress, type NativeListener, openListener } from './listener.ts';
import { beatMs, type ToProcess, type ToSupervisor } from './protocol.ts';

const entry = join(import.meta.dirname, '..', `main${extname(import.meta.filename)}`);
const steadyMs = 30_000;
const restarts: Backoff = { leastMs: 500, mostMs: 30_000, chance: 0 };

type SlotOptions = {
  log: Log;
  address: ListenAddress;
  start: Extract<ToProcess, { type: 'start' }>;
  drainMs: number;
  /** 0: a process is never replaced for standing still. */
  stallMs: number;
  onMessage(from: ChildProcess, message: ToSupervisor): void;
  /** A process has started beside others, not in place of one. */
  onJoin(from: ChildProcess): void;
  onUtilisation(): void;
  onRestart(reason: 'crash' | 'stall'): void;
};

/** Delay before restart n (0, 1, 2 …) in milliseconds: none for the first, then doubling. */
export const restartDelay = (failures: number): number => (failures === 0 ? 0 : backoffMs(failures - 1, restarts));

/**
 * Without these flags V8 uses memory by the size of the machine: the young generation took 134 MB, of which 7 were in use, and the old
 * one was collected only after it had doubled. The second limit is five times the need of a busy process; it also makes V8 collect earlier.
 */
const heapFlags = ['--max-semi-space-size=8', '--max-old-space-size=1024'];

/** One of the equal processes of this machine: started, restarted after a crash, replaced without downtime. */
export class Slot {
  readonly #options: SlotOptions;
  /** All processes that run: the current one, its successor during its start, its predecessors until they have finished. */
  readonly #alive = new Set<ChildProcess>();
  #listener: NativeListener | undefined;
  #child: ChildProcess | undefined;
  #failures = 0;
  #utilisation: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopping = false;
  readonly #stalled = new WeakSet<ChildProcess>();

  constructor(options: SlotOptions) {
    this.#options = options;
  }

  get process(): ChildProcess | undefined {
    return this.#child;
  }

  /** Resolves when the process answers requests; rejects with what it could not do. */
  async start(): Promise<void> {
    const child = this.#fork();
    this.#child = child;
    await ready(child);
    this.#options.onJoin(child);
  }

  /** Busy share of the current process in the last second, 0 to 1; each is returned once. */
  takeUtilisation(): number | undefined {
    const taken = this.#utilisation;
    this.#utilisation = undefined;
    return taken;
  }

  get hasUtilisation(): boolean {
    return this.#utilisation !== undefined;
  }

  /** Stops the process gracefully and starts no other; `start` may follow at any time. */
  retire(): void {
    const child = this.#child;
    this.#child = undefined;
    clearTimeout(this.#timer);
    this.#closeListener();
    if (child?.connected) child.send({ type: 'retire' } satisfies ToProcess);
    void this.#gone(child);
  }

  /** The successor is ready on the same socket before the old process is asked to finish. */
  async replace(): Promise<void> {
    const next = this.#fork();
    await ready(next);
    // Read only now: the old process may have crashed in the meantime and been restarted.
    const old = this.#child;
    clearTimeout(this.#timer);
    this.#child = next;
    if (old?.connected) old.send({ type: 'retire' } satisfies ToProcess);
    await this.#gone(old);
  }

  leave(): void {
    for (const child of this.#alive) if (child.connected) child.send({ type: 'leave' } satisfies ToProcess);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    // Before they have finished: connections that arrive now would wait in the queue and be reset at the end.
    this.#closeListener();
    const children = [...this.#alive];
    for (const child of children) child.kill('SIGTERM');
    await Promise.all(children.map((child) => this.#gone(child)));
  }

  #fork(): ChildProcess {
    this.#listener ??= openListener(this.#options.address);
    const execArgv = [...process.execArgv, ...heapFlags];
    const child = fork(entry, [], { execArgv, stdio: 'inherit', serialization: 'advanced' });
    const born = performance.now();
    const liveness = new Liveness(this.#options.stallMs, () => this.#onStall(child));
    this.#alive.add(child);
    child.once('exit', (code, signal) => {
      this.#alive.delete(child);
      liveness.stop();
      if (this.#child !== child) return;
      if (!this.#stopping) this.#options.onRestart(this.#stalled.has(child) ? 'stall' : 'crash');
      this.#onCrash(performance.now() - born, code, signal);
    });
    child.on('message', (message: ToSupervisor) => {
      if (message.type !== 'alive') return this.#options.onMessage(child, message);
      liveness.beat();
      if (message.utilisation === undefined || child !== this.#child) return;
      this.#utilisation = message.utilisation;
      this.#options.onUtilisation();
    });
    child.on('error', (err) => this.#options.log.error({ err }, 'a process could not be reached'));
    child.send(this.#options.start, this.#listener as never);
    return child;
  }

  /** A stalled process cannot finish; the process that takes over its leases does its work. */
  #onStall(child: ChildProcess): void {
    const { log, start, stallMs } = this.#options;
    log.error(
      { slot: start.slot, pid: child.pid, seconds: stallMs / 1_000 },
      'a process has stood still for too long, and is replaced',
    );
    this.#stalled.add(child);
    child.kill('SIGKILL');
  }

  #onCrash(age: number, code: number | null, signal: string | null): void {
    if (this.#stopping) return;
    this.#failures = age > steadyMs ? 0 : this.#failures;
    const delay = restartDelay(this.#failures++);
    this.#options.log.error(
      { slot: this.#options.start.slot, code, signal, delay },
      'a process has died; starting another',
    );
    // While no process accepts on this socket, connections must go to the other sockets.
    if (delay > 0) this.#closeListener();
    this.#timer = setTimeout(() => {
      // A start that fails ends the process, which leads here again with a longer delay.
      this.start().catch((err: unknown) => this.#options.log.error({ err }, 'a process did not start'));
    }, delay);
  }

  #closeListener(): void {
    this.#listener?.close();
    this.#listener = undefined;
  }

  /** A process that exceeds its time to stop is killed a second later; its work is recovered like after a crash. */
  async #gone(child: ChildProcess | undefined): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const killer = setTimeout(() => child.kill('SIGKILL'), this.#options.drainMs + 1_000);
    await new Promise((resolve) => child.once('exit', resolve));
    clearTimeout(killer);
  }
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: ToSupervisor) => {
      if (message.type === 'ready') resolve();
      if (message.type === 'failed') reject(new Problem(message.message, message.next, message.exitCode));
    });
    child.once('exit', (code, signal) => reject(new Error(`a process ended during its start (${signal ?? code})`)));
  });
}

/**
 * Detects a process that no longer sends heartbeats. Counts timer runs instead of time: while the machine sleeps, or the
 * supervisor is stopped, no timer runs, and the process has its full time again. Starts with the first heartbeat.
 */
export class Liveness {
  readonly #mostLooks: number;
  readonly #onStall: () => void;
  #timer: NodeJS.Timeout | undefined;
  #looks = 0;

  constructor(stallMs: number, onStall: () => void) {
    this.#mostLooks = stallMs / beatMs;
    this.#onStall = onStall;
  }

  beat(): void {
    this.#looks = 0;
    if (this.#mostLooks > 0) this.#timer ??= setInterval(() => this.#look(), beatMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    this.#looks += 1;
    if (this.#looks <= this.#mostLooks) return;
    this.stop();
    this.#onStall();
  }
}
