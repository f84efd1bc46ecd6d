import type { ChildProcess } from 'node:child_process';
import { type Config, mostProcesses } from '../config/config.ts';
import {
  followLoad,
  oneProcess,
  type ProcessCount,
  type ProcessCountRule,
  usualProcessCount,
} from '../domain/health/process-count.ts';
import type { Log } from '../telemetry/log.ts';
import { countsOf, createSupervisorMetrics, mergeMetrics } from '../telemetry/shared-metrics.ts';
import type { ListenAddress } from './listener.ts';
import type { ToProcess, ToSupervisor } from './protocol.ts';
import { Slot } from './slot.ts';

const collectTimeoutMs = 1_000;
const usualPace: Omit<ProcessCountRule, 'most'> = usualProcessCount;

/** Keeps the processes of this machine running. It does no other work, so that nothing else can make it fail. */
export class Supervisor {
  readonly #slots: Slot[];
  readonly #log: Log;
  readonly #metrics = createSupervisorMetrics();
  readonly #collecting = new Map<number, (from: ChildProcess, metrics: object) => void>();
  #collections = 0;
  /** Counts of processes that have ended. */
  #past: Promise<object[]> = Promise.resolve([]);
  /** How the number of processes follows the load; undefined: the number is fixed. */
  readonly #rule: ProcessCountRule | undefined;
  #running: ProcessCount;
  /** Set while a process is added or all are replaced: no other change starts before that is done. */
  #changing: Promise<unknown> | undefined;
  #stopping = false;

  constructor(config: Config, databaseUrl: string, address: ListenAddress, log: Log, pace = usualPace) {
    const most = mostProcesses(config);
    this.#log = log;
    this.#rule = config.processes === 'auto' ? { ...pace, most } : undefined;
    this.#running = this.#rule === undefined ? { ...oneProcess, count: most } : oneProcess;
    this.#slots = Array.from({ length: most }, (_, slot) => {
      const start = { type: 'start', config, databaseUrl, slot } as const;
      const onMessage = (from: ChildProcess, message: ToSupervisor) => this.#onMessage(from, message);
      return new Slot({
        log,
        address,
        start,
        drainMs: config.drainSeconds * 1_000,
        stallMs: config.stallSeconds * 1_000,
        onMessage,
        onJoin: (joined) => this.#spread(joined),
        onUtilisation: () => this.#followLoad(),
        onRestart: (reason) => this.#metrics.restarts.inc({ reason }),
      });
    });
  }

  async start(): Promise<void> {
    await Promise.all(this.#current.map((slot) => slot.start()));
  }

  /** Every process fails /health/ready and still serves requests. */
  leave(): void {
    for (const slot of this.#slots) slot.leave();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#slots.map((slot) => slot.stop()));
  }

  async restart(): Promise<void> {
    while (this.#changing !== undefined) await this.#changing;
    await this.#change(this.#replaceAll());
  }

  /** One after the other, so that the others serve at full speed. */
  async #replaceAll(): Promise<void> {
    try {
      for (const slot of this.#current) {
        if (this.#stopping) return;
        await slot.replace();
      }
      this.#log.info('all processes have been replaced');
    } catch (error) {
      // A stop also ends the successors, which is not a failure.
      if (!this.#stopping) throw error;
    }
  }

  get #current(): Slot[] {
    return this.#slots.slice(0, this.#running.count);
  }

  async #change(change: Promise<void>): Promise<void> {
    this.#changing = change
      .catch(() => {})
      .finally(() => {
        this.#changing = undefined;
        // Values from before or during the change do not count.
        for (const slot of this.#slots) slot.takeUtilisation();
      });
    await change;
  }

  /** Called for every measured second of a process; decides once all processes have measured one. */
  #followLoad(): void {
    if (this.#rule === undefined || this.#changing !== undefined || this.#stopping) return;
    const slots = this.#current;
    if (!slots.every((slot) => slot.hasUtilisation)) return;
    const utilisations = slots.map((slot) => slot.takeUtilisation()!);
    const next = followLoad(this.#running, utilisations, performance.now(), this.#rule);
    const added = next.count > slots.length;
    const utilisation = utilisations.map((each) => Math.round(each * 100) / 100);
    this.#running = next;
    if (added) {
      this.#log.info({ processes: next.count, utilisation }, 'the load needs another process');
      // Its slot retries a start that fails.
      this.#change(this.#slots[next.count - 1]!.start()).catch((err: unknown) =>
        this.#log.error({ err }, 'a process did not start'),
      );
    } else if (next.count < slots.length) {
      this.#log.info({ processes: next.count, utilisation }, 'the load fits into fewer processes');
      this.#slots[next.count]!.retire();
    }
  }

  /** Connections stay with the process that accepted them, so a new process would get only new clients. */
  #spread(joined: ChildProcess): void {
    for (const { process } of this.#slots)
      if (process !== joined && process?.connected) process.send({ type: 'shed' } satisfies ToProcess);
  }

  #onMessage(from: ChildProcess, message: ToSupervisor): void {
    if (message.type === 'ended') this.#keep(message.metrics);
    if (message.type === 'collected') this.#collecting.get(message.id)?.(from, message.metrics);
    if (message.type === 'merge') {
      this.#merge(from, message.id).catch((err: unknown) => this.#log.error({ err }, 'metrics could not be merged'));
    }
  }

  #keep(metrics: object): void {
    this.#past = this.#past.then(async (past) => {
      try {
        return await countsOf([past, metrics]);
      } catch (err) {
        this.#log.error({ err }, 'metrics could not be merged');
        return past;
      }
    });
  }

  /** A scrape reaches one process, which gets the sum over all processes that answer in time. */
  async #merge(from: ChildProcess, id: number): Promise<void> {
    const processes = this.#slots.flatMap((slot) => (slot.process?.connected ? [slot.process] : []));
    const parts = await this.#collect(processes);
    const text = await mergeMetrics([...parts, await this.#past, await this.#metrics.registry.getMetricsAsJSON()]);
    if (from.connected) from.send({ type: 'merged', id, text } satisfies ToProcess);
  }

  #collect(processes: ChildProcess[]): Promise<object[]> {
    const id = ++this.#collections;
    const parts = new Map<ChildProcess, object>();
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        this.#collecting.delete(id);
        resolve([...parts.values()]);
      };
      const timer = setTimeout(finish, collectTimeoutMs);
      this.#collecting.set(id, (from, metrics) => {
        parts.set(from, metrics);
        if (parts.size === processes.length) finish();
      });
      for (const child of processes) child.send({ type: 'collect', id } satisfies ToProcess);
    });
  }
}
